import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Actor } from '../../../src/core/access/permission.ts'
import type { ReportedMail } from '../../../src/services/answers/reported-mail.ts'
import { realTestsSite } from './real-site.ts'

const MAIL: ReportedMail = {
  domainId: 'dom_1',
  domain: 'shop.example',
  window: { from: 20_771, to: 20_777, authenticated: true },
  messages: 2_000,
  pass: 1_964,
  others: 412,
  worst: { key: 'sender:zendesk', name: 'Zendesk <b>\u202e', failing: 23 },
}
const WORDS = ['98.2%', 'at receivers', 'Zendesk', '412', '/dmarc/source', 'last week']

const asked: [Actor, string][] = []
const told: { mail: ReportedMail | undefined } = { mail: MAIL }
let site: Awaited<ReturnType<typeof realTestsSite>>
beforeAll(async () => {
  site = await realTestsSite({
    dmarc: {
      reportedMail: {
        of: async (actor, from) => {
          asked.push([actor, from])
          return told.mail
        },
      },
    },
  })
})
afterAll(() => site.close())

const HEADLINE = { from: 'Shop <news@shop.example>', date: '', subject: 'Autumn offers' }

async function scoredTest() {
  const ann = await site.somebody('member')
  const { location } = await site.see('/tests', ann, { method: 'POST', body: new URLSearchParams() })
  const token = location.slice('/t/'.length)
  await site.message(token, { score: 8, checks: [], headline: HEADLINE })
  asked.length = 0
  return { ann, token }
}

const said = (html: string) => WORDS.filter((words) => html.includes(words))

describe('how the mail of the domain fares at receivers stands beside a test', () => {
  test('for people of its account, asked for once', async () => {
    const { ann, token } = await scoredTest()
    const { html } = await site.see(`/t/${token}`, ann)
    expect(said(html)).toEqual(WORDS)
    expect(html).toContain(
      '/domains/dom_1/dmarc/sources?from=2026-11-14&amp;to=2026-11-20&amp;authenticated=true',
    )
    expect(html).not.toContain('<b>')
    expect(html).not.toContain('\u202e')
    expect(asked.map(([actor, from]) => [actor.kind, from])).toEqual([['session', HEADLINE.from]])
    expect(said((await site.see(`/t/${token}`, await site.beside(ann.account.id, 'viewer'))).html)).toEqual(
      WORDS,
    )
  })

  test('not on the shared page, for nobody and for people of another account', async () => {
    const { ann, token } = await scoredTest()
    const bob = await site.somebody()
    await site.see(`/t/${token}/share`, ann, { method: 'POST', body: new URLSearchParams({ shared: 'yes' }) })
    await site.see(`/t/${token}`, ann)
    asked.length = 0
    for (const who of [undefined, bob]) {
      const { status, html } = await site.see(`/t/${token}`, who)
      expect([status, html.includes('Autumn offers'), said(html)]).toEqual([200, true, []])
    }
    expect(asked).toEqual([])
    expect(said((await site.see(`/t/${token}`, ann)).html)).toEqual(WORDS)
  })

  test('not on the page of an anonymous test', async () => {
    const { token } = await site.anonymousTest()
    await site.message(token, { score: 8, checks: [], headline: HEADLINE })
    asked.length = 0
    const ann = await site.somebody()
    for (const who of [undefined, ann]) {
      const { status, html } = await site.see(`/t/${token}`, who)
      expect([status, said(html)]).toEqual([200, []])
    }
    expect(asked).toEqual([])
  })

  test('not in the file of the page, which is the same in every byte', async () => {
    const { ann, token } = await scoredTest()
    const withMail = await site.see(`/t/${token}.json`, ann)
    told.mail = undefined
    const without = await site.see(`/t/${token}.json`, ann)
    const page = await site.see(`/t/${token}`, ann)
    told.mail = MAIL
    expect(withMail.html).toBe(without.html)
    expect(asked.length).toBe(1)
    expect(said(page.html)).toEqual([])
  })

  test('not on the wire', async () => {
    const { ann, token } = await scoredTest()
    const { secret } = await site.key(ann.account.id)
    const bodyFor = async (headers: Record<string, string>) => {
      const request = new Request(`http://mailgauge.test/v1/tests/${token}`, { headers })
      const response = await site.http.handle(request, '127.0.0.1')
      return { status: response.status, text: await response.text() }
    }
    for (const headers of [{ authorization: `Bearer ${secret}` }, { cookie: ann.cookie }]) {
      told.mail = undefined
      const without = await bodyFor(headers)
      told.mail = MAIL
      expect(await bodyFor(headers)).toEqual(without)
      expect([without.status, said(without.text)]).toEqual([200, []])
    }
    expect(asked).toEqual([])
  })

  test('not while there is no report', async () => {
    const ann = await site.somebody()
    const { location } = await site.see('/tests', ann, { method: 'POST', body: new URLSearchParams() })
    asked.length = 0
    expect(said((await site.see(location, ann)).html)).toEqual([])
    expect(asked).toEqual([])
  })
})
