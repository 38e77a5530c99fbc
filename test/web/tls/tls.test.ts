import { describe, expect, test } from 'bun:test'
import { ROLES } from '../../../src/core/access/role.ts'
import { HOSTILE } from '../dmarc/dmarc-site.ts'
import { dayBefore, fakeDmarc, listing } from '../dmarc/fake-dmarc.ts'
import { domainView, fakeDomains, VERIFIED } from '../domains/fake-domains.ts'
import { fakeSessions, peopleWith, somebody } from '../people.ts'
import { siteUnderTest } from '../site-under-test.ts'
import { fakeTls, tlsPolicy, tlsReport, tlsSummary } from './fake-tls.ts'

const PLACE = '/domains/dom-example.org/tls'
const LONGEST_PAGE = 60_000

function tlsSite(held: Parameters<typeof fakeTls>[0]) {
  const { sessions } = fakeSessions(Object.fromEntries(ROLES.map((role) => [role, somebody({ role })])))
  const { domains, domainHealth } = fakeDomains([domainView('example.org', VERIFIED)])
  const { dmarc } = fakeDmarc({ 'dom-example.org': { files: [listing('dmr_1.0', { kind: 'tls' })] } })
  const site = siteUnderTest({
    people: peopleWith(sessions),
    domains,
    domainHealth,
    dmarc: { ...dmarc, tls: fakeTls(held) },
  })
  const ask = (path: string, who = 'viewer') => site.ask(path, { headers: { cookie: `mailgauge=${who}` } })
  return {
    ask,
    html: async (path: string) => (await (await ask(path)).text()).replaceAll('<wbr/>', ''),
  }
}

const own = (held: Parameters<typeof fakeTls>[0][string]) => tlsSite({ 'dom-example.org': held })

describe('what TLS reports say of a domain', () => {
  test('sessions are summed, by day, policy, failure and host', async () => {
    const { html } = own({ summary: tlsSummary(), reports: [tlsReport('dmr_1')] })
    const page = await html(PLACE)
    expect(page).toContain('<strong>94.6%</strong> of 5,629 sessions were encrypted as the policy asks')
    for (const words of [
      'Sessions by day',
      'MTA-STS',
      'No policy found',
      'No STARTTLS',
      'Certificate expired',
    ]) {
      expect(page).toContain(words)
    }
    expect(page).toContain('mx2.mail.example.org')
    expect(page).toContain('The reports name no mail server.')
    expect(page).toContain('did not offer STARTTLS')
    expect(page).toContain('Turn on TLS for port 25 of each mail server')
    expect(page).toContain(`href="${PLACE}/reports/dmr_1"`)
    expect(page).toContain(`href="${PLACE}/reports.csv"`)
  })

  test('what ended is said to be over, and only what lasts is advised', async () => {
    const day = (before: number, failures: number) => ({ day: dayBefore(before), successes: 500, failures })
    const summary = tlsSummary({
      days: [day(20, 200), day(6, 0), day(5, 100), day(4, 0), day(3, 0), day(2, 100)],
      failed: [
        {
          type: 'starttls-not-supported',
          host: 'mx2.mail.example.org',
          sessions: 200,
          lastDay: dayBefore(20),
        },
        { type: 'certificate-expired', host: 'mx1.mail.example.org', sessions: 100, lastDay: dayBefore(2) },
        { type: 'certificate-expired', host: 'old.mail.example.org', sessions: 100, lastDay: dayBefore(6) },
        { type: 'tlsa-invalid', host: 'mx1.mail.example.org', sessions: 50, lastDay: dayBefore(4) },
      ],
    })
    const page = (await own({ summary }).html(PLACE)).replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')
    expect(page).toContain('Renew the certificate')
    expect(page).toContain('old.mail.example.org 100, over since 14 Nov 2026')
    // Two days are too few to say so.
    expect(page).toContain('Compare the TLSA records')
    expect(page).not.toContain('Turn on TLS for port 25')
    expect(page).toContain(
      'Over: last reported of 31 Oct 2026. Authenticated reports about 5 later days count 2,700 sessions, and none that failed so.',
    )
    expect(page.indexOf('Compare the TLSA')).toBeLessThan(page.indexOf('No STARTTLS'))
  })

  test('a report shows its policies, what failed, and the file it came in', async () => {
    const { html } = own({ reports: [tlsReport('dmr_1')] })
    const page = await html(`${PLACE}/reports/dmr_1`)
    for (const words of [
      'Company-X',
      '5065427c-23d3-47ca-b6e0-946ea0e8c4be',
      'mode: testing',
      'X509_V_ERR_PROXY',
      '203.0.113.56',
      'How it came',
    ]) {
      expect(page).toContain(words)
    }
  })

  test('reports are listed, newest first, page by page', async () => {
    const reports = Array.from({ length: 45 }, (_, at) => tlsReport(`dmr_${at}`))
    const { html } = own({ reports })
    expect(await html(`${PLACE}/reports`)).toContain('1 to 40 of 45 reports')
    expect(await html(`${PLACE}/reports?offset=40`)).toContain('41 to 45 of 45 reports')
  })

  test('where none came the page says where reports come from', async () => {
    const page = await own({}).html(PLACE)
    expect(page).toContain('No TLS reports in the last 30 days')
    expect(page).toContain('_smtp._tls.example.org')
    expect(await own({}).html(`${PLACE}?days=7`)).toContain('No TLS report matches')
  })

  test('what there is not, what takes too long, and a window that is none', async () => {
    const { ask } = own({ summary: tlsSummary() })
    expect((await ask('/domains/unknown/tls')).status).toBe(404)
    expect((await ask(`${PLACE}/reports/dmr_none`)).status).toBe(404)
    expect((await ask(`${PLACE}?from=2026-13-40`)).status).toBe(422)
    const slow = await own({ slow: true }).ask(PLACE)
    expect([slow.status, slow.headers.get('retry-after')]).toEqual([503, '60'])
  })
})

describe('text of strangers in TLS reports', () => {
  const detail = {
    type: HOSTILE,
    receivingHost: HOSTILE,
    receivingHelo: HOSTILE,
    sendingIp: HOSTILE,
    receivingIp: HOSTILE,
    reason: HOSTILE,
    information: HOSTILE,
    sessions: 1,
  }
  const many = <T>(one: T, length = 300) => new Array<T>(length).fill(one)
  const policies = many(
    tlsPolicy({ type: HOSTILE, lines: many(HOSTILE), hosts: many(HOSTILE), details: many(detail) }),
  )
  const reports = many(
    tlsReport('dmr_1', {
      reporter: HOSTILE,
      report: {
        ...tlsReport('x').report,
        orgName: HOSTILE,
        contact: HOSTILE,
        reportId: HOSTILE,
        warnings: many(HOSTILE, 30),
        policies,
      },
    }),
  )
  const summary = tlsSummary({
    policies: Array.from({ length: 300 }, (_, at) => ({
      type: `${HOSTILE}${at}`,
      reports: 1,
      successes: 1,
      failures: 1,
    })),
    failed: Array.from({ length: 200 }, (_, at) => ({
      type: `${at}${HOSTILE}`,
      host: `${at}${HOSTILE}`,
      sessions: 1,
      lastDay: 1,
    })),
    moreFailed: 9,
  })

  test.each([PLACE, `${PLACE}/reports`, `${PLACE}/reports/dmr_1`])('%s', async (path) => {
    const { ask } = own({ summary, reports })
    const page = await (await ask(path)).text()
    expect(page).not.toContain('<img')
    expect(page).not.toContain('<script>alert')
    expect(page).not.toMatch(/[\u202a-\u202e\u2066-\u2069\0]/)
    expect(page.length).toBeLessThan(LONGEST_PAGE)
  })
})
