import { describe, expect, test } from 'bun:test'
import { detailOf, type RenderedCheck } from '../../src/core/check.ts'
import type { MessageView } from '../../src/core/message-view.ts'
import { BAD, MIXED } from './reports.ts'
import { siteUnderTest } from './site-under-test.ts'

const SHOWN: MessageView = {
  headers: [{ name: 'X-Shown', value: 'the-field' }],
  transcript: [{ from: 'client', text: 'EHLO the-session', at: 1 }],
  hops: [{ from: 'hop.example', privateAddress: false }],
  clientSupport: [],
  providers: [],
  preview: '<!doctype html><p>the-preview</p>',
}

async function shown(messageView: MessageView = SHOWN) {
  const site = siteUnderTest()
  const token = await site.fake.create()
  const id = site.fake.receive(token)
  site.fake.finish(token, id, MIXED)
  site.fake.showView(token, id, messageView)
  return { ...site, token, id }
}

describe('the preview of a message', () => {
  test('stands alone, may load nothing, run nothing, and be framed by this site only', async () => {
    const { ask, token, id } = await shown()
    for (const path of [`/t/${token}/preview`, `/t/${token}/preview?m=${id}`]) {
      const answer = await ask(path)
      expect(answer.status).toBe(200)
      expect(await answer.text()).toBe('<!doctype html><p>the-preview</p>')
      expect(answer.headers.get('content-security-policy')).toBe(
        "default-src 'none'; img-src data:; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox",
      )
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(answer.headers.get('x-robots-tag')).toContain('noindex')
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
      expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
    }
  })

  test('is 404 where there is none: no HTML, no message, no such message, no test', async () => {
    const { preview: _none, ...plain } = SHOWN
    const { ask, token, fake } = await shown(plain)
    const empty = await fake.create()
    for (const path of [
      `/t/${token}/preview`,
      `/t/${token}/preview?m=msg_${'z'.repeat(26)}`,
      `/t/${empty}/preview`,
      `/t/${'q'.repeat(26)}/preview`,
      '/t/x/preview',
    ]) {
      const answer = await ask(path)
      expect({ path, status: answer.status }).toEqual({ path, status: 404 })
      // Where there is no token at all, the page that says so at every address of a test.
      const type = path === '/t/x/preview' ? 'text/html' : 'text/plain'
      expect(answer.headers.get('content-type')).toBe(`${type}; charset=utf-8`)
      expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(answer.headers.get('x-robots-tag')).toContain('noindex')
    }
    const post = await ask(`/t/${token}/preview`, { method: 'POST' })
    expect(post.status).toBe(405)
  })

  test('is framed by the report’s page, which no other page may do', async () => {
    const { ask, token } = await shown()
    const policy = async (path: string) => (await ask(path)).headers.get('content-security-policy')
    expect(await policy(`/t/${token}`)).toContain("frame-src 'self'")
    expect(await policy(`/t/${token}`)).toContain("script-src 'self'")
    for (const path of ['/', `/t/${token}/kind`, `/t/${token}/delete`]) {
      expect(await policy(path)).not.toContain('frame-src')
    }
  })
})

describe('the report as JSON', () => {
  const read = async (ask: Awaited<ReturnType<typeof shown>>['ask'], path: string) => {
    const answer = await ask(path)
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(answer.headers.get('x-robots-tag')).toContain('noindex')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    return (await answer.json()) as Record<string, unknown>
  }

  test('holds checks, plan, kind and what is shown of the message, but not its preview', async () => {
    const site = siteUnderTest()
    const token = await site.fake.create()
    const id = site.fake.receive(token)
    const plan = [{ check: 'dkim', codes: ['dkim-none'], says: 'Sign.', changes: [], gain: 1.5 as const }]
    site.fake.finish(token, id, { ...MIXED, plan, saidByOwner: { bulk: true } })
    site.fake.showView(token, id, SHOWN)
    const body = await read(site.ask, `/t/${token}.json`)
    expect(body).toMatchObject({
      token,
      status: 'scored',
      score: MIXED.score,
      max_score: 10,
      gated: false,
      message_id: id,
      kind: MIXED.kind,
      kind_reasons: MIXED.kindReasons,
      said_by_owner: { bulk: true },
      plan,
      message: { subject: MIXED.headline.subject, withheld: false },
      exhibits: { headers: SHOWN.headers, hops: SHOWN.hops },
    })
    const checks = body['checks'] as RenderedCheck[]
    expect(checks).toEqual(
      MIXED.checks.map((check) => ({
        name: check.name,
        status: check.status,
        score: check.score,
        detail: detailOf(check),
      })),
    )
    expect(checks.find(({ name }) => name === 'dmarc')?.detail).toEqual({
      summary: 'The domain shop.example publishes no DMARC record.',
      advice: 'Publish: _dmarc.shop.example TXT "v=DMARC1; p=none; rua=mailto:dmarc@shop.example"',
      reference:
        'RFC 9989 4.10; Google email sender guidelines, 2026-10-01, https://support.google.com/a/answer/81126',
      findings: 'dmarc-none',
      checked_domain: 'shop.example',
      organizational_domain: 'shop.example',
    })
    expect(JSON.stringify(body)).not.toContain('the-preview')
  })

  test('of a message that is withheld says why, and shows nothing of it', async () => {
    const site = siteUnderTest()
    const token = await site.fake.create()
    const id = site.fake.receive(token)
    site.fake.finish(token, id, { ...MIXED, withheld: { kind: 'password_reset', reason: 'It is one.' } })
    site.fake.showView(token, id, SHOWN)
    const body = await read(site.ask, `/t/${token}.json`)
    expect(body['message']).toEqual({ withheld: true, withheld_reason: 'It is one.' })
    expect(body['exhibits']).toBeUndefined()
    expect((await site.ask(`/t/${token}/preview`)).status).toBe(404)
    expect(await (await site.ask(`/t/${token}`)).text()).not.toContain('the-field')
  })

  test('is there while there is no report, of an earlier message, and of one that failed', async () => {
    const site = siteUnderTest()
    const token = await site.fake.create()
    expect(await read(site.ask, `/t/${token}.json`)).toMatchObject({ token, status: 'pending' })
    const first = site.fake.receive(token)
    site.fake.finish(token, first, BAD)
    site.fake.finish(token, site.fake.receive(token), 'It is no message.')
    expect(await read(site.ask, `/t/${token}.json`)).toMatchObject({
      status: 'failed',
      reason: 'It is no message.',
    })
    expect(await read(site.ask, `/t/${token}.json?m=${first}`)).toMatchObject({ score: BAD.score })
    expect((await site.ask(`/t/${'q'.repeat(26)}.json`)).status).toBe(404)
    expect((await site.ask('/t/.json')).status).toBe(404)
  })
})
