import type { StandingRow } from '../../../services/answers/standings/standing.ts'
import type { LastingEvent, ToldEvent } from '../../../services/answers/watching/telling.ts'
import type { ListedTest } from '../../../services/mail-tests/account-tests.ts'
import { level } from '../../sections.ts'
import type { DomainRow } from '../../words/domain-states.ts'
import { type MonitorRow, needsSomebody } from '../../words/monitor-states.ts'

/** How many days count as lately. */
export const LATELY_DAYS = 7

/** What an account can still begin with. */
export const STEPS = ['test', 'domain', 'monitor', 'key'] as const
export type Step = (typeof STEPS)[number]

/** What is known of an account; a part that nobody looks after, or that the visitor may not see, is absent. */
export interface Known {
  /** Made lately, newest first. */
  tests: readonly ListedTest[]
  /** Whether the account has a test at all. */
  hasTests: boolean
  /** All of them, the worst first. */
  domains?: readonly DomainRow[]
  /** All of them, the worst first. */
  monitors?: readonly MonitorRow[]
  /** How many keys work. */
  keys?: number
  /** What reports of its domains show. */
  reports?: { lasting: readonly LastingEvent[]; lately: readonly ToldEvent[] }
  /** How mail of its domains does, the worst first, as far as it is counted. */
  stands?: readonly StandingRow[]
}

/** How the mail of an account is today, the worst first. */
export interface Today {
  /** Domains that need somebody. */
  domains: DomainRow[]
  /** Monitors that are not as expected. */
  monitors: MonitorRow[]
  /** Domains of which something could not be found out. */
  unknown: DomainRow[]
  /** Domains whose own mail is hit by their DMARC policy. */
  hit: StandingRow[]
  /** Tests that failed or scored badly, the worst first; of those with the same sender and subject the newest alone counts. */
  bad: ListedTest[]
  /** Tests with points to win, the worst first. */
  better: ListedTest[]
  /** The other tests that ended, newest first. */
  fine: ListedTest[]
  /** Tests that wait for mail or for their report. */
  pending: ListedTest[]
  /** What reports show that lasts, and what else changed lately. */
  reports: readonly LastingEvent[]
  changes: readonly ToldEvent[]
  /** What is not set up yet, in the order to do it. */
  steps: Step[]
}

/** Sorts out what is known. */
export function todayOf(known: Known): Today {
  const { tests, domains = [], monitors = [], reports, stands = [] } = known
  // Of mail to monitors they say whether it is as expected.
  const judged = known.monitors ? tests.filter(({ source }) => source !== 'monitor') : tests
  const current = newestOfEach(judged)
  const scored = current
    .filter(({ status, score }) => status === 'scored' && score !== undefined)
    .toSorted((a, b) => (a.score ?? 0) - (b.score ?? 0))
  const of = (which: ReturnType<typeof level>) => scored.filter(({ score = 0 }) => level(score) === which)
  const [bad, better] = [[...current.filter(({ status }) => status === 'failed'), ...of('poor')], of('fair')]
  const told = new Set([...bad, ...better])
  return {
    domains: domains.filter(({ standing }) => standing !== 'fine' && standing !== 'unknown'),
    monitors: monitors.filter(needsSomebody),
    unknown: domains.filter(({ standing }) => standing === 'unknown'),
    hit: stands.filter(({ attention }) => attention.kind === 'own_refused'),
    bad,
    better,
    fine: tests.filter((one) => one.status !== 'pending' && !told.has(one)).toSorted(newestFirst),
    pending: tests.filter(({ status }) => status === 'pending'),
    reports: reports?.lasting ?? [],
    changes: reports?.lately ?? [],
    steps: STEPS.filter((step) => isOpen(step, known)),
  }
}

/** By the time that is shown. */
const newestFirst = (a: ListedTest, b: ListedTest) =>
  (b.receivedAt ?? b.createdAt).getTime() - (a.receivedAt ?? a.createdAt).getTime()

function isOpen(step: Step, { hasTests, domains, monitors, keys }: Known): boolean {
  const open: Record<Step, boolean> = {
    test: !hasTests,
    domain: domains?.length === 0,
    monitor: monitors?.length === 0,
    key: keys === 0,
  }
  return open[step]
}

/** Whoever fixed something and sent the message to another test is done with the earlier one. */
function newestOfEach(tests: readonly ListedTest[]): ListedTest[] {
  const seen = new Set<string>()
  return tests.filter(({ token, from, subject, status }) => {
    if (status === 'pending') return false
    const mail = from === undefined && subject === undefined ? token : JSON.stringify([from, subject])
    return seen.size < seen.add(mail).size
  })
}
