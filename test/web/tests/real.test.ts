import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { WITHHOLDING_REASONS } from '../../../src/core/withholding.ts'
import { check } from '../../support/builders.ts'
import { realTestsSite } from './real-site.ts'

let site: Awaited<ReturnType<typeof realTestsSite>>
beforeAll(async () => {
  site = await realTestsSite()
})
afterAll(() => site.close())

type Somebody = Awaited<ReturnType<typeof site.somebody>>

const press = (path: string, who: Somebody | undefined, fields: Record<string, string> = {}) =>
  site.see(path, who, { method: 'POST', body: new URLSearchParams(fields) })

async function created(who: Somebody): Promise<string> {
  const made = await press('/tests', who)
  expect(made.status).toBe(303)
  return made.location.slice('/t/'.length)
}

const CHECKS = [check('spf', { status: 'failed', score: -1, quotes: { line: 'The quoted words' } })]
const reported = (subject: string, more = {}) => ({
  score: 8.25,
  checks: CHECKS,
  headline: { from: 'Shop <news@shop.example>', date: '', subject },
  ...more,
})

describe('a test of an account, over a real store', () => {
  test('is made, found, shared, read by a stranger, and no longer shared', async () => {
    const ann = await site.somebody()
    const token = await created(ann)
    expect((await site.see(`/t/${token}`)).status).toBe(404)
    expect((await site.see(`/t/${token}`, ann)).html).toContain('mail log of this address')
    await site.message(token, reported('Autumn offers'))
    const list = await site.see('/tests', ann)
    expect(list.html).toContain('Autumn offers')
    expect(list.html).toContain('by Ann')
    expect(list.html).toContain('>8.3<')
    const own = await site.see(`/t/${token}`, ann)
    expect(own.html).toContain('The quoted words')
    expect(own.html).toContain('by Ann')
    expect(own.html).toContain('Copy link for this account')
    expect(own.html).toContain('All tests of this domain')
    expect(own.html).toMatch(/href="\/tests\/mail-log\?address=[a-z0-9]+"/)
    expect(own.html.match(/href="[^"]*\/delete"/g)).toHaveLength(1)
    expect((await press(`/t/${token}/share`, ann, { shared: 'yes' })).status).toBe(303)
    const shared = await site.see(`/t/${token}`)
    expect([shared.status, shared.html.includes('The quoted words')]).toEqual([200, false])
    expect(shared.html).toContain('Autumn offers')
    expect(shared.html).not.toContain('Copy link for this account')
    expect(shared.html).not.toContain('All tests of this domain')
    expect(shared.html).not.toContain('/tests/mail-log')
    expect((await site.see('/tests', ann)).html).toContain('Shared')
    await press(`/t/${token}/share`, ann, { shared: 'no' })
    expect((await site.see(`/t/${token}`)).status).toBe(404)
    const actions = (await site.audited(ann.account.id)).map(({ action }) => action)
    expect(actions).toEqual(expect.arrayContaining(['test.shared', 'test.unshared']))
  })

  test('of which the words are withheld is read whole by its people alone', async () => {
    const ann = await site.somebody()
    const token = await created(ann)
    const id = await site.message(
      token,
      reported('Code 481516', {
        withheld: { kind: 'verification_code', reason: WITHHOLDING_REASONS.verification_code },
      }),
    )
    await press(`/t/${token}/share`, ann, { shared: 'yes' })
    for (const path of ['', '.json', `?m=${id}`]) {
      const own = await site.see(`/t/${token}${path}`, ann)
      expect([path, own.html.includes('Code 481516'), own.html.includes('hidden content')]).toEqual([
        path,
        true,
        true,
      ])
      const others = await site.see(`/t/${token}${path}`)
      expect(others.status).toBe(200)
      for (const words of ['Code 481516', 'hidden content', 'The quoted words'])
        expect([path, others.html.includes(words)]).toEqual([path, false])
    }
  })

  test('is deleted by its people, and not by those whom it is shared with', async () => {
    const [ann, bob] = [await site.somebody(), await site.somebody()]
    const token = await created(ann)
    await press(`/t/${token}/share`, ann, { shared: 'yes' })
    for (const who of [undefined, bob]) {
      expect((await press(`/t/${token}/delete`, who)).status).toBe(404)
      expect((await press(`/t/${token}/kind`, who, { kind: 'marketing' })).status).toBe(404)
      expect((await press(`/t/${token}/again`, who)).status).toBe(who ? 404 : 403)
      expect((await press(`/t/${token}/share`, who, { shared: 'no' })).status).toBe(who ? 404 : 403)
    }
    expect((await site.see(`/t/${token}`)).status).toBe(200)
    expect((await press(`/t/${token}/delete`, ann)).location).toBe('/tests?done=deleted')
    expect((await site.see(`/t/${token}`, ann)).status).toBe(404)
  })

  test('that a key made is opened by its people, and shared by nobody, also when the account is gone', async () => {
    const ann = await site.somebody()
    const { token } = await site.test(ann.account.id)
    await site.message(token, reported('From CI'))
    const own = await site.see(`/t/${token}`, ann)
    expect(own.html).toContain('An API key made this test, so it cannot be shared')
    expect(own.html).toContain('The quoted words')
    expect((await press(`/t/${token}/share`, ann, { shared: 'yes' })).status).toBe(400)
    const gone = await site.see(`/t/${'a'.repeat(26)}`)
    const strange = await site.see(`/t/${token}`)
    expect(strange).toEqual({ ...gone, html: gone.html.replaceAll('a'.repeat(26), token) })
  })

  test('is analysed again: it waits, and the page says so', async () => {
    const ann = await site.somebody()
    const token = await created(ann)
    const id = await site.message(token, reported('Again'))
    expect((await press(`/t/${token}/again`, ann, { message: id })).location).toBe(`/t/${token}?m=${id}`)
    expect((await site.see(`/t/${token}`, ann)).html).toContain('This message is being analysed again')
    expect((await press(`/t/${token}/again`, ann, { message: id })).status).toBe(303)
    await site.analysed(id, token, reported('Again', { score: 9.5 }))
    const after = await site.see(`/t/${token}`, ann)
    expect(after.html).not.toContain('being analysed again')
    expect(after.html).toContain('9.5')
  })

  test('past what the plan allows is refused with its name and the day', async () => {
    const ann = await site.somebody('member', 'small')
    await created(ann)
    const refused = await press('/tests', ann)
    expect(refused.status).toBe(429)
    expect(refused.html).toContain('The plan “small” of this account allows 1 test')
  })

  test('is made of a file, and of no file that holds no message', async () => {
    const ann = await site.somebody()
    const send = (content: string) => {
      const body = new FormData()
      body.set('message', new File([content], 'a.eml'))
      return site.see('/tests/upload', ann, { method: 'POST', body })
    }
    const made = await send('From: a@b.example\r\nSubject: Hello\r\n\r\nHello\r\n')
    expect(made.status).toBe(303)
    expect((await site.see(made.location, ann)).html).toContain('Your message is here')
    expect((await site.see(made.location)).status).toBe(404)
    expect((await send('')).status).toBe(400)
    expect((await send('x'.repeat(1_500_000))).status).toBe(413)
  })

  test('is followed by nobody who only has its token, and by its people', async () => {
    const ann = await site.somebody('viewer')
    const token = (await site.test(ann.account.id)).token
    expect((await site.see(`/t/${token}/events`)).status).toBe(404)
  })
})

describe('the list, over a real store', () => {
  test('is searched and filtered by its address', async () => {
    const ann = await site.somebody()
    const made = async (subject: string, score: number, domain: string) => {
      const token = await created(ann)
      const headline = { from: `News <news@${domain}>`, date: '', subject }
      await site.message(token, { ...reported(subject), score, headline })
      return token
    }
    const spring = await made('Spring sale <script>alert(1)</script>', 9, 'one.example')
    await made('Invoice 17', 3, 'two.example')
    const waiting = await created(ann)
    await site.message(await created(ann), 'failed')
    expect((await site.see('/tests?status=failed', ann)).html).toContain('not a message')
    const found = async (query: string) => {
      const { html } = await site.see(`/tests?${query}`, ann)
      return ['Spring sale', 'Invoice 17', waiting].filter((words) => html.includes(words))
    }
    expect(await found('q=spr')).toEqual(['Spring sale'])
    expect(await found('q=invoice+news')).toEqual(['Invoice 17'])
    expect(await found(`q=${spring}`)).toEqual(['Spring sale'])
    expect(await found('status=pending')).toEqual([waiting])
    expect(await found('min=5')).toEqual(['Spring sale'])
    expect(await found('max=5')).toEqual(['Invoice 17'])
    expect(await found('source=api')).toEqual([])
    expect(await found('source=dashboard')).toHaveLength(3)
    expect(await found('until=2001-01-01')).toEqual([])
    expect((await site.see('/tests?q=spr', ann)).html).not.toContain('<script>alert')
  })

  test('is of the account that is looked at', async () => {
    const [ann, bob] = [await site.somebody(), await site.somebody()]
    await site.message(await created(ann), reported('Only for Ann'))
    expect((await site.see('/tests', bob)).html).not.toContain('Only for Ann')
    expect((await site.see('/tests?q=Ann', bob)).html).not.toContain('Only for Ann')
  })

  test('goes on page by page, each test once', async () => {
    const ann = await site.somebody()
    const made: string[] = []
    for (let at = 0; at < 60; at += 1) made.unshift(await created(ann))
    const seen: string[] = []
    for (let path: string | undefined = '/tests'; path; ) {
      const { html } = await site.see(path, ann)
      seen.push(
        ...[...html.matchAll(/class="listed" href="\/t\/([a-z2-7]{26})"/g)].map(([, token]) => token ?? ''),
      )
      path = /href="([^"]*)" rel="next"/.exec(html)?.[1]?.replaceAll('&amp;', '&')
    }
    expect(seen).toEqual(made)
  })
})
