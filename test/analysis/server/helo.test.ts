import { expect, test } from 'bun:test'
import { helo } from '../../../src/analysis/analyzers/server/helo.ts'
import { withFix } from '../../support/with-fix.ts'
import { type Scene, scene } from './server-context.ts'

const up = { 'mail.example.org': { A: ['192.0.2.10'] } }
const named = (name: string, more: Scene = {}): Scene => ({
  ...more,
  envelope: { helo: name, ...more.envelope },
})

test.each<[string, Scene, string, number, string]>([
  ['a name that leads to the client', named('mail.example.org', { zone: up }), 'passed', 0, ''],
  [
    'a name that leads elsewhere is shown, not scored',
    named('mail.example.org', { zone: { 'mail.example.org': { A: ['192.0.2.99'] } } }),
    'passed',
    0,
    'helo-not-client',
  ],
  [
    'a name with IPv6 only',
    named('mail.example.org', { zone: { 'mail.example.org': { AAAA: ['2001:db8::1'] } } }),
    'passed',
    0,
    'helo-not-client',
  ],
  [
    'an alias of a host',
    named('mail.example.org', {
      zone: { 'mail.example.org': { CNAME: ['h.example.net'] }, 'h.example.net': { A: ['192.0.2.10'] } },
    }),
    'passed',
    0,
    '',
  ],
  [
    'a name with an MX and no address',
    named('mail.example.org', { zone: { 'mail.example.org': { MX: [[10, 'x.example']] } } }),
    'failed',
    -0.5,
    'helo-unresolvable',
  ],
  ['a name that does not exist', named('mail.example.org'), 'failed', -0.5, 'helo-unresolvable'],
  ['its own literal', named('[192.0.2.10]'), 'passed', 0, ''],
  ["another host's literal is shown, not scored", named('[198.51.100.1]'), 'passed', 0, 'helo-not-client'],
  ['a private literal', named('[192.168.1.5]'), 'failed', -0.5, 'helo-private-literal'],
  ['a loopback literal', named('[127.0.0.1]'), 'failed', -0.5, 'helo-private-literal'],
  [
    'an IPv6 literal of the client',
    named('[IPv6:2001:DB8::25]', { envelope: { clientAddress: '2001:db8::25' } }),
    'passed',
    0,
    '',
  ],
  ['an IPv6 literal without its tag', named('[2001:db8::25]'), 'failed', -0.5, 'helo-bad-literal'],
  ['a bare address', named('192.0.2.10'), 'failed', -0.5, 'helo-bare-address'],
  ['localhost', named('localhost'), 'failed', -0.5, 'helo-localhost'],
  ['one label', named('MAILSERVER'), 'failed', -0.5, 'helo-one-label'],
  ['an underscore', named('my_mail.example.org'), 'failed', -0.5, 'helo-underscore'],
  ['a name that no host may have', named('mail_.-x.example.org'), 'failed', -0.5, 'helo-syntax'],
  ['a label that ends in a hyphen', named('mail-.example.org'), 'failed', -0.5, 'helo-syntax'],
  ['our own name', named('MX.receiver.example'), 'failed', -0.5, 'helo-ours'],
  [
    'our own name, on this very host',
    named('mx.receiver.example', { zone: { 'mx.receiver.example': { A: ['192.0.2.10'] } } }),
    'passed',
    0,
    '',
  ],
  ['nothing', named(''), 'failed', -0.5, 'helo-empty'],
  ['a dot at the end', named('mail.example.org.', { zone: up }), 'passed', 0, 'helo-trailing-dot'],
  ['A fails, AAAA is missing', named('mail.example.org', { fail: ['A mail.example.org'] }), 'error', 0, ''],
  [
    'AAAA fails, A is there',
    named('mail.example.org', { zone: up, fail: ['AAAA mail.example.org'] }),
    'passed',
    0,
    '',
  ],
  ['behind a proxy', named('localhost', { envelope: { clientAddress: '10.0.0.1' } }), 'error', 0, ''],
  ['from a file', { without: ['helo'] }, 'neutral', 0, ''],
  [
    'a file that names only the HELO',
    { ...named('mail.example.org', { zone: up }), without: ['clientAddress'] },
    'passed',
    0,
    '',
  ],
])('%s', async (_name, given, status, score, codes) => {
  const conclusion = withFix(await helo.run(scene(given)))
  const { status: found, score: points, detail } = conclusion
  expect({ found, points, codes: detail['findings'] ?? '' }).toEqual({
    found: status as 'error',
    points: score,
    codes,
  })
})

test('HELO against PTR and client is shown', async () => {
  const literal = { ...up, '10.2.0.192.in-addr.arpa': { PTR: ['mail.example.org'] } }
  expect(withFix(await helo.run(scene(named('MAIL.example.org', { zone: literal })))).detail).toMatchObject({
    against_client: 'leads to the client',
    against_ptr: 'is the PTR name',
    addresses: '192.0.2.10',
  })
  expect(withFix(await helo.run(scene(named('[192.0.2.10]')))).detail['against_client']).toBe(
    'leads to the client',
  )
})

test('what is typed is shown printable and cut', async () => {
  const { detail } = withFix(await helo.run(scene(named(`\x1b[31m${'x'.repeat(5_000)}`))))
  expect(detail['helo']).toStartWith('?[31mxxx')
  expect(detail['helo']).toHaveLength(255)
  expect(detail['summary']?.length).toBeLessThan(400)
})

test('a name that only a network of its own knows gets another name, not a record', async () => {
  const { detail, fixes } = withFix(await helo.run(scene(named('server.shop.local'))))
  expect(detail['findings']).toBe('helo-unresolvable')
  expect(detail['advice']).toContain('Set the HELO name')
  expect(`${detail['advice']} ${JSON.stringify(fixes)}`).not.toContain('.local')
})
