import { describe, expect, test } from 'bun:test'
import type { ToPublish } from '../../../../../src/core/aggregate/set-up.ts'
import { inheritedFrom, policyOf } from '../../../../../src/mail/authentication/dmarc/policy.ts'
import { discoverDmarc } from '../../../../../src/mail/authentication/dmarc/record.ts'
import { namedUris } from '../../../../../src/mail/authentication/dmarc/reporting/uris.ts'
import { isDmarcRecord, readDmarcRecord } from '../../../../../src/mail/authentication/dmarc/tags.ts'
import { judgeDmarc } from '../../../../../src/mail/authentication/dmarc/verify.ts'
import type { ZoneLiteral } from '../../../../../src/net/dns/zone.ts'
import { chance } from '../../../../support/chance.ts'
import { zone } from '../../../../support/zone.ts'
import { ADDRESS, HOST, INSTANCE, looked, published, textOf } from './sought.ts'

const RUNS = 1_500
const ORGANISATION = 'example.org'
const SUBDOMAIN = 'news.example.org'

/** A record as people write them: blanks, case, tags that nobody knows, tags twice, addresses in many forms. */
function written(random: () => number): string {
  const one = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T
  const cased = (text: string) =>
    one([text, text, text, text.toUpperCase(), text[0]?.toUpperCase() + text.slice(1)])
  const blank = () => one(['', '', '', ' ', '  ', '\t'])
  const policy = () => cased(one(['none', 'quarantine', 'reject', 'reject', 'non', 'block', '']))
  const uris = () =>
    Array.from({ length: Math.floor(random() * 4) }, (_, n) =>
      one([
        `mailto:d${n}@example.org`,
        `MAILTO:D${n}@Vendor.example!10m`,
        `d${n}@example.org`,
        `https://x.example/${n}`,
        `mailto:d${n}%2Bx@vendor.example`,
        `"mailto:d${n}@example.org"`,
        '',
      ]),
    ).join(one([',', ', ', ' ,', ' ']))
  const tag = () =>
    one([
      () => `sp=${policy()}`,
      () => `np=${policy()}`,
      () => `adkim=${one(['r', 's', 'S', 'x'])}`,
      () => `aspf=${one(['r', 's', 'relaxed'])}`,
      () => `pct=${one(['0', '50', '100'])}`,
      () => `t=${one(['y', 'n', 'Y'])}`,
      () => `psd=${one(['n', 'u', 'y'])}`,
      () => `fo=${one(['1', '0:d', 'x'])}`,
      () => `rua=${uris()}`,
      () => `rua=${uris()}`,
      () => `RUA=${uris()}`,
      () => `ruf=${uris()}`,
      () => `x-${one(['own', 'Own'])}=${one(['a b', 'p=reject', '1'])}`,
      () => one(['', 'stray', 'rua', '"', '\\;', 'é']),
    ])()
  const tags = [`p${blank()}=${blank()}${policy()}`, ...Array.from({ length: Math.floor(random() * 6) }, tag)]
  const inOrder = random() < 0.9 ? tags : tags.toReversed()
  const version = one([
    'v=DMARC1',
    'v=DMARC1',
    'v=DMARC1',
    'V=DMARC1',
    'v = DMARC1',
    'v=DMARC1.0',
    'v=dmarc1',
  ])
  const parts = [version, ...inOrder].map((part) => `${blank()}${part}${blank()}`)
  return `${parts.join(one([';', ';', '; ', ' ']))}${one(['', ';', '; '])}`.trimStart()
}

const NAMES = [ORGANISATION, SUBDOMAIN, `deep.${SUBDOMAIN}`, `other.${ORGANISATION}`]

/** A domain that was verified exists; names below it may not. */
const EXISTING: ZoneLiteral = { [SUBDOMAIN]: { A: ['192.0.2.9'] } }

/** What receivers do with mail of every name, by our own reading and by that of the library. */
async function effects(literal: ZoneLiteral) {
  const resolver = zone(literal)
  return Promise.all(
    NAMES.map(async (name) => {
      const { record, recordDomain, organisation } = await discoverDmarc(name, resolver)
      const judged = (dkim: string) =>
        judgeDmarc({
          authors: [`a@${name}`],
          fromFields: 1,
          dkim: dkim === '' ? [] : [{ result: 'pass', domain: dkim, selector: 's' } as never],
          resolver,
        })
      const [bare, relaxed] = await Promise.all([judged(''), judged(`mail.${name}`)])
      const applied = recordDomain === name ? policyOf(record) : inheritedFrom(record)
      const isEnforced = Object.values(applied).some((policy) => policy !== 'none')
      return {
        name,
        applied,
        policy: bare.outcome.policy ?? 'none',
        // What passes says nothing where nothing is asked for.
        ...(isEnforced && { organisation, result: bare.outcome.result, relaxed: relaxed.outcome.result }),
      }
    }),
  )
}

const urisOf = (text: string) =>
  [
    ...new Set(
      (['rua', 'RUA', 'Rua'] as const).flatMap((tag) => readDmarcRecord(text).tags[tag]?.split(',') ?? []),
    ),
  ]
    .map((uri) => uri.trim())
    .filter(Boolean)

type Way = readonly ToPublish[]

/** Publishes one way, and looks from both sides. */
async function tried(domain: string, text: string, literal: ZoneLiteral, publish: Way): Promise<void> {
  const after = published(literal, { publish: [...publish] })
  const next = textOf(publish[0]?.change.records[0])
  expect({ text, next, effects: await effects(after) }).toEqual({
    text,
    next,
    effects: await effects(literal),
  })
  const seen = await looked(domain, after)
  expect({ text, next, state: seen.record.state }).toEqual({ text, next, state: 'ok' })
  const { destinations } = await discoverDmarc(domain, zone(after))
  expect(destinations).toContainEqual(
    expect.objectContaining({ tag: 'rua', domain: HOST, authorized: 'yes', receives: 'yes' }),
  )
}

/** What was named is named still, in its order, and the new one comes last. */
function expectOrder(text: string, next: string): void {
  if (text.match(/rua/gi)?.length !== 1 || !isDmarcRecord(text) || readDmarcRecord(text).unreadable) return
  const now = namedUris(readDmarcRecord(next), 'rua').map(({ uri }) => uri)
  const kept = new Set(urisOf(text).filter((uri) => now.includes(uri)))
  expect(now.at(-1)).toBe(`mailto:${ADDRESS}`)
  expect([...new Set(now.filter((uri) => kept.has(uri)))]).toEqual([...kept])
}

/** None, one or two records at each of three names. */
function manyNames(random: () => number): ZoneLiteral {
  const some = () => Array.from({ length: Math.floor(random() * 2.3) }, () => written(random))
  const texts = { [SUBDOMAIN]: some(), [ORGANISATION]: some(), org: random() < 0.1 ? some() : [] }
  const records = Object.entries(texts).map(([name, TXT]) => [`_dmarc.${name}`, { TXT }] as const)
  return { ...INSTANCE, ...EXISTING, ...Object.fromEntries(records.filter(([, { TXT }]) => TXT.length > 0)) }
}

describe('what is offered leaves the policy of all mail as it is', () => {
  test.each([ORGANISATION, SUBDOMAIN])('for %s', async (domain) => {
    const random = chance(14)
    const offers = { record: 0, own: 0, words: 0 }
    for (let run = 0; run < RUNS; run++) {
      const text = written(random)
      const literal: ZoneLiteral = { ...INSTANCE, ...EXISTING, '_dmarc.example.org': { TXT: [text] } }
      const { record } = await looked(domain, literal)
      expect({ text, state: record.state }).toEqual({
        text,
        state: expect.stringMatching(/^(?:missing|wrong)$/),
      })
      const { publish, otherwise, advice } = record
      if (publish.length > 0) await tried(domain, text, literal, publish)
      else expect({ text, advice }).toEqual({ text, advice: expect.any(String) })
      if (publish[0]) expectOrder(text, textOf(publish[0].change.records[0]))
      if (otherwise) await tried(domain, text, literal, [otherwise])
      offers[publish.length > 0 ? 'record' : 'words']++
      if (otherwise) offers.own++
    }
    expect(offers.record).toBeGreaterThan(RUNS / 4)
    if (domain === SUBDOMAIN) expect(offers.own).toBeGreaterThan(RUNS / 10)
  })

  test('with records at several names, and several at one', async () => {
    const random = chance(3)
    let offers = 0
    for (let run = 0; run < RUNS; run++) {
      const literal = manyNames(random)
      const { record } = await looked(SUBDOMAIN, literal)
      const { publish, otherwise, advice, state } = record
      expect({ literal, state }).toEqual({ literal, state: expect.stringMatching(/^(?:missing|wrong)$/) })
      if (publish.length === 0) expect({ literal, advice }).toEqual({ literal, advice: expect.any(String) })
      const ways = [publish, otherwise ? [otherwise] : []].filter((way) => way.length > 0)
      for (const way of ways) await tried(SUBDOMAIN, JSON.stringify(literal), literal, way)
      offers += ways.length
    }
    expect(offers).toBeGreaterThan(RUNS / 2)
  })

  test('octets that are not rua stay as they were', async () => {
    const random = chance(9)
    for (let run = 0; run < RUNS; run++) {
      const text = written(random)
      const record = readDmarcRecord(text)
      if (!isDmarcRecord(text) || record.unreadable || !/^[\x20-\x7e]*$/.test(text)) continue
      if (policyOf(record).p === 'none') continue
      const seen = await looked(ORGANISATION, { '_dmarc.example.org': { TXT: [text] } })
      const next = textOf(seen.record.publish[0]?.change.records[0])
      const parts = text.split(';').filter((part) => !/^\s*rua\s*=/i.test(part) && part.trim() !== '')
      expect(
        next
          .split(';')
          .filter((part) => !/^\s*rua\s*=/i.test(part) && part.trim() !== '')
          .map((one) => one.trim()),
      ).toEqual(parts.map((one) => one.trim()))
    }
  })
})
