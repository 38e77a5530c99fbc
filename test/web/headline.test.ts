import { describe, expect, test } from 'bun:test'
import type { Report } from '../../src/core/report.ts'
import { WITHHOLDING_REASONS } from '../../src/core/withholding.ts'
import { oneLine } from '../../src/web/words/one-line.ts'
import { SECRETS } from './checks.ts'
import { VIEWS } from './message-views.ts'
import { MIXED, PERFECT } from './reports.ts'
import { siteUnderTest } from './site-under-test.ts'

const withheld = { kind: 'verification_code', reason: WITHHOLDING_REASONS.verification_code } as const

const about = (subject: string, from = 'Shop <news@shop.example>'): Report => ({
  ...MIXED,
  headline: { from, date: '', subject },
})

async function pageOf(...reports: Report[]) {
  const site = siteUnderTest()
  const token = await site.fake.create()
  for (const [at, report] of reports.entries()) {
    const id = site.fake.receive(token, at)
    site.fake.finish(token, id, report)
    site.fake.showView(token, id, { ...VIEWS, preview: '<p>Hello</p>' })
  }
  const html = await (await site.ask(`/t/${token}`)).text()
  const meta = [...html.matchAll(/<meta (?:name|property)="([^"]*)" content="([^"]*)"/g)]
  return {
    html,
    token,
    title: /<title>([^<]*)</.exec(html)?.[1] ?? '',
    unfurled: new Map(meta.map(([, name = '', content = '']) => [name, content])),
  }
}

describe('which message it is', () => {
  test('stands above its score and in the title', async () => {
    const { html, title } = await pageOf(about('Your order has shipped'))
    const places = ['news@shop.example', 'Your order has shipped</bdi>', 'class="score-number"']
    const found = places.map((place) => html.indexOf(place))
    expect(found).toEqual(found.toSorted((a, b) => a - b))
    expect(found).not.toContain(-1)
    expect(title).toBe('6.7 · Your order has shipped · Mailgauge')
    expect((await pageOf({ ...PERFECT, headline: about('Hi').headline })).title).toBe('10 · Hi · Mailgauge')
  })

  test('without a subject the title is the score', async () => {
    const { html, title } = await pageOf(about(' \u200b\t'))
    expect(title).toBe('6.7 of 10 · Mailgauge')
    expect(html).toContain('<span class="quiet">none</span>')
    expect(html).toContain('no subject</bdi>')
  })

  test('of one that is withheld, nothing is told but that', async () => {
    const { html, title } = await pageOf({ ...MIXED, withheld })
    expect(title).toBe('6.7 of 10 · Mailgauge')
    expect(html).toContain('Sender and subject are not shown')
    for (const secret of Object.values(SECRETS)) expect(html).not.toContain(secret)
    expect(html).not.toContain('message-subject')
  })

  test('each message of the list has its own subject, but those that are withheld', async () => {
    const { html } = await pageOf(
      about('First try'),
      { ...about('Code 992211'), withheld },
      about('Third try'),
    )
    const listed = [...html.matchAll(/<bdi class="message-subject">([^<]*)</g)].map(([, subject]) => subject)
    expect(listed).toEqual(['Third try', 'First try'])
    expect(html).not.toContain('992211')
  })

  test('hostile words are words on one line', async () => {
    const evil = '"><img src=x onerror=alert(1)>\u202egpj.exe\u0000\r\n\u2028javascript:alert(1)'
    const { html, title } = await pageOf(about(evil.repeat(40), evil))
    expect(html).not.toContain('<img')
    expect(html.slice(0, html.indexOf('Header fields</h3>'))).not.toMatch(/[\u202e\u2028\0]/)
    expect(title.length).toBeLessThan(250)
  })
})

describe('what a chat shows of the link', () => {
  test('is the score alone', async () => {
    const { unfurled, token } = await pageOf(about('Your order has shipped'))
    expect(unfurled.get('og:title')).toBe('6.7 of 10')
    expect(unfurled.get('og:site_name')).toBe('Mailgauge')
    expect(unfurled.get('description')).toBe('How this e-mail is made and sent: 6.7 of 10 points.')
    const told = [...unfurled.values()].join(' ')
    for (const word of ['shipped', 'shop', token, 'http']) expect(told).not.toContain(word)
    expect([...unfurled.keys()]).not.toContain('og:url')
    expect([...unfurled.keys()]).not.toContain('og:image')
  })

  test('the page itself is in no index, and tells no other site its address', async () => {
    const site = siteUnderTest()
    const token = await site.fake.create()
    site.fake.finish(token, site.fake.receive(token), MIXED)
    const { headers } = await site.ask(`/t/${token}`)
    expect(headers.get('x-robots-tag')).toContain('noindex')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
  })
})

describe('the link to a report', () => {
  test('is whole, and there without scripts; of the very message where there are several', async () => {
    const one = await pageOf(MIXED)
    expect(one.html).toContain(`data-copy="http://mailgauge.example/t/${one.token}"`)
    expect(one.html).toContain(`>http://mailgauge.example/t/${one.token}</a></noscript>`)
    const two = await pageOf(MIXED, PERFECT)
    expect(two.html).toMatch(/data-copy="http:\/\/mailgauge\.example\/t\/[a-z]+\?m=msg_b+"/)
  })
})

describe('the preview', () => {
  test('stands before the checks, wide or narrow, without images', async () => {
    const { html } = await pageOf(MIXED)
    expect(html.indexOf('id="look"')).toBeLessThan(html.indexOf('id="group-authentication"'))
    expect(
      [...html.matchAll(/<input type="radio" name="look" value="(\w+)"/g)].map(([, value]) => value),
    ).toEqual(['desktop', 'phone', 'text'])
    expect(html).toContain('images are not loaded')
    expect(html).toMatch(/<iframe [^>]*sandbox(?:=""|[ >])/)
  })
})

describe('one line', () => {
  test('keeps letters of every script whole', () => {
    expect(oneLine('👩‍👩‍👧‍👦'.repeat(3), 2)).toBe('👩‍👩‍👧‍👦…')
    expect(oneLine('می‌خواهم', 40)).toBe('می‌خواهم')
    expect(oneLine('a\ud800b', 10)).toBe('a\ufffdb')
  })

  test('takes a long text at once', () => {
    expect(oneLine(`${'\u0301'.repeat(2_000_000)}`, 60).length).toBeLessThan(60 * 16 + 2)
    expect(oneLine(`${' '.repeat(2_000_000)}x`, 60)).toBe('…')
    expect(oneLine('x'.repeat(61), 60)).toBe(`${'x'.repeat(59)}…`)
  })
})
