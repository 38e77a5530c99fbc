import { describe, expect, test } from 'bun:test'
import { withoutMarks } from '../../../../../src/core/verbatim.ts'
import type { ZoneLiteral } from '../../../../../src/net/dns/zone.ts'
import { ADDRESS, HOST, looked, OTHER, published, TOKEN, textOf } from './sought.ts'

const D = '_dmarc.example.org'
const at = (...texts: string[]): ZoneLiteral => ({ [D]: { TXT: texts } })
const record = async (...texts: string[]) => (await looked('example.org', at(...texts))).record
const offered = async (text: string) => textOf((await record(text)).publish[0]?.change.records[0])

describe('the record that applies names the address', () => {
  test.each([
    `v=DMARC1; p=reject; rua=mailto:${ADDRESS}`,
    `v=DMARC1;p=reject;rua=mailto:a@example.org,mailto:${ADDRESS}`,
    `v=DMARC1; p=none; rua = MAILTO:${ADDRESS.toUpperCase()} , mailto:a@example.org`,
    `v=DMARC1; p=none; rua=mailto:${ADDRESS}!10m`,
    `v=DMARC1; p=none; rua=mailto:%61${ADDRESS.slice(1)}`,
    `v=DMARC1; p=none; rua=mailto:${TOKEN}%40${HOST}`,
    `v=DMARC1; p=none; rua=mailto:${ADDRESS}.`,
    `v=DMARC1; p=none; rua=mailto:${ADDRESS}?subject=x`,
  ])('%s', async (text) => {
    expect(await record(text)).toMatchObject({ state: 'ok', publish: [], by: 'owner' })
  })

  test('an address behind the second is said to be so', async () => {
    const many = 'v=DMARC1; p=none; rua=mailto:a@example.org,mailto:b@example.org'
    expect((await record(`${many},mailto:${ADDRESS}`)).notes[0]).toStartWith('It is address 3 of rua=.')
    expect((await record(many)).notes[0]).toStartWith('It will be address 3 of rua=.')
    expect((await record(`v=DMARC1; p=none; rua=mailto:${ADDRESS}`)).notes).toEqual([])
  })

  test('in ruf alone it is not named, and does not belong there', async () => {
    const seen = await record(`v=DMARC1; p=none; ruf=mailto:${ADDRESS}`)
    expect(seen.state).toBe('missing')
    expect(seen.notes.join(' ')).toContain('Failure reports hold people')
  })

  test('the address of another domain of the account will do', async () => {
    const accounts = [
      { domain: 'example.org', address: OTHER },
      { domain: 'news.example.org', address: ADDRESS },
    ]
    const literal = at(`v=DMARC1; p=reject; rua=mailto:${OTHER}`)
    const seen = (await looked('news.example.org', literal, { accounts })).record
    expect(seen).toMatchObject({ state: 'ok', zone: 'example.org' })
    expect(seen.says).toContain('The record of example.org applies to news.example.org.')
  })

  test('an address that is nobody’s here', async () => {
    const seen = await record(`v=DMARC1; p=none; rua=mailto:${OTHER}`)
    expect(seen.state).toBe('missing')
    expect(seen.notes).toContain(`${OTHER} is the reports address of no verified domain of this account.`)
  })
})

describe('what is to be published', () => {
  const uri = `mailto:${ADDRESS}`
  test.each([
    ['v=DMARC1; p=none', `v=DMARC1; p=none; rua=${uri}`],
    ['v=DMARC1; p=none;', `v=DMARC1; p=none; rua=${uri}`],
    ['v=DMARC1;p=none; ', `v=DMARC1;p=none;rua=${uri}`],
    ['v=DMARC1;p=none;sp=reject', `v=DMARC1;p=none;sp=reject;rua=${uri}`],
    [
      'v=DMARC1; p=none; rua=mailto:A@Example.org!10m , https://x.example/y ; ri=3600',
      `v=DMARC1; p=none; rua=mailto:A@Example.org!10m , https://x.example/y,${uri} ; ri=3600`,
    ],
    ['v=DMARC1; p=none; rua=', `v=DMARC1; p=none; rua=${uri}`],
    ['v=DMARC1; p=none; rua=mailto:a@b.example,', `v=DMARC1; p=none; rua=mailto:a@b.example,${uri}`],
    ['v=DMARC1; p=none; RUA=mailto:a@b.example', `v=DMARC1; p=none; rua=mailto:a@b.example,${uri}`],
    [`v=DMARC1; p=none; RUA=mailto:${ADDRESS}!10m`, `v=DMARC1; p=none; rua=mailto:${ADDRESS}!10m`],
    ['v=DMARC1; p=none; x-Own=Kept Case', `v=DMARC1; p=none; x-Own=Kept Case; rua=${uri}`],
    [
      `v=DMARC1; p=quarantine; rua=${ADDRESS},mailto:a@b.example`,
      `v=DMARC1; p=quarantine; rua=${uri},mailto:a@b.example`,
    ],
    ['v=DMARC1; p=non', `v=DMARC1; p=none; rua=${uri}`],
    ['v=DMARC1 p=none', `v=DMARC1; p=none; rua=${uri}`],
    ['p=none; rua=mailto:a@b.example', `v=DMARC1; p=none; rua=mailto:a@b.example,${uri}`],
  ])('%s', async (text, wanted) => {
    expect(await offered(text)).toBe(wanted)
    const seen = await record(text)
    expect(seen.publish[0]).toMatchObject({ instead: text, change: { name: D, type: 'TXT' } })
    expect((await looked('example.org', published(at(text), seen))).record.state).toBe('ok')
  })

  test('a list in capitals is said to be so', async () => {
    expect((await record('v=DMARC1; p=none; RUA=mailto:a@b.example')).notes).toContain(
      'Tag names are written in lower case: rua, or a receiver may not see the tag.',
    )
  })

  test('a broken address is named, and stays', async () => {
    const text = 'v=DMARC1; p=none; rua=a@example.org,mailto:b@example.org'
    const seen = await record(text)
    expect(seen.notes).toEqual([
      'It will be address 3 of rua=. Receivers need to send to the first two only (RFC 7489 section 6.3): some reports may not come.',
      'An address of rua= lacks its mailto:. It is written “a@example.org”.',
    ])
    expect(await offered(text)).toBe(`${text},mailto:${ADDRESS}`)
  })

  test('a long record in strings of 255 octets', async () => {
    const uris = Array.from({ length: 12 }, (_, n) => `mailto:reports-of-dmarc-${n}@long.example.org`)
    const text = `v=DMARC1; p=none; rua=${uris.join(',')}`
    const [{ change } = { change: undefined }] = (await record(text)).publish
    expect(change?.records[0]?.match(/"[^"]*"/g)?.map((one) => one.length)).toEqual([257, 257, 87])
    expect(textOf(change?.records[0])).toBe(`${text},mailto:${ADDRESS}`)
  })

  test('a record that has no room', async () => {
    const text = `v=DMARC1; p=none; x=${'x'.repeat(1_970)}`
    expect(await record(text)).toMatchObject({ state: 'missing', publish: [] })
    expect((await record(text)).advice).toStartWith('The record has 1990 characters')
  })

  test.each([
    [['v=DMARC1; p=none', 'v=DMARC1; p=reject'], 'there are 2 DMARC records'],
    [['v=DMARC1; p=reject; p=reject; rua=mailto:a@b.example'], 'the record cannot be read'],
    [['v=DMARC1.0; p=reject'], 'must begin with v=DMARC1'],
  ])('%j has to be corrected first, as it would enforce a policy', async (texts, says) => {
    const seen = await record(...texts)
    expect(seen).toMatchObject({ state: 'wrong', publish: [] })
    expect(seen.says).toContain(says)
    expect(withoutMarks(seen.advice ?? '')).toStartWith('Correct the record first')
  })

  test('several that ask for nothing become one', async () => {
    const seen = await record(
      'v=DMARC1; p=none; rua=mailto:a@b.example',
      'v=DMARC1; p=none; ruf=mailto:c@b.example',
    )
    expect(seen.publish).toHaveLength(1)
    expect(textOf(seen.publish[0]?.change.records[0])).toBe(
      `v=DMARC1; p=none; rua=mailto:a@b.example,mailto:${ADDRESS}; ruf=mailto:c@b.example`,
    )
  })
})

describe('where there is none', () => {
  test('the first record', async () => {
    const seen = await looked('example.org', {})
    expect(seen.record).toMatchObject({ state: 'missing', zone: 'example.org' })
    expect(textOf(seen.record.publish[0]?.change.records[0])).toBe(`v=DMARC1; p=none; rua=mailto:${ADDRESS}`)
    expect(seen.consent.state).toBe('ok')
  })

  test('a subdomain, alone and with its organization in the account', async () => {
    const alone = (await looked('a.example.org', {})).record
    expect(alone.publish[0]?.change.name).toBe('_dmarc.a.example.org')
    const accounts = [
      { domain: 'example.org', address: OTHER },
      { domain: 'a.example.org', address: ADDRESS },
    ]
    const both = (await looked('a.example.org', {}, { accounts })).record
    expect(both).toMatchObject({ zone: 'example.org', publish: [{ change: { name: D } }] })
    expect(textOf(both.publish[0]?.change.records[0])).toBe(`v=DMARC1; p=none; rua=mailto:${OTHER}`)
  })

  test('an alias', async () => {
    const target = '_dmarc.example.org.dmarc.vendor.example'
    const none = (await looked('example.org', { [D]: { CNAME: [target] } })).record
    expect(none).toMatchObject({ state: 'missing', publish: [] })
    expect(none.advice).toContain(`is an alias of ${target}`)
    const there = (
      await looked('example.org', { [D]: { CNAME: [target] }, [target]: { TXT: ['v=DMARC1; p=reject'] } })
    ).record
    expect(there.publish[0]?.change.name).toBe(target)
    expect(there.advice).toContain('publish it there')
  })

  test('a registry’s record leaves the policy to its owner', async () => {
    const seen = (await looked('shop.bank', { '_dmarc.bank': { TXT: ['v=DMARC1; p=reject; psd=y'] } })).record
    expect(seen).toMatchObject({ state: 'missing', publish: [] })
    expect(seen.advice).toContain('_dmarc.shop.bank')
  })

  test('no answer is not known', async () => {
    const seen = await looked('a.example.org', {}, {}, [`TXT ${D}`, `MX ${HOST}`])
    expect(seen).toMatchObject({ record: { state: 'unknown' }, mx: { state: 'unknown' } })
  })
})

describe('a subdomain whose organization has the record', () => {
  const literal = at(
    'v=DMARC1; p=reject; sp=quarantine; np=reject; adkim=s; rua=mailto:a@example.org; ruf=mailto:f@example.org',
  )

  test('is named there; else in one of its own that repeats the policy', async () => {
    const seen = (await looked('news.example.org', literal)).record
    expect(seen).toMatchObject({ state: 'missing', zone: 'example.org', publish: [{ change: { name: D } }] })
    expect(seen.otherwise?.change.name).toBe('_dmarc.news.example.org')
    expect(textOf(seen.otherwise?.change.records[0])).toBe(
      `v=DMARC1; p=quarantine; np=reject; adkim=s; rua=mailto:a@example.org,mailto:${ADDRESS}`,
    )
  })

  test('in the account too, there is one way', async () => {
    const accounts = [
      { domain: 'example.org', address: OTHER },
      { domain: 'news.example.org', address: ADDRESS },
    ]
    const seen = (await looked('news.example.org', literal, { accounts })).record
    expect(seen.otherwise).toBeUndefined()
    expect(textOf(seen.publish[0]?.change.records[0])).toContain(OTHER)
  })

  test('receivers that see different records: both are to name it', async () => {
    const seen = (
      await looked('a.b.example.org', {
        ...literal,
        '_dmarc.b.example.org': { TXT: ['v=DMARC1; p=none; psd=n'] },
      })
    ).record
    expect(seen.publish.map(({ change }) => change.name).toSorted()).toEqual(['_dmarc.b.example.org', D])
    expect(seen.otherwise).toBeUndefined()
  })
})
