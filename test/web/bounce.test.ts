import { describe, expect, test } from 'bun:test'
import type { ExplainedBounce } from '../../src/core/bounce.ts'
import { granted, type Refusal, refused } from '../../src/core/refusal.ts'
import type { WebDeps } from '../../src/web/deps.ts'
import { bounce, failure } from '../support/bounces.ts'
import { siteUnderTest } from './site-under-test.ts'

const HOSTILE = '<script>alert(1)</script><a href="https://evil.example/">x</a> \u202egro.live \u0007'

function site(answer: Refusal | ExplainedBounce = bounce(), changes: Partial<WebDeps> = {}) {
  const asked: [string, string][] = []
  const made = siteUnderTest({
    bounces: {
      maxBytes: 1_000_000,
      explain: async (raw, client) => {
        asked.push([new TextDecoder().decode(raw), client])
        return 'kind' in answer ? refused(answer) : granted(answer)
      },
    },
    ...changes,
  })
  const hand = async (fields: Record<string, string | File>) => {
    const body = new FormData()
    for (const [name, value] of Object.entries(fields)) body.append(name, value)
    const response = await made.ask('/bounce', {
      method: 'POST',
      headers: { 'sec-fetch-site': 'same-origin' },
      body,
    })
    return { response, html: await response.text() }
  }
  return { ...made, asked, hand }
}

const links = (html: string) => [...html.matchAll(/(?:href|src|action)="([^"]*)"/g)].map(([, to]) => to ?? '')

describe('/bounce', () => {
  test('asks for a text or a file, and works without JavaScript', async () => {
    const { ask, asked } = site()
    const response = await ask('/bounce')
    const html = await response.text()
    expect(response.status).toBe(200)
    expect(response.headers.get('x-robots-tag')).toContain('noindex')
    expect(html).toContain('<form method="post" action="/bounce" enctype="multipart/form-data"')
    expect(html).toContain('<textarea')
    expect(html).toContain('type="file"')
    expect(asked).toEqual([])
  })

  test('a text that was pasted is explained: what happened, whose rule, what to do, which checks, the answer', async () => {
    const { hand, asked } = site()
    const { response, html } = await hand({ text: '550 5.1.1 no such user', message: new File([], '') })
    expect([response.status, asked]).toEqual([200, [['550 5.1.1 no such user', '192.0.2.1']]])
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(html).toContain('<title>Gmail has no such address · Mailgauge</title>')
    const order = [
      '<h1>Gmail has no such address</h1>',
      'Failed for good',
      'A rule of Gmail',
      'Gmail has no account of that name.',
      'What to do',
      'Take the address off your list.',
      'Checks that show it',
      'SPF <span',
      'check shop.example',
      'gmail-smtp-in.l.google.com',
      '550 5.1.1 Try again. - gsmtp',
      'bob@gmail.com',
      'support.google.com/a/answer/3726730',
      '2026-10-01',
      'mail.shop.example',
      'Explain another one',
    ]
    const places = order.map((words) => html.indexOf(words))
    expect(places.filter((place) => place < 0)).toEqual([])
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(links(html)).toContain('/check?name=shop.example')
  })

  test('a file is explained as it is', async () => {
    const { hand, asked } = site()
    expect((await hand({ text: '', message: new File(['From: a\r\n'], 'b.eml') })).response.status).toBe(200)
    expect(asked).toEqual([['From: a\r\n', '192.0.2.1']])
  })

  test.each([
    ['nothing', {}, 'Paste a bounce, or choose its file.'],
    ['blanks', { text: ' \r\n ' }, 'Paste a bounce, or choose its file.'],
    ['a text and a file', { text: 'x', message: new File(['y'], 'y') }, 'hand in one of the two'],
  ])('%s is told beside the form', async (_name, fields, words) => {
    const { hand, asked } = site()
    const { response, html } = await hand(fields as Record<string, string>)
    expect([response.status, asked]).toEqual([400, []])
    expect(html).toContain(words)
    expect(html).toContain('role="alert"')
  })

  test.each<[Refusal, number, string]>([
    [{ kind: 'bad_request', reason: 'There is none in it.' }, 400, 'There is none in it.'],
    [{ kind: 'message_too_big', limit: 1_048_576 }, 413, 'A bounce may have 1 MB at most.'],
    [{ kind: 'under_way' }, 409, 'still being read'],
    [{ kind: 'rate_limited', retryAfterSeconds: 120 }, 429, 'Try again in'],
    [{ kind: 'anonymous_tests_off' }, 403, 'turned off'],
  ])('%p is told, and what was typed stays', async (refusal, status, words) => {
    const { hand } = site(refusal)
    const { response, html } = await hand({ text: 'what was </textarea><b>typed' })
    expect(response.status).toBe(status)
    expect(html).toContain(words)
    expect(html).toContain('what was &lt;/textarea>&lt;b>typed')
    if (refusal.kind === 'rate_limited') expect(response.headers.get('retry-after')).toBe('120')
  })

  test('an endless text is not repeated, and one that is too large is 413', async () => {
    const { hand, asked } = site({ kind: 'bad_request', reason: 'No.' })
    expect((await hand({ text: 'a'.repeat(50_000) })).html).not.toContain('aaaa')
    expect(asked).toHaveLength(1)
    expect((await hand({ text: 'a'.repeat(1_100_000) })).response.status).toBe(413)
    expect(asked).toHaveLength(1)
  })

  test('where tests without an account are off, there is no form and nothing is read', async () => {
    const { ask, hand, asked } = site(bounce(), { anonymousTests: false })
    const response = await ask('/bounce')
    expect(response.status).toBe(403)
    expect(await response.text()).not.toContain('<form')
    expect((await hand({ text: '550 no' })).response.status).toBe(403)
    expect(asked).toEqual([])
  })

  test('a form of another site is refused', async () => {
    const { ask, asked } = site()
    const body = new FormData()
    body.append('text', '550 no')
    const response = await ask('/bounce', {
      method: 'POST',
      headers: { 'sec-fetch-site': 'cross-site' },
      body,
    })
    expect([response.status, asked]).toEqual([403, []])
  })
})

describe('what strangers wrote', () => {
  const everywhere = failure({
    recipient: HOSTILE,
    remote: HOSTILE,
    reply: { code: 550, text: HOSTILE },
  })
  const hostile = bounce({
    reportedBy: HOSTILE,
    original: { messageId: HOSTILE, subject: HOSTILE, from: `${HOSTILE} <x@evil.example"onclick=x>` },
    failures: [everywhere],
  })

  test('is words: no element, no link and nothing that turns letters round', async () => {
    const { html } = await site(hostile).hand({ text: 'x' })
    for (const raw of ['<script>alert', '<a href="https://evil', '\u202e', '\u0007', '"onclick'])
      expect(html).not.toContain(raw)
    expect(html).toContain('&lt;script>alert(1)&lt;/script>')
    const outward = links(html).filter((to) => !to.startsWith('/') && !to.startsWith('#'))
    expect(outward).toEqual(['https://support.google.com/a/answer/3726730'])
  })

  test('is bounded: a page stays below 60 KB whatever a bounce holds', async () => {
    const long = 'x'.repeat(100_000)
    const many = Array.from({ length: 500 }, (_, at) =>
      failure({
        recipient: `${at}${long}`,
        remote: `${at}${long}`,
        reply: { code: 550, text: `${at} ${long}\n`.repeat(3) },
      }),
    )
    const { html } = await site(bounce({ failures: many, more: 7, reportedBy: long })).hand({ text: 'x' })
    expect(html.length).toBeLessThan(60_000)
    expect(html).toContain('495 more recipients of this bounce are not shown.')
    expect(html).toContain('<h1>500 different answers</h1>')
  })
})

test('an answer that no rule explains says so', async () => {
  const { rule: _, provider: __, ...unknown } = failure({ cause: 'policy' })
  const { html } = await site(bounce({ form: 'reply', failures: [unknown] })).hand({ text: 'x' })
  expect(html).toContain('No rule of a provider is known for this answer')
  expect(html).toContain('<h1>A rule of the receiver forbids it</h1>')
  expect(html).not.toContain('A rule of Gmail')
})

test('a rule that only others tell of is marked', async () => {
  const { rule } = failure()
  if (!rule) throw new Error('there is no rule')
  const { html } = await site(bounce({ failures: [failure({ rule: { ...rule, secondary: true } })] })).hand({
    text: 'x',
  })
  expect(html).toContain('not the provider’s own page')
})
