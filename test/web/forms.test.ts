import { describe, expect, test } from 'bun:test'
import { type Refusal, refused } from '../../src/core/refusal.ts'
import type { HintChange } from '../../src/core/report.ts'
import type { Hinting } from '../../src/services/mail-tests/hinting.ts'
import type { WebDeps } from '../../src/web/deps.ts'
import { siteUnderTest } from './site-under-test.ts'

const HERE = { 'sec-fetch-site': 'same-origin' }
const FORM = 'application/x-www-form-urlencoded'

describe('saying what kind of mail it is', () => {
  function scene(answer: Awaited<ReturnType<Hinting['give']>> = { ok: true, value: undefined }) {
    const said: [string, HintChange][] = []
    const site = siteUnderTest({
      hinting: {
        give: async (_actor, token, change) => {
          said.push([token, change])
          return answer
        },
      },
    })
    const say = (token: string, body: string, headers: Record<string, string> = HERE) =>
      site.ask(`/t/${token}/kind`, {
        method: 'POST',
        body,
        headers: { 'content-type': FORM, ...headers },
      })
    return { ...site, said, say }
  }

  test('both are taken together, and the report is shown again', async () => {
    const { say, said, fake } = scene()
    const token = await fake.create()
    const answer = await say(token, 'kind=marketing&bulk=yes')
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe(`/t/${token}`)
    await say(token, 'kind=inferred')
    await say(token, 'kind=transactional&bulk=no')
    expect(said).toEqual([
      [token, { kind: 'marketing', bulk: true }],
      [token, { kind: 'inferred', bulk: false }],
      [token, { kind: 'transactional', bulk: false }],
    ])
  })

  test('what names no kind changes nothing', async () => {
    const { say, said, fake } = scene()
    const token = await fake.create()
    for (const body of ['', 'kind=', 'kind=spam', 'bulk=yes', 'kind=__proto__', '%%%', '\0'.repeat(100)]) {
      expect((await say(token, body)).status).toBe(400)
    }
    expect(said).toEqual([])
  })

  test('is not taken from other sites', async () => {
    const { say, said, fake } = scene()
    const token = await fake.create()
    expect((await say(token, 'kind=list', { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await say(token, 'kind=list', {})).status).toBe(403)
    expect((await say(token, 'kind=list', { origin: 'http://evil.example' })).status).toBe(403)
    expect(said).toEqual([])
  })

  test('of no test is 404; while too many are judged it is 503 with the time to wait', async () => {
    const gone = scene(refused({ kind: 'not_found', what: 'test' }))
    expect((await gone.say('q'.repeat(26), 'kind=list')).status).toBe(404)
    const busy = scene(refused({ kind: 'rate_limited', retryAfterSeconds: 10 }))
    const answer = await busy.say('q'.repeat(26), 'kind=list')
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toBe('10')
  })

  test('has a page of its own, from which plain http can post too', async () => {
    const { ask, fake } = scene()
    const token = await fake.create()
    const answer = await ask(`/t/${token}/kind`)
    const html = await answer.text()
    expect(answer.status).toBe(200)
    expect(answer.headers.get('referrer-policy')).toBe('same-origin')
    expect(answer.headers.get('x-robots-tag')).toContain('noindex')
    expect(html).toContain(`action="/t/${token}/kind"`)
    expect(html).toMatch(/value="inferred"[^>]*checked/)
    expect((await ask(`/t/${'q'.repeat(26)}/kind`)).status).toBe(404)
  })
})

describe('handing in a message file', () => {
  function scene(refusal?: Refusal, changes: Partial<WebDeps> = {}) {
    const taken: string[] = []
    const site = siteUnderTest({
      uploads: {
        maxBytes: 1000,
        upload: async (client, file) => {
          if (refusal) return refused(refusal)
          taken.push(`${client} ${new TextDecoder().decode(file)}`)
          return site.fake.mailTests.allocateAnonymous(client, 'upload')
        },
      },
      ...changes,
    })
    const hand = (body: FormData | string | undefined, headers: Record<string, string> = {}) =>
      site.ask('/upload', { method: 'POST', headers: { ...HERE, ...headers }, ...(body && { body }) })
    return { ...site, taken, hand }
  }
  const form = (...parts: [string, string | Blob, string?][]) => {
    const made = new FormData()
    for (const [name, value, file] of parts) {
      if (typeof value === 'string') made.append(name, value)
      else made.append(name, value, file ?? 'a.eml')
    }
    return made
  }

  test('leads to the page of its test', async () => {
    const { hand, taken } = scene()
    const answer = await hand(form(['message', new Blob(['From: a\r\n\r\n\xff'])]))
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toMatch(/^\/t\/[a-z2-7]{26}$/)
    expect(taken).toEqual(['192.0.2.1 From: a\r\n\r\n\xff'])
  })

  test('without a file says so', async () => {
    const { hand, taken } = scene()
    const bodies = [
      undefined,
      form(),
      form(['message', 'From: a text field']),
      form(['other', new Blob(['From: a'])]),
      form(['message', new Blob([]), '']),
    ]
    for (const body of bodies) {
      const answer = await hand(body)
      expect(answer.status).toBe(400)
      expect(await answer.text()).toContain('There was no file')
    }
    for (const type of [FORM, 'multipart/form-data', 'multipart/form-data; boundary=x', 'message/rfc822']) {
      expect((await hand('junk', { 'content-type': type })).status).toBe(400)
    }
    expect(taken).toEqual([])
  })

  test('that is too large is told before it is read, and after', async () => {
    const { hand, taken } = scene()
    const declared = await hand(form(['message', new Blob(['x'])]), { 'content-length': '20000' })
    expect(declared.status).toBe(413)
    expect(declared.headers.get('connection')).toBe('close')
    expect(await declared.text()).toContain('1000 bytes at most')
    const read = scene({ kind: 'message_too_big', limit: 25 * 1024 * 1024 })
    const answer = await read.hand(form(['message', new Blob(['x'])]))
    expect(answer.status).toBe(413)
    expect(await answer.text()).toContain('25 MB at most')
    expect(taken).toEqual([])
  })

  test('each refusal has its page, the start page with what to do', async () => {
    const cases: [Refusal, number, string, string?][] = [
      [{ kind: 'bad_request', reason: 'It is no message.' }, 400, 'It is no message.'],
      [{ kind: 'too_many_anonymous_tests', retryAfterSeconds: 90 }, 429, 'Try again in', '90'],
      [{ kind: 'out_of_space' }, 503, 'cannot take mail at the moment', '60'],
      [{ kind: 'mail_not_taken' }, 503, 'cannot take mail at the moment', '60'],
      [{ kind: 'mailbox_full' }, 503, 'cannot take mail at the moment', '60'],
      [{ kind: 'anonymous_share_full' }, 503, 'no space left for tests without an account', '60'],
      [{ kind: 'client_share_full' }, 429, 'hold as much mail as is allowed', '3600'],
    ]
    for (const [refusal, status, says, retryAfter] of cases) {
      const answer = await scene(refusal).hand(form(['message', new Blob(['x'])]))
      const html = await answer.text()
      expect(html).not.toContain('No address was made')
      expect({ refusal, status: answer.status }).toEqual({ refusal, status })
      expect(html).toContain(says)
      expect(html).toContain('role="alert"')
      expect(answer.headers.get('retry-after')).toBe(retryAfter ?? null)
    }
  })

  test('is not taken from other sites, nor where tests without an account are off, nor with GET', async () => {
    const { ask, taken } = scene()
    const body = form(['message', new Blob(['From: a'])])
    expect((await ask('/upload', { method: 'POST', body })).status).toBe(403)
    const headers = { origin: 'http://evil.example' }
    expect((await ask('/upload', { method: 'POST', headers, body })).status).toBe(403)
    expect((await ask('/upload')).status).toBe(405)
    expect(taken).toEqual([])
    const off = scene(undefined, { anonymousTests: false })
    const answer = await off.hand(form(['message', new Blob(['From: a'])]))
    expect(answer.status).toBe(403)
    expect(off.taken).toEqual([])
  })
})
