import { describe, expect, test } from 'bun:test'
import { render } from 'preact-render-to-string'
import { Said } from '../../../src/web/components/dmarc/outcome.tsx'
import { answersSite, fakeStandings, standingRows } from './answers-site.ts'
import { dmarcSite } from './dmarc-site.ts'
import { DEMANDING, fakeAnswers, readiness, scope } from './fake-answers.ts'
import { FULL } from './samples.ts'

const MOST_BYTES = 60 * 1024

const words = (html: string) =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .replaceAll(' ,', ',')
    .replaceAll(' .', '.')

const { site, paths } = answersSite()
const said = async (name: string) => words(await site.html(paths[name] ?? ''))

describe('every page', () => {
  test.each(Object.entries(paths))('%s has at most 60 KB and runs nothing', async (_, path) => {
    const answer = await site.ask(path, 'admin')
    expect(answer.status).toBe(200)
    const html = await answer.text()
    expect(html.length).toBeLessThan(MOST_BYTES)
    expect(html).not.toMatch(/<img src=x|<script>alert|[\u202a-\u202e]/)
  })
})

describe('whether a domain may have a stricter policy', () => {
  test('says first where it stands, then each policy with its share', async () => {
    const page = await said('ready')
    expect(page).toContain('example.org asks receivers for nothing (p=none), and its mail is ready')
    expect(page).toContain('Is it ready for p=quarantine and p=reject?')
    expect(page).toContain('None p=none In force')
    expect(page).toContain('Quarantine p=quarantine ✓ Ready')
    expect(page).toContain('Under 0.1% of your own mail would have been refused: 12 of 46,512 messages.')
    expect(page).toContain('1,738 of 48,250 messages from example.org failed (3.7%)')
    expect(page).toContain('Most likely abuse It is what the policy is for. 1,416 (3.0%)')
  })

  test('offers the next record to copy, and the one with t=y folded beside it', async () => {
    const html = await site.html(paths['ready'] ?? '')
    expect(html).toContain('<code>v=DMARC1; p=quarantine; rua=mailto:r@example.org</code>')
    expect(words(html)).toContain('It takes the place of: v=DMARC1; p=none; rua=mailto:r@example.org')
    expect(html).toMatch(/<details class="folded-help"><summary>A step in between: the same with t=y/)
  })

  test('leads each number and source to what it is made of, over the same days and reports', async () => {
    const html = await site.html(paths['blocked'] ?? '')
    const counted = 'from=2026-10-20&amp;to=2026-11-18&amp;authenticated=true'
    const place = '/domains/dom-blocked.example/dmarc'
    expect(html).toContain(`href="${place}/source?key=sender%3Amailchimp&amp;${counted}"`)
    expect(html).toContain(`href="${place}/sources?${counted}&amp;result=fail"`)
  })

  test('says what stands in the way once, and offers no record', async () => {
    const page = await said('blocked')
    expect(page).toContain('What stands in the way Mailchimp sends 2,900 messages of your own that fail')
    expect(page.split('Mailchimp sends 2,900').length).toBe(2)
    expect(page).not.toContain('It takes the place of')
    expect(page).toContain('a stricter one is offered here when your mail is ready for it')
  })

  test('too few reports give no verdict, and say what is missing', async () => {
    const page = await said('little')
    expect(page).toContain('Not enough data for an answer yet. What is missing: 9 of 14 settled days')
    expect(page).not.toContain('✓ Ready')
    expect(page).not.toContain('If p=quarantine had held')
    expect(page).not.toMatch(/of your own mail would have been/)
  })

  test.each([
    ['slow', 'This is not counted yet.'],
    ['unknown', 'The DNS did not answer when the DMARC record was looked up, so no record is offered.'],
    ['inherited', 'has no DMARC record of its own'],
    ['broken', 'The DMARC record cannot be read, and receivers act as if there were none. Correct it first.'],
    ['reject', 'There is no stricter policy than p=reject: leave the record as it is.'],
  ])('%s: %s', async (name, says) => {
    const page = await said(name)
    expect(page).toContain(says)
    expect(page).not.toContain('It takes the place of')
    // What reports say stands there all the same.
    expect(page).toContain('Messages by day')
    expect((await site.html(paths[name] ?? '')).includes('data-again="1"')).toBe(name === 'slow')
  })

  test('what it is about below the domain is a sentence where it is the same', async () => {
    expect(await said('ready')).toContain(
      'The same holds for names below it (sp) and names below it that do not exist (np)',
    )
    const html = await site.html(paths['blocked'] ?? '')
    expect(html).toMatch(/<summary>Mail from names below blocked.example that do not exist/)
  })

  test('without reports and without its service nothing is said of it', async () => {
    const bare = dmarcSite({ 'dom-example.org': {} }, {}, fakeAnswers({ 'dom-example.org': {} }))
    expect(await bare.html('/domains/dom-example.org/dmarc')).not.toContain('id="policy"')
    const none = dmarcSite({ 'dom-example.org': FULL })
    expect(await none.html('/domains/dom-example.org/dmarc')).not.toContain('id="policy"')
  })

  test('stays while other days are chosen that have no report', async () => {
    const { html } = dmarcSite(
      { 'dom-example.org': {} },
      {},
      fakeAnswers({ 'dom-example.org': { readiness: readiness() } }),
    )
    const page = words(await html('/domains/dom-example.org/dmarc?days=7'))
    expect(page).toContain('Is it ready for')
    expect(page).toContain('No reports yet')
  })

  test.each([
    [
      { record: { state: 'found' as const }, next: [] },
      'no record can be offered: the top of this page says why',
    ],
    [{ record: { state: 'none' as const }, next: [] }, 'None p=none Receivers treat'],
  ])(
    'what no record is offered for is not called “for now”, and nothing is in force without one: %#',
    async (some, says) => {
      const { html } = dmarcSite(
        { 'dom-example.org': FULL },
        {},
        fakeAnswers({ 'dom-example.org': { readiness: readiness(some) } }),
      )
      const page = words(await html('/domains/dom-example.org/dmarc'))
      expect(page).toContain(says)
      expect(page).not.toContain('Leave the record as it is for now')
    },
  )

  test('a policy in force that hits own mail is told', async () => {
    const verdicts = scope('p').verdicts.map((one) => ({
      ...one,
      ready: 'no' as const,
      missing: [{ kind: 'own_mail' as const, says: '6.3% of your own mail fails.' }],
    }))
    const hit = { ...DEMANDING, scopes: [scope('p', { published: 'reject', applied: 'reject', verdicts })] }
    const { html } = dmarcSite(
      { 'dom-example.org': FULL },
      {},
      fakeAnswers({ 'dom-example.org': { readiness: hit } }),
    )
    expect(words(await html('/domains/dom-example.org/dmarc'))).toContain(
      'Reject p=reject In force ! Affects your own mail',
    )
  })
})

describe('the policy history', () => {
  test('names each policy with its days and reports, and what a late reporter saw', async () => {
    const page = await said('policy')
    expect(page).toContain('Reports saw reject since 1 Aug 2026, after 2 changes in these days.')
    expect(page).toContain('Changed: p from quarantine to reject')
    expect(page).toContain('last on 2 Aug 2026 : the record from before, kept in a DNS cache.')
    expect(page).toContain('1,540 reports of 110 days with reports.')
    expect(page).toContain('The record of news.example.org')
  })

  test('leads to the reports of the day on which another policy was seen last', async () => {
    const html = await site.html(paths['policy'] ?? '')
    const [, day = ''] = /last on <a href="([^"]*)"/.exec(html) ?? []
    const { pathname, searchParams } = new URL(day.replaceAll('&amp;', '&'), 'https://mailgauge.example')
    expect(pathname).toEndWith('/domains/dom-example.org/dmarc/reports')
    expect([searchParams.get('from'), searchParams.get('to'), searchParams.get('days')]).toEqual([
      '2026-08-02',
      '2026-08-02',
      null,
    ])
  })

  test('draws them with gaps, and has them in a table', async () => {
    const html = await site.html(paths['policy'] ?? '')
    expect(html.match(/<g class="policy-quarantine"><rect[^>]*><\/rect><rect/)).not.toBeNull()
    expect(words(html)).toContain('First day (UTC) Last day Policy Days Reports')
  })

  test('without any says so; of another account is not found', async () => {
    expect(await said('policy-none')).toContain('No report of these days names a policy')
    expect((await site.ask('/domains/dom-other.example/dmarc/policy')).status).toBe(404)
    expect((await site.ask(`${paths['policy']}&from=x`)).status).toBe(422)
  })
})

describe('all domains', () => {
  test('stand in the order that the service gives, each with what needs it and where that is', async () => {
    const html = await site.html('/dmarc')
    const page = words(html)
    expect(page).toContain('12 verified domains, from 20 Oct to 18 Nov 2026')
    expect(page).toContain('! Own mail affected 2,912 of its own 46,512 messages fail')
    expect(html).toContain('href="/domains/dom-blocked.example/dmarc#policy"')
    expect(html).toContain('href="/domains/dom-ready.example/dmarc#next"')
    expect(html).toContain('href="/domains/dom-none.example#dmarc-reports"')
    expect(html).toContain('/domains/dom-fine.example/dmarc/reports?from=2026-10-20&amp;to=2026-11-18"')
    expect(page.indexOf('own-refused.example')).toBeLessThan(page.indexOf('fine.example'))
    expect(page).toContain('Two domains are not verified')
  })

  test('write days in sentences as the rest of the page does, and leave names alone', async () => {
    const html = await site.html('/dmarc')
    expect(html).toContain('No report about the 6 days after 14 Nov 2026 has come.')
    expect(html).not.toContain('after 2026-11-14')
    const shown = (text: string) => render(Said({ text, most: 200 }))
    expect(shown('Until 2026-08-02, and 2026-08-02 to 2026-08-05.')).toContain(
      'Until 2 Aug 2026, and 2 Aug 2026 to 5 Aug 2026.',
    )
    for (const name of ['2026-08-02.example', 'a.2026-08-02', 'x-2026-08-02', '2026-08-02-x', '2026-13-99'])
      expect(shown(`Of ${name} alone`)).toContain(`Of ${name} alone`)
  })

  test('are reached from the menu by those who may read reports', async () => {
    expect(await site.html('/dmarc')).toContain('<a href="/dmarc" aria-current="page">DMARC</a>')
  })

  test('a hundred of them are shown page by page, each below 60 KB', async () => {
    const rows = Array.from({ length: 10 }, (_, at) =>
      standingRows().map((row) => ({
        ...row,
        standing: {
          ...row.standing,
          domain: { id: `${row.standing.domain.id}${at}`, domain: `${at}.${row.standing.domain.domain}` },
        },
      })),
    ).flat()
    const many = dmarcSite({}, {}, { standings: fakeStandings(rows) })
    let path: string | undefined = '/dmarc'
    const seen: number[] = []
    while (path !== undefined) {
      const html: string = await many.html(path)
      expect(html.length).toBeLessThan(MOST_BYTES)
      seen.push(html.match(/class="sparkbars"/g)?.length ?? 0)
      path = /href="(\/dmarc\?after=[^"]*)"/.exec(html)?.[1]
    }
    expect(seen.length).toBe(6)
    expect(seen.reduce((sum, n) => sum + n, 0)).toBe(110)
  })

  test.each([
    [{ rows: [], all: 0, unverified: 0 }, 'No domains yet', 'Add a domain'],
    [{ rows: [], all: 0, unverified: 2 }, 'No domain is verified yet', 'Verify a domain'],
  ])('none: %o', async (more, title, button) => {
    const empty = dmarcSite({}, {}, { standings: fakeStandings([], more) })
    const page = words(await empty.html('/dmarc', 'admin'))
    expect(page).toContain(title)
    expect(page).toContain(button)
  })
})

describe('TLS', () => {
  test('each kind of failure says what to do, of the domain’s own hosts', async () => {
    const page = await said('tls-failing')
    expect(page).toContain('Renew the certificate of mail.example.org, and have the mail server load it')
    expect(page).toContain('TLSA records at _25._tcp.mail.example.org')
    expect(page).not.toContain('_25._tcp.mx.elsewhere')
    expect(page).toContain('MTA-STS policy mode testing, max_age 604800, 1 mx')
  })

  test('a policy in testing mode is ready to enforce only where reports show it', async () => {
    // Two days with reports are too few.
    expect(await said('tls-ready')).toContain('Whether it may enforce is not known yet')
    expect(await said('tls-failing')).toContain(
      '303 of 5,303 sessions of 14 days, up to the day before yesterday, failed',
    )
    expect(await said('tls-none')).toContain('This was not looked up yet')
  })
})
