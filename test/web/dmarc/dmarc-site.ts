import { ROLES } from '../../../src/core/access/role.ts'
import type { DmarcDeps } from '../../../src/web/deps.ts'
import { domainView, fakeDomains, VERIFIED } from '../domains/fake-domains.ts'
import { fakeSessions, peopleWith, somebody } from '../people.ts'
import { siteUnderTest } from '../site-under-test.ts'
import { fakeTls } from '../tls/fake-tls.ts'
import { fakeDmarc, type Held } from './fake-dmarc.ts'
import { fakeImporting } from './fake-importing.ts'

/** What somebody hostile writes into a report: markup, a turned text, no place to break. */
export const HOSTILE = `"><img src=x onerror=alert(1)><script>alert(2)</script>\u202Ereversed\u0000 ${'w'.repeat(1024)}`

interface MoreOfSite {
  /** Further verified domains. */
  more?: readonly string[]
  health?: Parameters<typeof fakeDomains>[1]
}

/** The site with two verified domains, one that is not, and what is held of their reports. */
export function dmarcSite(
  held: Readonly<Record<string, Held>>,
  tls: Parameters<typeof fakeTls>[0] = {},
  answers: Partial<DmarcDeps> = {},
  { more = [], health = {} }: MoreOfSite = {},
) {
  const { sessions } = fakeSessions(Object.fromEntries(ROLES.map((role) => [role, somebody({ role })])))
  const fake = fakeDmarc(held)
  const { domains, domainHealth } = fakeDomains(
    [
      domainView('example.org', VERIFIED),
      domainView('example.net', VERIFIED),
      domainView('unproved.example'),
      ...more.map((domain) => domainView(domain, VERIFIED)),
    ],
    health,
  )
  const site = siteUnderTest({
    people: peopleWith(sessions),
    domains,
    domainHealth,
    dmarc: { ...fake.dmarc, importing: fakeImporting().importing, tls: fakeTls(tls), ...answers },
  })
  const headers = (who: string) => ({ cookie: `mailgauge=${who}` })
  const ask = (path: string, who = 'viewer') => site.ask(path, { headers: headers(who) })
  return {
    ...fake,
    app: site.app,
    ask,
    html: async (path: string, who?: string) =>
      (await (await ask(path, who)).text()).replaceAll('<wbr/>', ''),
    post: (path: string, who = 'admin', fields: Record<string, string> = {}) =>
      site.ask(path, {
        method: 'POST',
        headers: { ...headers(who), 'sec-fetch-site': 'same-origin' },
        body: new URLSearchParams(fields),
      }),
  }
}
