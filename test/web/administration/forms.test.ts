import { describe, expect, test } from 'bun:test'
import { keyLines } from '../../../src/services/api-description/key-lines.ts'
import { ago } from '../../../src/web/components/shown/ago.tsx'
import { readFields } from '../../../src/web/forms/fields.ts'
import { auditAsked } from '../../../src/web/routes/audit/query.ts'
import { keyForm } from '../../../src/web/routes/keys/form.ts'
import { amount, bytes, share } from '../../../src/web/words/amounts.ts'

const NOW = new Date('2026-11-22T12:00:00Z')

async function formOf(pairs: [string, string][]) {
  const request = new Request('http://x.example', { method: 'POST', body: new URLSearchParams(pairs) })
  return keyForm(await readFields(request), NOW)
}

describe('the form of a key', () => {
  test('asks for a key that expires when it says', async () => {
    const of = (expiry: string, day = '') =>
      formOf([
        ['name', ' ci '],
        ['scope', 'tests:read'],
        ['expiry', expiry],
        ['day', day],
      ])
    expect((await of('never')).asked).toEqual({ name: 'ci', scopes: ['tests:read'] })
    expect((await of('30')).asked?.expiresAt).toEqual(new Date('2026-12-22T12:00:00Z'))
    expect((await of('date', '2026-11-22')).asked?.expiresAt).toEqual(new Date('2026-11-23T00:00:00Z'))
  })

  test.each([
    [
      'no name',
      [
        ['scope', 'tests:read'],
        ['expiry', 'never'],
      ],
      'name',
    ],
    [
      'no scope',
      [
        ['name', 'ci'],
        ['expiry', 'never'],
      ],
      'scope',
    ],
    [
      'an unknown scope',
      [
        ['name', 'ci'],
        ['scope', 'admin'],
        ['expiry', 'never'],
      ],
      'scope',
    ],
    [
      'an unknown expiry',
      [
        ['name', 'ci'],
        ['scope', 'tests:read'],
        ['expiry', '99999'],
      ],
      'expiry',
    ],
    [
      'a past day',
      [
        ['name', 'ci'],
        ['scope', 'tests:read'],
        ['expiry', 'date'],
        ['day', '2026-11-21'],
      ],
      'day',
    ],
    [
      'no such day',
      [
        ['name', 'ci'],
        ['scope', 'tests:read'],
        ['expiry', 'date'],
        ['day', '2026-02-30'],
      ],
      'day',
    ],
    [
      'a control character',
      [
        ['name', 'a\u0007b'],
        ['scope', 'tests:read'],
        ['expiry', 'never'],
      ],
      'name',
    ],
  ] as [string, [string, string][], string][])('says what to change: %s', async (_name, pairs, field) => {
    const { asked, filled } = await formOf(pairs)
    expect(asked).toBeUndefined()
    expect(filled.problems.map((problem) => problem.field)).toEqual([field])
  })
})

describe('what is asked of the audit log', () => {
  const of = (query: string) => auditAsked(new URL(`http://x.example/settings/audit?${query}`))

  test('is read out of the address', () => {
    expect(
      of('action=key.created&by=per_0000000000000000&since=2026-11-01&until=2026-11-02&before=12'),
    ).toEqual({
      filter: {
        action: 'key.created',
        actorId: 'per_0000000000000000',
        since: new Date('2026-11-01T00:00:00Z'),
        until: new Date('2026-11-02T23:59:59.999Z'),
      },
      before: 12,
      filled: {
        typed: {
          action: 'key.created',
          by: 'per_0000000000000000',
          since: '2026-11-01',
          until: '2026-11-02',
        },
        problems: [],
      },
    })
    expect(of('by=operator').filter).toEqual({ actorKind: 'operator' })
  })

  test('is nothing where it makes no sense', () => {
    const odd = of("action=drop&by=';--&since=yesterday&until=2026-13-01&before=-1e9")
    expect(odd).toMatchObject({ filter: {}, filled: { typed: { action: '', by: '', since: '', until: '' } } })
    expect(odd.before).toBeUndefined()
  })
})

test('lines to copy hold the key, and only what its scopes open', () => {
  const asked = { key: 'mg_secret', baseUrl: 'https://mg.example' }
  const whole = keyLines({ ...asked, scopes: ['tests:write', 'tests:read'] })
  expect(whole.map(({ title }) => title)).toEqual(['curl', 'A test mail with swaks', 'A CI pipeline'])
  for (const { text } of whole) expect(text).toContain('mg_secret')
  expect(keyLines({ ...asked, scopes: ['tests:read'] })).toEqual([
    {
      title: 'curl',
      text: 'curl "https://mg.example/v1/tests" \\\n  --header "Authorization: Bearer mg_secret"',
    },
  ])
  const [, , pipeline] = keyLines({
    ...asked,
    program: 'dist/mailgauge',
    scopes: ['tests:write', 'tests:read'],
  })
  expect(pipeline?.text).toContain('\ndist/mailgauge test create > test.env\n')
  expect(pipeline?.text).toContain('\ndist/mailgauge test gate ')
  expect(keyLines({ ...asked, scopes: ['domains:read'] })[0]?.text).toContain('/v1/domains')
  expect(keyLines({ ...asked, scopes: ['dmarc:read'] })[0]?.text).toContain('/v1/whoami')
})

test('amounts have their units, times are words', () => {
  expect([0, 1, 1023, 1024, 10_240, 1_048_575, 5e9].map(bytes)).toEqual([
    '0 bytes',
    '1 byte',
    '1023 bytes',
    '1.0 KB',
    '10 KB',
    '1.0 MB',
    '4.7 GB',
  ])
  expect([amount(1234567), share(1, 1000), share(1, 2), share(0, 0)]).toEqual([
    '1,234,567',
    'under 1%',
    '50%',
    '0%',
  ])
  const at = (seconds: number) => ago(new Date(NOW.getTime() + seconds * 1000), NOW)
  expect([at(0), at(-60), at(-3 * 3600), at(5 * 86_400)]).toEqual([
    'just now',
    '60 seconds ago',
    '3 hours ago',
    'in 5 days',
  ])
})
