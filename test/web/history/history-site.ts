import { dayOf } from '../../../src/core/kept/day.ts'
import { createHistory } from '../../../src/services/history/history.ts'
import type { AccountTests } from '../../../src/services/mail-tests/account-tests.ts'
import type { HistoryCount } from '../../../src/store/history.ts'
import { NOW } from '../fake-mail-tests.ts'
import { fakeSessions, peopleWith, somebody } from '../people.ts'
import { siteUnderTest } from '../site-under-test.ts'

/** The day of `NOW`. */
export const TODAY = dayOf(NOW.getTime())

/** The counts of a day, so many days ago. */
export const counted = (ago: number, changes: Partial<HistoryCount> = {}): HistoryCount => ({
  day: TODAY - ago,
  scored: 3,
  failed: 1,
  scores: { 52: 1, 90: 1, 100: 1 },
  checks: { spf: 2, dkim: 1 },
  ...changes,
})

/** A site with these counts: every account has them. */
export function siteWith(counts: HistoryCount[], domains: string[] = ['a.example', 'b.example']) {
  const asked: unknown[] = []
  const history = createHistory({
    clock: { now: () => NOW },
    store: {
      history: {
        async counts(accountId, which) {
          asked.push({ accountId, ...which })
          return counts.filter(({ day }) => day >= which.since)
        },
        domains: async () => domains,
      },
    },
  })
  const { sessions } = fakeSessions({
    viewer: somebody({ role: 'viewer' }),
    member: somebody({ role: 'member' }),
  })
  const site = siteUnderTest({
    history,
    people: peopleWith(sessions),
    accountTests: { find: async () => ({ items: [] }) } as Partial<AccountTests> as AccountTests,
  })
  const get = async (path: string, who = 'viewer') => {
    const answer = await site.ask(path, { headers: { cookie: `mailgauge=${who}` } })
    return { answer, status: answer.status, html: await answer.text() }
  }
  return { site, get, asked }
}
