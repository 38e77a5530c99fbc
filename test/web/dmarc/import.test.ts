import { describe, expect, test } from 'bun:test'
import { domainView, fakeDomains, VERIFIED } from '../domains/fake-domains.ts'
import { fakeSessions, peopleWith, somebody } from '../people.ts'
import { siteUnderTest } from '../site-under-test.ts'
import { fakeImporting } from './fake-importing.ts'

function importSite() {
  const { importing, ...fake } = fakeImporting()
  const { sessions } = fakeSessions({
    admin: somebody({ role: 'admin' }),
    member: somebody({ role: 'member' }),
  })
  const { domains } = fakeDomains([domainView('example.org', VERIFIED)])
  const site = siteUnderTest({ people: peopleWith(sessions), domains, dmarc: { importing } })
  const path = `/domains/${domainView('example.org', VERIFIED).id}/dmarc/import`
  const headers = (who: string) => ({ cookie: `mailgauge=${who}`, 'sec-fetch-site': 'same-origin' })
  return {
    ...fake,
    get: (who = 'admin') => site.ask(path, { headers: headers(who) }),
    async post(names: readonly string[], fields: Record<string, string> = {}, who = 'admin') {
      const form = new FormData()
      for (const name of names) form.append('files', new File(['<feedback/>'], name))
      for (const [name, value] of Object.entries(fields)) form.append(name, value)
      const asked = new Request('http://mail.example/', { method: 'POST', body: form })
      const type = asked.headers.get('content-type') ?? ''
      const body = await asked.bytes()
      return site.ask(path, {
        method: 'POST',
        headers: { ...headers(who), 'content-type': type },
        body,
      })
    },
  }
}

describe('the page that imports reports', () => {
  test('is a form of files for admins alone', async () => {
    const { get } = importSite()
    const page = await get()
    expect(page.status).toBe(200)
    const html = await page.text()
    expect(html).toContain('enctype="multipart/form-data"')
    expect(html).toMatch(/<input type="file"[^>]* multiple/)
    expect(html).toContain('anybody can write a report')
    expect((await get('member')).status).toBe(403)
  })

  test('says what became of each file and what to do, with what went wrong first', async () => {
    const { post, taken, begun, ended } = importSite()
    const page = await post(['a.xml', 'bad.xml'])
    expect(page.status).toBe(200)
    const html = await page.text()
    expect(html).toContain('2 reports: 1 stored, 1 rejected.')
    expect(html.indexOf('bad.xml')).toBeLessThan(html.indexOf('a.xml'))
    expect(html).toContain(
      'If other.example is yours, add it to the account, verify it, and import the report again.',
    )
    expect(html).toContain('nothing proves who sent it')
    expect(html).not.toContain('<b>Mallory')
    expect(html).not.toContain('\u202e')
    expect(taken.map(({ name }) => name)).toEqual(['a.xml', 'bad.xml'])
    expect(Buffer.from(taken[0]?.bytes ?? []).toString()).toBe('<feedback/>')
    expect(begun).toEqual([{ trust: false }])
    expect(ended).toEqual([{ stored: 1, rejected: 1 }])
  })

  test('trusts the files where whoever imports says so', async () => {
    const { post, begun } = importSite()
    await post(['a.xml'], { trust: 'yes' })
    expect(begun).toEqual([{ trust: true }])
  })

  test('takes nothing from a member, and nothing where no file was chosen', async () => {
    const { post, taken } = importSite()
    expect((await post(['a.xml'], {}, 'member')).status).toBe(403)
    const none = await post([])
    expect(none.status).toBe(422)
    expect(await none.text()).toContain('Choose at least one file.')
    const many = await post(Array.from({ length: 201 }, (_, at) => `${at}.xml`))
    expect(await many.text()).toContain('Choose at most 200 files.')
    expect(taken).toEqual([])
  })

  test('stays below 60 KB with any number of reports', async () => {
    const { post } = importSite()
    const page = await post(Array.from({ length: 200 }, (_, at) => `bad${at}${'x'.repeat(300)}.xml`))
    const html = await page.text()
    expect(html.length).toBeLessThan(60_000)
    expect(html).toContain('140 more reports are not listed here')
  })
})
