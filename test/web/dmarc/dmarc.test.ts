import { describe, expect, test } from 'bun:test'
import { NOW } from '../fake-mail-tests.ts'
import { dmarcSite } from './dmarc-site.ts'
import { counts, dayBefore, head, listing, reported, slice, source } from './fake-dmarc.ts'

const PLACE = '/domains/dom-example.org/dmarc'

const SUMMARY = {
  ...counts(48_250, 46_500),
  reports: 412,
  reporters: 23,
  sources: 97,
  unauthenticated: 6,
  longRange: 2,
  policy: { policy: head().policy, end: dayBefore(1) * 86_400 },
  latestReportAt: NOW,
  days: [
    { day: dayBefore(3), reports: 9, ...counts(1_611, 1_550) },
    { day: dayBefore(2), reports: 3, ...counts(10, 10) },
  ],
}

const words = (html: string) =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .replaceAll(' ,', ',')
    .replaceAll(' .', '.')

describe('the overview', () => {
  const full = () =>
    dmarcSite({
      'dom-example.org': {
        summary: SUMMARY,
        sources: [source('192.0.2.1', { status: 'passing' } as never)],
        reports: [slice('dmr_1')],
      },
    })

  test('says in words what passed, of how many, and what to know before it is believed', async () => {
    const said = words(await full().html(PLACE))
    expect(said).toContain('96.3% of 48,250 messages passed DMARC')
    expect(said).toContain('46,500 (96.3%)')
    expect(said).toContain('6 of 412 reports came without proof of who sent them')
    expect(said).toContain('2 reports cover more than a day each, and count for the day in the middle')
    expect(said).toContain('412 from 23 reporters')
    expect(said).toContain('97 IP addresses')
    expect(said).toContain('p=quarantine; adkim=r; aspf=r; pct=100')
    expect(said).toContain('Quarantined: 1,750')
    expect(said).toContain('Reports for today and yesterday may still arrive')
  })

  test('draws the days, with their numbers in a table', async () => {
    const html = await full().html(PLACE)
    expect(html).toContain('chart-bars-failing')
    expect(words(html)).toContain('1,611 1,550 61 96.2%')
  })

  test('asks for the window and the reports that its address names', async () => {
    const site = full()
    const last = dayBefore(0)
    await site.ask(`${PLACE}?days=7&authenticated=true`)
    expect(site.asked[0]).toEqual([
      'summary',
      'dom-example.org',
      { from: last - 6, to: last, authenticated: true },
    ])
    const html = await site.html(`${PLACE}?from=2026-01-01&to=2026-01-31`)
    expect(html).toContain('value="2026-01-01"')
    expect(site.asked.filter(([what]) => what === 'summary').at(-1)?.[2]).toEqual({
      from: Date.parse('2026-01-01') / 86_400_000,
      to: Date.parse('2026-01-31') / 86_400_000,
    })
  })

  test.each([
    ['from=2026-02-30', 'Enter a day such as 2026-11-23.'],
    ['from=2026-03-01&to=2026-02-01', 'Enter a first day that is not after the last.'],
    ['from=2020-01-01&to=2026-02-01', 'Enter days that are at most 366 apart.'],
    ['days=0', 'A window has 1 to 366 days.'],
    ['days=%3Cscript%3E', 'A window has 1 to 366 days.'],
  ])('says what is wrong with %s, and shows the usual window', async (query, says) => {
    const site = full()
    const answer = await site.ask(`${PLACE}?${query}`)
    expect(answer.status).toBe(422)
    expect(await answer.text()).toContain(says)
    expect(site.asked[0]?.[2]).toEqual({ from: dayBefore(29), to: dayBefore(0) })
  })

  test('leads to the other pages with the same window', async () => {
    const html = await full().html(`${PLACE}?days=90&authenticated=true`)
    for (const rest of ['/sources', '/reports', '/records.csv', '/records.json'])
      expect(html).toContain(`${PLACE}${rest}?days=90&amp;authenticated=true`)
    expect(await full().html(`${PLACE}?from=&to=&authenticated=`)).toBe('')
  })

  test('where nothing came says what to publish; where all was rejected, that; where these days have none, that', async () => {
    const bare = await dmarcSite({ 'dom-example.org': {} }).html(PLACE)
    expect(bare).toContain('No reports yet')
    expect(bare).toContain('/domains/dom-example.org#dmarc-reports')
    const rejected = dmarcSite({
      'dom-example.org': { files: [{ outcome: 'rejected' }, { outcome: 'rejected' }] as never },
    })
    expect(words(await rejected.html(PLACE))).toContain('2 files came that could not be stored')
    const elsewhere = dmarcSite({ 'dom-example.org': { files: [{ outcome: 'stored' }] as never } })
    expect(await elsewhere.html(PLACE)).toContain('No report matches')
    const unproved = dmarcSite({ 'dom-unproved.example': {} })
    expect(await unproved.html('/domains/dom-unproved.example/dmarc')).toContain('is not verified')
  })

  test('is not there for a domain of nobody here, and says so where counting took too long', async () => {
    expect((await dmarcSite({}).ask('/domains/dom-nowhere.example/dmarc')).status).toBe(404)
    const slow = await dmarcSite({ 'dom-example.org': { slow: true } }).ask(PLACE)
    expect([slow.status, slow.headers.get('retry-after')]).toEqual([503, '60'])
  })
})

describe('the list of domains', () => {
  test('says of each verified one whether reports arrive, and what passed', async () => {
    const site = dmarcSite({ 'dom-example.org': { summary: SUMMARY }, 'dom-example.net': {} })
    const said = words(await site.html('/domains'))
    expect(said).toContain('412 in 30 days 96.3% of 48,250 passed')
    expect(said).toMatch(/example\.net[^✓]*None in 30 days/)
    expect(site.asked.map(([, id]) => id).toSorted()).toEqual(['dom-example.net', 'dom-example.org'])
  })
})

describe('sources', () => {
  test('are shown with their names, what passed, and what to make of them', async () => {
    const site = dmarcSite({
      'dom-example.org': {
        sources: [
          source('192.0.2.1', {
            ...counts(35_000, 34_800),
            reverseDns: 'o1.email.example.net',
            organization: { name: 'SendGrid' },
            headerFrom: ['example.org', 'news.example.org'],
            status: 'unaligned',
          } as never),
        ],
      },
    })
    const said = words(await site.html(`${PLACE}/sources?sort=dmarc_fail&result=fail`))
    expect(said).toContain('192.0.2.1 o1.email.example.net SendGrid From: example.org, news.example.org')
    expect(said).toContain('34,800 (99.4%)')
    expect(said).toContain('Not aligned')
    expect(said).toContain('1 to 1 of 1 source')
    expect(site.asked.at(-1)).toEqual([
      'sources',
      'dom-example.org',
      { from: dayBefore(29), to: dayBefore(0) },
      { groupBy: 'ip', sort: 'dmarc_fail', limit: 40, offset: 0, result: 'fail' },
    ])
  })

  test('page on with the same conditions', async () => {
    const sources = Array.from({ length: 120 }, (_, at) => source(`192.0.2.${at}`))
    const { html } = dmarcSite({ 'dom-example.org': { sources } })
    const page = await html(`${PLACE}/sources?days=90&group_by=organization&offset=40`)
    expect(words(page)).toContain('41 to 80 of 120 organizations')
    expect(page).toContain('days=90&amp;group_by=organization&amp;offset=80')
    expect(page).toContain(`href="${PLACE}/sources?days=90&amp;group_by=organization" rel="prev"`)
    expect(page).toContain(`${PLACE}/sources.csv?days=90&amp;group_by=organization`)
  })

  test('of reporters lead to their reports', async () => {
    const { html } = dmarcSite({
      'dom-example.org': { sources: [source('AMAZON-SES', { ip: undefined } as never)] },
    })
    expect(await html(`${PLACE}/sources?group_by=reporter`)).toContain(`${PLACE}/reports?reporter=AMAZON-SES`)
  })

  test('of organizations and From domains lead to the addresses that they count', async () => {
    const organization = { name: 'Sender & Sons', domain: 'sender.example' }
    const site = dmarcSite({
      'dom-example.org': {
        sources: [
          source('Sender & Sons', { ip: undefined, organization } as never),
          source('192.0.2.77', { ip: undefined } as never),
        ],
      },
    })
    const byOrganization = await site.html(`${PLACE}/sources?days=90&group_by=organization`)
    expect(byOrganization).toContain(
      `${PLACE}/sources?days=90&amp;group_by=ip&amp;organization=Sender+%26+Sons"`,
    )
    expect(byOrganization).toContain(`${PLACE}/source?days=90&amp;ip=192.0.2.77"`)
    const byDomain = await site.html(`${PLACE}/sources?group_by=header_from`)
    expect(byDomain).toContain(`${PLACE}/sources?group_by=ip&amp;header_from=Sender+%26+Sons"`)
    const narrowed = await site.html(`${PLACE}/sources?group_by=ip&organization=Sender+%26+Sons`)
    expect(words(narrowed)).toContain('Only addresses of Sender &amp; Sons. All organizations')
    expect(narrowed).toContain(`${PLACE}/sources.csv?organization=Sender+%26+Sons`)
    expect(site.asked.at(-1)?.[3]).toMatchObject({ groupBy: 'ip', only: { organization: 'Sender & Sons' } })
    await site.html(`${PLACE}/sources?group_by=ip&header_from=news.example.org`)
    expect(site.asked.at(-1)?.[3]).toMatchObject({ only: { headerFrom: 'news.example.org' } })
    await site.html(`${PLACE}/sources?group_by=organization&header_from=news.example.org`)
    expect(site.asked.at(-1)?.[3]).not.toHaveProperty('only')
  })
})

describe('reports', () => {
  test('are listed with what counts of them, and asked for by reporter as it is known again', async () => {
    const site = dmarcSite({
      'dom-example.org': {
        reports: [slice('dmr_1', { authenticated: false, head: head({ warnings: ['crc_mismatch'] }) })],
      },
    })
    const said = words(await site.html(`${PLACE}/reports?reporter=%20Google.COM%20%20Inc`))
    expect(said).toContain('google.com 1 warning')
    expect(said).toContain('633 (98.9%) 7')
    expect(said).toContain('Not authenticated')
    expect(site.asked.at(-1)?.[3]).toEqual({ limit: 40, offset: 0, reporter: 'google.com inc' })
  })

  test('have a page each, with what is odd about them and their records', async () => {
    const { html } = dmarcSite({
      'dom-example.org': {
        reports: [
          slice('dmr_1', {
            head: head({ errors: ['DNS timeout'], warnings: ['crc_mismatch'], recovered: true, skipped: 3 }),
          }),
        ],
        records: Array.from({ length: 30 }, (_, at) =>
          reported('dmr_1', {
            ip: `192.0.2.${at}`,
            ...(at === 0 && {
              dkim: false,
              disposition: 'quarantine' as const,
              results: {
                dkim: [{ domain: 'example.net', selector: 's1', result: 'pass' }],
                spf: [],
                reasons: [{ type: 'mailing_list' as const, comment: 'list of example' }],
              },
            }),
          }),
        ),
      },
    })
    const page = await html(`${PLACE}/reports/dmr_1`)
    const said = words(page)
    expect(said).toContain('The report was broken. What could be read of it counts.')
    expect(said).toContain('3 records could not be used and do not count.')
    expect(said).toContain('The checksum of the archive does not match what was in it.')
    expect(said).toContain('The reporter names an error: DNS timeout')
    expect(said).toContain('pass example.net, selector s1 Not aligned No result')
    expect(said).toContain('Quarantined Mailing list: list of example')
    expect(page).toContain(`${PLACE}/reports/dmr_1?after=14`)
    const rest = words(await html(`${PLACE}/reports/dmr_1?after=14`))
    expect(rest).toContain('192.0.2.27')
    expect(rest).toContain('First records')
  })

  test('that were imported are not asked about again by themselves', async () => {
    const { html } = dmarcSite({
      'dom-example.org': {
        reports: [
          slice('dmr_1', {
            fileId: 'rm_1.1',
            authenticated: false,
            head: head({ policy: { ...head().policy, p: '' } }),
          }),
        ],
        files: [listing('rm_1.1', { source: 'import', authentication: 'undecided' })],
      },
    })
    const said = words(await html(`${PLACE}/reports/dmr_1`))
    expect(said).toContain('the DNS did not answer when its DKIM signature was checked')
    expect(said).not.toContain('asked again')
    expect(said).toContain('no p named; ')
  })

  test('that nobody has are not there', async () => {
    const { ask } = dmarcSite({ 'dom-example.org': { reports: [slice('dmr_1')] }, 'dom-example.net': {} })
    expect((await ask(`${PLACE}/reports/dmr_2`)).status).toBe(404)
    expect((await ask('/domains/dom-example.net/dmarc/reports/dmr_1')).status).toBe(404)
  })
})
