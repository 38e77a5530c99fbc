import { describe, expect, test } from 'bun:test'
import { granted } from '../../../src/core/refusal.ts'
import { type AnsweredSource, STANDINGS } from '../../../src/services/answers/answered.ts'
import { membersOf } from '../../../src/web/pages/dmarc/sources/groups.tsx'
import { STANDING_GROUPS } from '../../../src/web/words/standings.ts'
import { dmarcSite } from './dmarc-site.ts'
import { counts, dayBefore } from './fake-dmarc.ts'
import { answered, fakeSources } from './fake-sources.ts'
import { FULL } from './samples.ts'
import { ANSWERED } from './source-samples.ts'
import { SOURCE_PATHS, sourcesSite } from './sources-site.ts'

const PLACE = '/domains/dom-example.org/dmarc'
const ERP = `${PLACE}/source?key=domain:erp.example.org`
const MOST_BYTES = 60 * 1024

const words = (html: string) =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .replaceAll(' ,', ',')
    .replaceAll(' .', '.')

const place = (
  of: Parameters<typeof fakeSources>[0][string],
  ...rest: [Parameters<typeof fakeSources>[1]?]
) => {
  const fake = fakeSources({ 'dom-example.org': of }, ...rest)
  return { ...dmarcSite({ 'dom-example.org': FULL }, {}, fake), fake }
}

describe('pages of sources', () => {
  test.each(Object.entries(SOURCE_PATHS))(
    '%s is text of strangers alone, of at most 60 KB',
    async (_name, path) => {
      const answer = await sourcesSite().ask(path, 'admin')
      expect(answer.status).toBe(200)
      const html = await answer.text()
      expect(html.length).toBeLessThan(MOST_BYTES)
      expect(html).not.toContain('<img src=x')
      expect(html).not.toContain('<script>')
      expect(html).not.toContain('javascript:')
      expect(html).not.toMatch(/[\u202a-\u202e\u2066-\u2069\0]/)
    },
  )

  test('the overview shows who sends most, as their own page does, with the way to the rows of each sum', async () => {
    const html = await sourcesSite().html(PLACE)
    const table = html.slice(html.indexOf('<h2 id="sources">'), html.indexOf('<h2 id="reports">'))
    expect(words(table)).toMatch(/Sources with most messages Source Messages .*Passing/)
    expect(table.match(/source\?[^"]*key=/g)).toHaveLength(5)
    const sums = [...table.matchAll(/(\d[\d,]*)<span class="detail quiet">[^<]* of all/g)].map(([, n]) =>
      Number(n?.replaceAll(',', '')),
    )
    expect(sums).toEqual(sums.toSorted((a, b) => b - a))
    for (const rows of ['sources?group_by=ip', 'sources?group_by=reporter', 'sources?result=fail', 'reports'])
      expect(html.slice(html.indexOf('<h2 id="totals">'))).toContain(`href="${PLACE}/${rows}"`)
  })

  test('a link to what fails leads to sources with failures alone, and on to all', async () => {
    const sources = [
      answered('sender:good', { standing: 'passing', messages: 100, pass: 100 }),
      answered('sender:bad', { standing: 'broken', messages: 100, pass: 0 }),
    ]
    const { html } = place({ found: { sources, reports: 3, reporters: 3, days: 9 } })
    expect(await html(`${PLACE}/sources`)).toContain('key=sender%3Agood')
    const failing = await html(`${PLACE}/sources?result=fail`)
    expect(failing).toContain('key=sender%3Abad')
    expect(failing).not.toContain('key=sender%3Agood')
    expect(failing).toMatch(/<option[^>]* selected[^>]*>With messages that failed/)
    expect(failing).toContain(`<a href="${PLACE}/sources">Show all sources</a>`)
    expect(failing).toMatch(/sources\?(days=366&amp;result=fail|result=fail&amp;days=366)"/)
  })

  test('of those that pass the one with most messages comes first', () => {
    const [small, large] = [10, 900].map((messages) =>
      answered(`ip:${messages}`, { standing: 'passing', messages }),
    ) as [AnsweredSource, AnsweredSource]
    expect(membersOf([small, large], 'passing')).toEqual([large, small])
  })

  test('a source stands in one group, whatever it is', () => {
    const grouped = STANDING_GROUPS.flatMap(({ standings }) => [...standings])
    expect(grouped.toSorted()).toEqual([...STANDINGS].toSorted())
  })
})

describe('the sources of a domain', () => {
  test('stand below what is to be done, worst first, each with its share and what to do', async () => {
    const html = await sourcesSite().html(`${PLACE}/sources`)
    const titles = [...html.matchAll(/<h2 id="(\w+)">/g)].map(([, id]) => id)
    expect(titles).toEqual(['broken', 'unaligned', 'unknown', 'abuse', 'forwarded', 'passing'])
    const said = words(html)
    expect(said).toContain(
      'Of 66 sources, 1 of your own is broken, 1 is not aligned and 3 may be yours or not.',
    )
    expect(said).toContain('Invoices Marked yours Publish the DKIM key of selector erp2 again')
    expect(said).toContain('4,210 4% of all 120 2.8% 0 0% 120 2.8% 18 Nov 2026')
    expect(said).toContain('lists.example.net Mailing list Authenticated as list.example.net Nothing to do')
    expect(said).toContain('57 sources, 3,534 messages (4% of all).')
    expect(said).toContain('Show all 57 sources of this kind')
    expect(said).toContain('1,214 more IP addresses with 1,530 messages were not looked at one by one')
    expect(html.match(/ip%3A203\.0\.113/g)).toHaveLength(6)
    // What is to be done about all of a group is said once.
    expect(html.match(/p=quarantine or p=reject has receivers stop it/g)).toHaveLength(1)
  })

  test('keep the window on the way to a source, a kind, another count and the file', async () => {
    const html = await sourcesSite().html(`${PLACE}/sources?days=90&authenticated=true`)
    const kept = 'days=90&amp;authenticated=true'
    for (const link of [
      `source?${kept}&amp;key=sender%3Asendgrid`,
      `sources?${kept}&amp;standing=abuse`,
      `sources?${kept}&amp;group_by=reporter`,
      `sources-with-advice.csv?${kept}`,
    ])
      expect(html).toContain(`href="${PLACE}/${link}"`)
  })

  test('of one kind are listed page by page', async () => {
    const site = sourcesSite()
    const first = await site.html(`${PLACE}/sources?standing=abuse`)
    expect(words(first)).toContain('1 to 40 of 57 sources')
    expect(first).toContain(`${PLACE}/sources?standing=abuse&amp;offset=40`)
    const second = await site.html(`${PLACE}/sources?standing=abuse&offset=40`)
    expect(second.match(/ip%3A203\.0\.113/g)).toHaveLength(17)
    expect(words(await site.html(`${PLACE}/sources?standing=nonsense`))).toContain('Of 66 sources')
  })

  test('are counted by address and else as before, where the address asks for it', async () => {
    const site = sourcesSite()
    const html = await site.html(`${PLACE}/sources?group_by=ip&sort=dmarc_fail`)
    expect(html).toContain(`${PLACE}/sources.csv?group_by=ip&amp;sort=dmarc_fail`)
    expect(words(html)).toContain('1 to 40 of 97 sources')
    expect(html).toContain('Sender, by what to do')
  })

  test('that need nothing are said to, and what is not known is not hidden', async () => {
    const one = {
      found: { sources: [answered('ip:192.0.2.1')], reports: 1, reporters: 1, days: 1, spfUnknown: true },
    }
    const said = words(await place(one).html(`${PLACE}/sources`))
    expect(said).toContain('Its one source needs nothing from you.')
    expect(said).toContain('The SPF record of example.org could not be looked up just now')
    expect(said).toContain('This rests on 1 report from 1 reporter, about 1 day.')
  })

  test('without reports say how they come, and which files did', async () => {
    expect(words(await place({ found: {} }).html(`${PLACE}/sources`))).toContain('No report matches')
    const fake = fakeSources({ 'dom-example.org': {} })
    const { html } = dmarcSite({ 'dom-example.org': {} }, {}, fake)
    expect(words(await html(`${PLACE}/sources`))).toContain('No reports yet')
  })

  test('that take too long, or are of another account, are not shown', async () => {
    expect((await place({ slow: true }).ask(`${PLACE}/sources`)).status).toBe(503)
    expect((await sourcesSite().ask('/domains/dom-other.example/dmarc/sources')).status).toBe(404)
    expect((await sourcesSite().ask(`${PLACE}/sources?days=0`)).status).toBe(422)
  })

  test('that are worked out when somebody asks are waited for by the page, which tells the sums', async () => {
    const { html, ask } = place({ ...ANSWERED, isOpen: true })
    const sources = await html(`${PLACE}/sources`)
    expect(sources).toContain('data-again="1"')
    expect(sources).toContain('<noscript><meta http-equiv="refresh" content="1"')
    expect(words(sources)).toMatch(/[\d,]+ IP addresses sent [\d,]+ messages; [\d.]+% passed DMARC\./)
    expect(sources).toContain(`href="${PLACE}/sources?group_by=ip"`)
    const overview = await html(PLACE)
    expect(overview).toContain('data-again="1"')
    expect(words(overview)).toContain(
      'Whose the addresses are, and what to do about them, is being worked out.',
    )
    expect(overview).not.toContain('source?key=')
    for (const path of [ERP, `${PLACE}/source?ip=192.0.2.1`])
      expect(await html(path)).toContain('data-again="1"')
    // What was said of a source is shown when it counts.
    expect(await (await ask(`${ERP}&done=mine`)).text()).not.toContain('data-again')
    expect(await sourcesSite().html(`${PLACE}/sources`)).not.toContain('data-again')
  })

  test('are a file with what each is and what to do, in which no cell runs', async () => {
    const source = answered('domain:esp.example', {
      name: '=HYPERLINK("x")',
      ...counts(100, 40),
      standing: 'unaligned',
      advice: { says: '@SUM(1)', record: { name: 'a', type: 'TXT', value: '+1' } },
      reasons: ['one', 'two'],
    })
    const answer = await place({ found: { sources: [source], reports: 1 } }).ask(
      `${PLACE}/sources-with-advice.csv?from=2026-11-01&to=2026-11-03`,
    )
    expect(answer.headers.get('content-disposition')).toBe(
      'attachment; filename="dmarc-sources-with-advice-example.org-2026-11-01-2026-11-03.csv"',
    )
    const [headings, line] = (await answer.text()).split('\r\n')
    expect(headings).toStartWith('key,name,mark,standing,advice,record_name,record_type,record_value,')
    expect(line).toStartWith(
      `domain:esp.example,"'=HYPERLINK(""x"")",,unaligned,"'@SUM(1)",a,TXT,"'+1",,one two,passing,`,
    )
    expect(line).toContain(',100,1,40,60,0.4,40,20,')
    expect(headings?.split(',')).toHaveLength(41)
  })
})

describe('the page of a source', () => {
  test('says what it is and why, what to do with the record, and who it is', async () => {
    const html = await sourcesSite().html(ERP, 'admin')
    const said = words(html)
    expect(said).toContain('Yours, broken 2.8% of 4,210 messages from it passed DMARC')
    expect(said).toContain('Its mail passed DMARC until 12 Nov 2026')
    expect(html).toContain('data-copy="v=DKIM1; k=rsa; p=MIIB')
    expect(html).toContain('data-copy="erp2._domainkey.example.org"')
    expect(said).toContain('3,980 had a signature of the domain that did not verify')
    expect(said).toContain('Last passed DMARC 9 Nov 2026')
    expect(html).toContain('chart-bars-failing')
    expect(html).toContain('<form method="post" action="/tests"')
  })

  test('leads each address and each record to what it is made of', async () => {
    const site = sourcesSite()
    const html = await site.html(`${PLACE}/source?days=90&key=sender:sendgrid`)
    expect(html).toContain(`${PLACE}/source?days=90&amp;ip=198.51.100.0&amp;key=sender%3Asendgrid#records`)
    expect(html).toContain(`href="${PLACE}/reports/dmr_0"`)
    const day = 'from=2026-11-18&amp;to=2026-11-18&amp;key=sender%3Asendgrid#records'
    expect(html).toContain(`href="${PLACE}/source?${day}">18 Nov 2026</a>`)
    const weeks = await site.html(`${PLACE}/source?days=366&key=sender:sendgrid`)
    expect(weeks).toContain(`?from=2026-11-12&amp;to=2026-11-18&amp;key=`)
    expect(html).toContain('rel="noreferrer noopener nofollow">How Twilio SendGrid describes it')
    const one = await site.html(`${PLACE}/source?key=sender:sendgrid&ip=198.51.100.1`)
    expect(words(one)).toContain('What receivers reported of 198.51.100.1, newest first.')
    expect(site.answered.asked.at(-1)?.[3]).toEqual({
      ...{ key: 'sender:sendgrid', ip: '198.51.100.1', limit: 15 },
    })
    const older = await site.html(`${PLACE}/source?key=sender:sendgrid&after=6`)
    expect(older).not.toContain('chart-bars')
    expect(words(older)).toContain('Newest records')
  })

  test('is found by one of its addresses, as the count by address leads to it', async () => {
    const site = sourcesSite()
    expect(await site.html(`${PLACE}/sources?group_by=ip&days=90`)).toContain(
      `href="${PLACE}/source?days=90&amp;ip=198.51.100.1"`,
    )
    const led = await site.ask(`${PLACE}/source?days=90&ip=198.51.100.1`)
    expect([led.status, led.headers.get('location')]).toEqual([
      303,
      `${PLACE}/source?days=90&ip=198.51.100.1&key=sender%3Asendgrid`,
    ])
    expect((await site.ask(`${PLACE}/source?ip=192.0.2.99`)).status).toBe(404)
  })

  test('tells who said whose it is, and what it counts as where nobody did', async () => {
    const site = sourcesSite()
    const path = `${PLACE}/source?key=domain:host0.example.com`
    expect(await site.html(path)).toContain('Nobody has said so far.')
    await site.post(path, 'admin', { mark: 'mine' })
    expect(words(await site.html(path))).toContain(
      'It is marked as yours: mail of it that fails counts as your own. Last changed by Ann',
    )
    expect(await site.html(`${PLACE}/source?key=domain:alumni.example.edu`)).toContain(
      'a forwarder or mailing list of mail that you sent',
    )
  })

  test('that none of the newest reports names leads on to older ones', async () => {
    const { answers, marks } = fakeSources({ 'dom-example.org': { found: { sources: [answered('as:1')] } } })
    const records = async () => granted({ records: [], next: '7' })
    const site = dmarcSite({ 'dom-example.org': FULL }, {}, { answers: { ...answers, records }, marks })
    const html = await site.html(`${PLACE}/source?key=as:1`)
    expect(html).toContain('None of the reports that were looked through so far has a record of it.')
    expect(html).toContain('after=7')
  })

  test('offers no record that could not be published as it is shown', async () => {
    const html = await sourcesSite().html('/domains/dom-example.net/dmarc/source?key=domain:h4')
    expect(html).not.toContain('data-copy')
    expect(html).not.toContain('describes it')
  })

  test('offers a test to those who may make one, of what may be theirs', async () => {
    const site = sourcesSite()
    const offer = 'Send a test from it'
    expect(await site.html(ERP, 'viewer')).not.toContain(offer)
    expect(await site.html(ERP, 'member')).toContain(offer)
    expect(await site.html(`${PLACE}/source?key=ip:203.0.113.3`, 'admin')).not.toContain(offer)
  })

  test.each(['', '?key=sender:nobody', `?key=domain:${'x'.repeat(300)}`, '?key=%00', '?key=a%20b'])(
    'there is none at %s, and a way back',
    async (query) => {
      const answer = await sourcesSite().ask(`${PLACE}/source${query}`)
      expect(answer.status).toBe(404)
      const html = await answer.text()
      expect(html).toContain(`href="${PLACE}/sources"`)
      expect(html).toContain('There is no such source')
    },
  )

  test('of another account, of wrong days, or that takes too long', async () => {
    expect((await sourcesSite().ask('/domains/dom-other.example/dmarc/source?key=as:1')).status).toBe(404)
    expect((await sourcesSite().ask(`${ERP}&days=0`)).status).toBe(422)
    expect((await place({ slow: true }).ask(ERP)).status).toBe(503)
  })
})

describe('marking a source', () => {
  const key = 'domain:erp.example.org'

  test('is offered to those who may, and told to all', async () => {
    const site = sourcesSite()
    const [admin, viewer] = [await site.html(ERP, 'admin'), await site.html(ERP, 'viewer')]
    expect(admin).toContain('value="not_mine"')
    expect(viewer).not.toContain('value="not_mine"')
    expect(viewer).not.toContain('name="name"')
    for (const html of [admin, viewer]) expect(html).toContain('It is marked as yours:')
  })

  test.each([
    [{ mark: 'mine' }, { key, mark: 'mine' }, 'mine'],
    [{ mark: 'not_mine' }, { key, mark: 'not_mine' }, 'not_mine'],
    [{ mark: 'none' }, { key, mark: null }, 'none'],
    [{ name: ' Shop ' }, { key, name: 'Shop' }, 'named'],
    [{ name: '' }, { key, name: null }, 'unnamed'],
  ])('by %j changes just that, and leads back', async (fields, change, done) => {
    const site = sourcesSite()
    const answer = await site.post(`${PLACE}/source?days=90&key=${key}`, 'admin', fields as never)
    expect(answer.status).toBe(303)
    const to = answer.headers.get('location') ?? ''
    expect(to).toBe(`${PLACE}/source?days=90&done=${done}&key=${encodeURIComponent(key)}`)
    expect(site.answered.asked.filter(([, what]) => what === 'change')).toEqual([
      ['dom-example.org', 'change', change],
    ])
    expect(await site.html(to, 'admin')).toContain('notice-done')
  })

  test('of nonsense changes nothing', async () => {
    const site = sourcesSite()
    expect((await site.post(ERP, 'admin', { mark: 'x' })).status).toBe(303)
    for (const unknown of ['x', 'sender:nobody'])
      expect((await site.post(`${PLACE}/source?key=${unknown}`, 'admin', { mark: 'mine' })).status).toBe(404)
    expect(site.answered.kept).toEqual([])
  })

  test('with a name that is none shows what is wrong, and what was typed', async () => {
    const answer = await sourcesSite().post(ERP, 'admin', { name: `${'x'.repeat(81)}` })
    expect(answer.status).toBe(422)
    const html = await answer.text()
    expect(html).toContain('A name has at most 80 characters and no control characters.')
    expect(html).toContain('x'.repeat(81))
  })

  test('where no more fit, or too fast, says so and changes nothing', async () => {
    const found = { sources: [answered(key, { lastSeen: dayBefore(2) })], reports: 1 }
    const full = place({ found }, { kind: 'limit_reached', reason: '2,000 sources are marked.' })
    const answer = await full.post(ERP, 'admin', { mark: 'mine' })
    expect([answer.status, (await answer.text()).includes('2,000 sources are marked.')]).toEqual([409, true])
    const fast = place({ found }, { kind: 'rate_limited', retryAfterSeconds: 7 })
    expect(words(await (await fast.post(ERP, 'admin', { name: 'x' })).text())).toContain(
      'Try again in 7 seconds',
    )
  })

  test('is listed, what no report names first, and is taken back where its source is gone', async () => {
    const site = sourcesSite()
    const gone = 'ip:198.51.100.77'
    const said = { at: new Date(0), by: 'Ada <b>' }
    site.answered.kept.push(
      { key, mark: 'mine', ...said },
      { key: gone, mark: 'not_mine', name: 'Old <i>host</i>', ...said },
    )
    const list = await site.html(`${PLACE}/sources?marked=all`, 'viewer')
    expect(words(list)).toMatch(/Old &lt;i>host.* marked as not yours Ada .* 0 .* marked as yours/)
    expect(await site.html(`${PLACE}/sources`, 'viewer')).toContain('sources?marked=all"')
    const path = `${PLACE}/source?key=${gone}`
    const [admin, viewer] = [await site.ask(path, 'admin'), await site.ask(path, 'viewer')]
    expect([admin.status, viewer.status]).toEqual([404, 404])
    const [mayChange, mayNot] = [await admin.text(), await viewer.text()]
    for (const html of [mayChange, mayNot])
      expect(words(html)).toContain('It is marked as not yours, and called')
    expect([mayChange, mayNot].map((html) => html.includes('value="forget"'))).toEqual([true, false])
    for (const mark of ['mine', 'not_mine'])
      expect((await site.post(path, 'admin', { mark })).status).toBe(404)
    const answer = await site.post(path, 'admin', { mark: 'forget' })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `${PLACE}/sources?marked=all`])
    expect(site.answered.kept.map((one) => one.key)).toEqual([key])
    expect((await site.post(path, 'admin', { mark: 'forget' })).status).toBe(404)
  })

  test('is for admins, of their own domains, from pages of this site', async () => {
    const site = sourcesSite()
    for (const who of ['viewer', 'member']) {
      const answer = await site.post(ERP, who, { mark: 'mine' })
      expect(answer.status).toBe(403)
      expect(await answer.text()).toContain('admin')
    }
    const other = await site.post('/domains/dom-other.example/dmarc/source?key=as:1', 'owner', {
      mark: 'mine',
    })
    expect(other.status).toBe(404)
    const crossed = await site.app.handle(
      new Request(`http://mailgauge.example${ERP}`, {
        method: 'POST',
        headers: { cookie: 'mailgauge=owner', 'sec-fetch-site': 'cross-site' },
        body: new URLSearchParams({ mark: 'mine' }),
      }),
    )
    expect(crossed.status).toBe(403)
    expect(site.answered.asked).toEqual([])
  })
})
