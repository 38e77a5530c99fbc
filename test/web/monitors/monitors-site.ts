import { ROLES } from '../../../src/core/access/role.ts'
import type { MonitorView } from '../../../src/services/monitors/told.ts'
import type { WebDeps } from '../../../src/web/deps.ts'
import { fakeDomains } from '../domains/fake-domains.ts'
import { fakeSessions, peopleWith, somebody } from '../people.ts'
import { siteUnderTest } from '../site-under-test.ts'
import { fakeMonitors, type Kept } from './fake-monitors.ts'

export interface SiteOptions {
  kept?: Readonly<Record<string, Kept>>
  domains?: Parameters<typeof fakeDomains>[0]
  plan?: number
  more?: Partial<WebDeps>
}

/** A site with these monitors, asked by somebody of each role. */
export function monitorSite(views: readonly MonitorView[], options: SiteOptions = {}) {
  const { kept = {}, domains = [], plan, more } = options
  const { sessions } = fakeSessions(Object.fromEntries(ROLES.map((role) => [role, somebody({ role })])))
  const fake = fakeMonitors(views, kept, plan)
  const site = siteUnderTest({
    people: peopleWith(sessions),
    ...fakeDomains(domains),
    monitors: fake.monitors,
    badges: fake.badges,
    ...more,
  })
  const ask = (path: string, who = 'member') => site.ask(path, { headers: { cookie: `mailgauge=${who}` } })
  return {
    ...fake,
    app: site.app,
    ask,
    stranger: site.ask,
    html: async (path: string, who?: string) =>
      (await (await ask(path, who)).text()).replaceAll('<wbr/>', ''),
    post: (path: string, fields: Record<string, string | string[]> = {}, who = 'member') =>
      site.ask(path, {
        method: 'POST',
        headers: { cookie: `mailgauge=${who}`, 'sec-fetch-site': 'same-origin' },
        body: new URLSearchParams(
          Object.entries(fields).flatMap(([name, value]) => [value].flat().map((one) => [name, one])),
        ),
      }),
  }
}
