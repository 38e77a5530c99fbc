import { describe, expect, test } from 'bun:test'
import { linkBlocklist } from '../../../src/analysis/analyzers/server/link-blocklist.ts'
import type { ZoneLiteral } from '../../../src/net/dns/zone.ts'
import { withFix } from '../../support/with-fix.ts'
import {
  answers,
  askedOf,
  type LISTS,
  listScene,
  NAME_LISTS,
  questionOf,
  usable,
} from '../domain-list-scene.ts'
import type { Scene } from '../server/server-context.ts'

const COUNT = NAME_LISTS.length
const HTML = ['From: <a@example.org>', 'Content-Type: text/html; charset=utf-8']

function withLinks(urls: readonly string[], more: Scene = {}) {
  const body = urls.map((url) => `<a href="${url}">x</a>`).join('\r\n')
  return listScene({ headers: HTML, body, ...more })
}

describe('status and cost', () => {
  test.each<[string, ZoneLiteral, string[], string, number]>([
    ['on no list', {}, [], 'passed', 0],
    ['0.2 for each weight of the code', answers('uribl shop.example 127.0.0.2'), [], 'failed', -1.2],
    ['the other of two', answers('sem-uribl cdn.example 127.0.0.2'), [], 'failed', -0.4],
    [
      'two domains on one list',
      answers('uribl shop.example 127.0.0.4', 'uribl cdn.example 127.0.0.4'),
      [],
      'failed',
      -0.8,
    ],
    [
      'never more than 2',
      answers('spamhaus-dbl shop.example 127.0.1.5', 'uribl cdn.example 127.0.0.2'),
      [],
      'failed',
      -2,
    ],
    ['a list without answer', {}, [`A ${questionOf('surbl', 'cdn.example')}`], 'error', 0],
    ['refused', answers('surbl shop.example 127.0.0.1'), [], 'error', 0],
  ])('%s', async (_name, zone, fail, status, score) => {
    const body =
      '<a href="https://www.shop.example/a?b">x</a><img src="https://i.cdn.example/secretpath.png">'
    const conclusion = withFix(await linkBlocklist.run(listScene({ headers: HTML, body, zone, fail })))
    expect({ status: conclusion.status as string, score: conclusion.score }).toEqual({ status, score })
    expect(conclusion.detail['summary']).toStartWith(
      `Asked ${COUNT} of ${COUNT} lists about shop.example, cdn.example: listed on `,
    )
    expect(JSON.stringify(conclusion)).not.toContain('secretpath')
    const listed = status === 'failed'
    expect(conclusion.detail['advice']?.includes('Take the links to ') ?? false).toBe(listed)
  })
})

test('the domains of the sender are left out: each is judged once', async () => {
  const zone = answers('uribl example.org 127.0.0.2', 'uribl platform.example 127.0.0.2')
  const context = withLinks(
    ['https://www.example.org/', 'https://click.platform.example/', 'https://x.example/'],
    {
      envelope: { mailFrom: 'b@bounces.platform.example' },
      zone,
    },
  )
  const { status, detail } = withFix(await linkBlocklist.run(context))
  expect(status).toBe('passed')
  expect(askedOf(context.asked.calls, 'uribl')).toEqual(['x.example'])
  expect(detail).toMatchObject({
    checked_domains: 'x.example',
    judged_with_sender: 'example.org, platform.example',
  })
})

test.each<[string, string[], Scene]>([
  ['no links', [], {}],
  ['own links alone', ['https://a.example.org/'], {}],
  ['no web links', ['mailto:a@b.example', 'cid:x', 'https://localhost/', 'https://intranet/', '/path'], {}],
  [
    'a sample',
    ['https://x.example/'],
    {
      envelope: { clientAddress: '127.0.0.1', mailFrom: 'a@demo.example' },
      settings: { demoDomain: 'demo.example' },
    },
  ],
])('%s: neutral, no list is asked', async (_name, urls, more) => {
  const context = withLinks(urls, more)
  expect((await linkBlocklist.run(context)).status).toBe('neutral')
  for (const { id } of NAME_LISTS) expect(askedOf(context.asked.calls, id)).toEqual([])
})

test('addresses are asked reversed where a list takes them, private ones nowhere', async () => {
  const zone = { [questionOf('uribl', '7.2.0.192')]: { A: ['127.0.0.2'] } }
  const context = withLinks(
    ['http://192.0.2.7/a', 'http://0xc0000207/b', 'http://10.0.0.1/', 'http://[2001:db8::1]/'],
    {
      zone,
    },
  )
  const { detail, score } = withFix(await linkBlocklist.run(context))
  expect(score).toBe(-1.2)
  expect(detail['checked_domains']).toBe('192.0.2.7')
  expect(askedOf(context.asked.calls, 'uribl')).toEqual(['7.2.0.192'])
  expect(detail['dbl.spamhaus.org']).toBe('skipped: it is not asked about addresses')
  expect(detail['summary']).toStartWith(`Asked ${COUNT - 1} of ${COUNT} lists about 192.0.2.7`)
})

test('beside a domain, a list that takes no addresses is still one that was asked', async () => {
  const { status, detail } = withFix(
    await linkBlocklist.run(withLinks(['http://192.0.2.7/', 'http://x.example/'])),
  )
  expect(status).toBe('passed')
  expect(detail['summary']).toStartWith(`Asked ${COUNT} of ${COUNT} lists`)
  expect(detail['dbl.spamhaus.org']).toBe(
    'skipped: 192.0.2.7: it is not asked about addresses; not listed: x.example',
  )
})

test('international names are asked as A-labels, customers of a hosting company each by their own name', async () => {
  const context = withLinks([
    'https://www.bücher.example/',
    'https://Shop.BLOGSPOT.com/',
    'https://github.io/',
  ])
  withFix(await linkBlocklist.run(context))
  expect(askedOf(context.asked.calls, 'surbl')).toEqual([
    'xn--bcher-kva.example',
    'shop.blogspot.com',
    'github.io',
  ])
})

describe('2,000 links to as many domains', () => {
  const urls = Array.from({ length: 2_000 }, (_, index) => `https://a.d${index}.example/${index}`)

  test('the first twenty are asked, within the share; the others are named and counted', async () => {
    const context = withLinks(urls, { limited: true })
    const { status, detail } = withFix(await linkBlocklist.run(context))
    expect(status).toBe('passed')
    expect(askedOf(context.asked.calls, 'uribl')).toHaveLength(20)
    expect(detail['not_asked']).toStartWith('d20.example, d21.example, ')
    expect(detail['not_asked']).toEndWith(' and 1960 more')
    expect(JSON.stringify(detail).length).toBeLessThan(5_000)
  })

  test('all on every list: bounded, and the reasons take only what is left of the share', async () => {
    const zone = Object.fromEntries(
      NAME_LISTS.flatMap(({ id, bits }) =>
        urls
          .slice(0, 20)
          .map((_, index) => [
            questionOf(id, `d${index}.example`),
            { A: [bits ? '127.0.0.2' : '127.0.1.2'], TXT: ['reason '.repeat(100)] },
          ]),
      ),
    )
    const { score, detail } = withFix(await linkBlocklist.run(withLinks(urls, { limited: true, zone })))
    expect(score).toBe(-2)
    expect(detail['dbl.spamhaus.org']).toStartWith('listed: ')
    expect(JSON.stringify(detail).length).toBeLessThan(40_000)
  })
})

test('more lists than the share has questions for: the last domains stay open, never clean', async () => {
  const spare = Array.from({ length: 4 }, (_, index) => ({
    ...NAME_LISTS[0],
    id: `extra${index}`,
    name: `extra${index}.example`,
    zone: `extra${index}.example`,
  })) as typeof LISTS
  const lists = [...NAME_LISTS, ...spare]
  const urls = Array.from({ length: 20 }, (_, index) => `https://d${index}.example/`)
  const { status, detail } = withFix(
    await linkBlocklist.run(
      withLinks(urls, { limited: true, settings: { lists, listStates: usable(lists) } }),
    ),
  )
  expect(status).toBe('error')
  expect(detail['extra3.example']).toStartWith(
    'error: d17.example, d18.example, d19.example: no question was left',
  )
})
