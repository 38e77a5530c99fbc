import { expect, test } from 'bun:test'
import { mx } from '../../../src/analysis/analyzers/server/mx.ts'
import { withFix } from '../../support/with-fix.ts'
import { type Scene, scene } from './server-context.ts'

const up = { A: ['192.0.2.25'] }
const good = { 'example.org': { MX: [[10, 'mx.example.org']] as const }, 'mx.example.org': up }
const replyTo = ['From: <a@example.org>', 'Reply-To: <b@reply.example>']
const ip = 'reply.example'

test.each<[string, Scene, string, number, string]>([
  ['From and Return-Path of one domain', { zone: good }, 'passed', 0, ''],
  ['a null sender leaves From', { zone: good, envelope: { mailFrom: '' } }, 'passed', 0, ''],
  ['a file that does not tell the sender', { zone: good, without: ['mailFrom'] }, 'passed', 0, ''],
  ['a domain that does not exist', {}, 'failed', -0.5, 'mx-no-domain'],
  [
    'two domains that do not exist cost no more',
    { envelope: { mailFrom: 'x@gone.example' } },
    'failed',
    -0.5,
    'mx-no-domain',
  ],
  ['neither MX nor address', { zone: { 'example.org': { TXT: ['x'] } } }, 'failed', -0.5, 'mx-no-records'],
  ['an implicit MX', { zone: { 'example.org': up } }, 'passed', 0, ''],
  ['a null MX', { zone: { 'example.org': { MX: [[0, '.']] } } }, 'failed', -0.5, 'mx-null'],
  [
    'a dangling MX',
    { zone: { 'example.org': { MX: [[1, 'gone.example.org']] } } },
    'failed',
    -0.5,
    'mx-no-host,mx-dangling',
  ],
  [
    'an MX that is an address',
    { zone: { 'example.org': { MX: [[1, '192.0.2.25']] } } },
    'failed',
    -0.5,
    'mx-no-host,mx-address',
  ],
  [
    'an MX inside a private network',
    { zone: { 'example.org': { MX: [[1, 'mx.example.org']] }, 'mx.example.org': { A: ['10.0.0.1'] } } },
    'failed',
    -0.5,
    'mx-no-host,mx-not-public',
  ],
  [
    'one MX of two dangling is advice',
    {
      zone: {
        ...good,
        'example.org': {
          MX: [
            [1, 'mx.example.org'],
            [2, 'gone.example.org'],
          ],
        },
      },
    },
    'passed',
    0,
    'mx-dangling',
  ],
  [
    'an MX that is an alias is advice',
    {
      zone: {
        'example.org': { MX: [[1, 'mx.example.org']] },
        'mx.example.org': { CNAME: ['h.example'] },
        'h.example': up,
      },
    },
    'passed',
    0,
    'mx-alias',
  ],
  [
    'a null MX beside another is advice',
    {
      zone: {
        ...good,
        'example.org': {
          MX: [
            [0, '.'],
            [1, 'mx.example.org'],
          ],
        },
      },
    },
    'passed',
    0,
    'mx-null-beside',
  ],
  ['a Reply-To that receives', { zone: { ...good, [ip]: up }, headers: replyTo }, 'passed', 0, ''],
  ['a Reply-To that does not', { zone: good, headers: replyTo }, 'failed', -0.5, 'mx-no-domain'],
  ['the MX question fails', { zone: good, fail: ['MX example.org'] }, 'error', 0, ''],
  [
    'one domain fails, another is certainly dead',
    { zone: good, fail: ['MX example.org'], headers: replyTo },
    'failed',
    -0.5,
    'mx-no-domain',
  ],
  ['no domain at all', { headers: ['Subject: x'], envelope: { mailFrom: '' } }, 'neutral', 0, ''],
  [
    'an address literal is no domain',
    { headers: ['Subject: x'], envelope: { mailFrom: 'a@[192.0.2.1]' } },
    'neutral',
    0,
    '',
  ],
  [
    'an international sender domain',
    { zone: { ...good, 'xn--mller-kva.example': up }, envelope: { mailFrom: 'a@müller.example' } },
    'passed',
    0,
    '',
  ],
])('%s', async (_name, given, status, score, codes) => {
  const { status: found, score: points, detail } = withFix(await mx.run(scene(given)))
  expect({ found, points, codes: detail['findings'] ?? '' }).toEqual({
    found: status as 'error',
    points: score,
    codes,
  })
})

test('the verdict of each role is evidence, and the advice holds the very record', async () => {
  const { detail } = withFix(await mx.run(scene({ zone: good, headers: replyTo })))
  expect(detail).toMatchObject({
    from: 'example.org: receives by MX (mx.example.org reachable)',
    return_path: 'example.org: receives by MX (mx.example.org reachable)',
    reply_to: 'reply.example: no such domain',
  })
  expect(detail['advice']).toContain('reply.example MX 10 mail.reply.example.')
})

test('hosts of the demo domain may be on loopback, those of others not', async () => {
  const literal = {
    'example.org': { MX: [[10, 'mx.example.org']] as const },
    'mx.example.org': { A: ['127.0.0.1'] },
  }
  expect((await mx.run(scene({ zone: literal, settings: { demoDomain: 'example.org' } }))).status).toBe(
    'passed',
  )
  expect((await mx.run(scene({ zone: literal, settings: { demoDomain: 'demo.example' } }))).status).toBe(
    'failed',
  )
})

test('a message with a thousand Reply-To domains leads to a few questions', async () => {
  const many = Array.from({ length: 1_000 }, (_, i) => `<a@r${i}.example>`).join(', ')
  const context = scene({ zone: good, headers: ['From: <a@example.org>', `Reply-To: ${many}`] })
  const { detail } = withFix(await mx.run(context))
  expect(context.asked.calls.length).toBeLessThan(12)
  expect(detail['not_asked']).toBe('1 further domains')
})

test('nothing is to be published for a name that only a network of its own knows', async () => {
  const from = { headers: ['From: root@web1.corp.local'], envelope: { mailFrom: 'root@localhost' } }
  const { detail, fixes } = withFix(await mx.run(scene(from)))
  expect(detail['findings']).toBe('mx-no-domain')
  expect(detail['advice']).toStartWith('Send with an address at a domain of your own')
  expect(fixes).toBeUndefined()
})
