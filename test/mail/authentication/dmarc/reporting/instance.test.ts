import { describe, expect, test } from 'bun:test'
import type { ZoneFailures, ZoneLiteral } from '../../../../../src/net/dns/zone.ts'
import { ADDRESS, HOST, looked, OTHER, published } from './sought.ts'

const RECORD: ZoneLiteral = { '_dmarc.example.org': { TXT: [`v=DMARC1; p=none; rua=mailto:${ADDRESS}`] } }
const NAME = `example.org._report._dmarc.${HOST}`
const WILDCARD = `*._report._dmarc.${HOST}`

describe('consent', () => {
  const consent = async (literal: ZoneLiteral, fail?: ZoneFailures) =>
    (await looked('example.org', { ...RECORD, ...literal }, {}, fail)).consent

  test.each<[string, ZoneLiteral]>([
    ['a wildcard with a semicolon', {}],
    ['a record of the domain alone', { [WILDCARD]: {}, [NAME]: { TXT: ['v=DMARC1'] } }],
    [
      'an alias',
      { [WILDCARD]: { CNAME: ['consent.example.net'] }, 'consent.example.net': { TXT: ['v=DMARC1;'] } },
    ],
    ['beside another text', { [NAME]: { TXT: ['something', 'v=DMARC1; '] } }],
    ['with an address of the account', { [NAME]: { TXT: [`v=DMARC1; rua=mailto:${ADDRESS}`] } }],
  ])('%s', async (_name, literal) => {
    expect(await consent(literal)).toMatchObject({ state: 'ok', by: 'operator', publish: [] })
  })

  test('none: the wildcard is published once', async () => {
    const literal: ZoneLiteral = { [WILDCARD]: {} }
    const seen = await consent(literal)
    expect(seen).toMatchObject({
      state: 'missing',
      zone: HOST,
      publish: [{ change: { name: WILDCARD, records: ['"v=DMARC1"'] } }],
    })
    expect(await consent(published(literal, seen))).toMatchObject({ state: 'ok' })
  })

  test('another text in its place', async () => {
    const literal: ZoneLiteral = { [NAME]: { TXT: ['DMARC1'] } }
    const seen = await consent(literal)
    expect(seen).toMatchObject({ state: 'wrong', publish: [{ instead: 'DMARC1', change: { name: NAME } }] })
    expect(await consent(published(literal, seen))).toMatchObject({ state: 'ok' })
  })

  test('a redirect takes the reports elsewhere', async () => {
    const seen = await consent({ [NAME]: { TXT: [`v=DMARC1; rua=mailto:${OTHER}`] } })
    expect(seen.state).toBe('wrong')
    expect(seen.says).toContain(`it names mailto:${OTHER} in rua=`)
  })

  test('no answer is not known', async () => {
    expect(await consent({}, [`TXT ${NAME}`])).toMatchObject({ state: 'unknown' })
  })

  test('a name that is too long', async () => {
    const labels = Array.from({ length: 4 }, () => 'l'.repeat(54)).join('.')
    const seen = (
      await looked(`${labels}.example.org`, {
        [`_dmarc.${labels}.example.org`]: { TXT: ['v=DMARC1; p=none'] },
      })
    ).consent
    expect(seen).toMatchObject({ state: 'wrong', publish: [] })
    expect(seen.says).toContain('longer than the DNS allows')
  })

  describe('within one organization', () => {
    const host = 'reports.example.org'
    const within = async (literal: ZoneLiteral, fail?: ZoneFailures) =>
      (await looked('example.org', literal, { host, address: `x@${host}`, accounts: [] }, fail)).consent

    test('by both ways to tell it, nobody asks', async () => {
      expect(await within({ '_dmarc.example.org': { TXT: ['v=DMARC1; p=none'] } })).toMatchObject({
        state: 'not_needed',
      })
      expect(await within({})).toMatchObject({ state: 'not_needed' })
    })

    test('by the tree walk another one: it is asked for', async () => {
      const apart: ZoneLiteral = {
        '_dmarc.example.org': { TXT: ['v=DMARC1; p=none'] },
        '_dmarc.reports.example.org': { TXT: ['v=DMARC1; p=none; psd=n'] },
      }
      expect(await within(apart)).toMatchObject({ state: 'missing' })
    })

    test('by the list another one: it is asked for', async () => {
      const seen = await looked(
        'a.github.io',
        {
          '_dmarc.github.io': { TXT: ['v=DMARC1; p=none'] },
          '_dmarc.a.github.io': { TXT: ['v=DMARC1; p=none'] },
        },
        { host: 'b.github.io' },
      )
      expect(seen.consent.state).toBe('missing')
    })

    test('a walk that failed, without consent', async () => {
      expect(await within({}, ['TXT _dmarc.reports.example.org'])).toMatchObject({ state: 'unknown' })
    })
  })
})

describe('mail for the reports host', () => {
  const mx = async (literal: ZoneLiteral, fail?: ZoneFailures) =>
    (await looked('example.org', { ...RECORD, ...literal }, {}, fail)).mx

  test.each<[string, ZoneLiteral]>([
    ['by the name of the mail host', {}],
    [
      'by another name of its address',
      { [HOST]: { MX: [[5, 'in.example.net']] }, 'in.example.net': { A: ['192.0.2.1'] } },
    ],
    ['by its own address', { [HOST]: { A: ['192.0.2.1'] } }],
    [
      'as for test addresses',
      {
        [HOST]: { MX: [[5, 'filter.example.net']] },
        'in.mailgauge.net': { MX: [[5, 'filter.example.net']] },
        'filter.example.net': { A: ['192.0.2.7'] },
      },
    ],
  ])('%s', async (_name, literal) => {
    expect(await mx(literal)).toMatchObject({ state: 'ok', publish: [], by: 'operator' })
  })

  test.each<[string, ZoneLiteral, string, string]>([
    ['none', { [HOST]: {} }, 'missing', 'has no MX record'],
    ['a null MX', { [HOST]: { MX: [[0, '']] } }, 'wrong', 'null MX record'],
    ['without an address', { [HOST]: { MX: [[1, 'gone.example.net']] } }, 'wrong', 'has no address'],
    [
      'elsewhere',
      { [HOST]: { MX: [[1, 'mail.example.net']] }, 'mail.example.net': { A: ['192.0.2.9'] } },
      'wrong',
      'goes to mail.example.net, and not to mx.mailgauge.net',
    ],
    ['its own address elsewhere', { [HOST]: { A: ['192.0.2.9'] } }, 'wrong', 'has no MX record'],
  ])('%s', async (_name, literal, state, says) => {
    const seen = await mx(literal)
    expect(seen).toMatchObject({
      state,
      zone: HOST,
      publish: [{ change: { name: HOST, type: 'MX', records: ['10 mx.mailgauge.net.'] } }],
    } as object)
    expect(seen.says).toContain(says)
  })

  test('another host beside it', async () => {
    const seen = await mx({
      [HOST]: {
        MX: [
          [1, 'mx.mailgauge.net'],
          [2, 'mail.example.net'],
        ],
      },
      'mail.example.net': { A: ['192.0.2.9'] },
    })
    expect(seen).toMatchObject({ state: 'ok', notes: ['Reports may also go to mail.example.net.'] })
  })

  test('no answer is not known', async () => {
    expect(await mx({}, [`MX ${HOST}`])).toMatchObject({ state: 'unknown', publish: [] })
  })
})
