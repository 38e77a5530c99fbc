import type { CheckWordsByName } from '../../../core/check-words.ts'
import type { SetUpView } from '../../../services/aggregates/set-up.ts'
import type { LastingEvent, ToldEvent } from '../../../services/answers/watching/telling.ts'
import type { ComplaintOverview } from '../../../services/complaints/complaints.ts'
import type { HealthView } from '../../../services/domains/health/health.ts'
import type { HistoryOf } from '../../../services/history/history.ts'
import type { ListedTest } from '../../../services/mail-tests/account-tests.ts'
import type { RecordsView } from '../../../services/monitors/looking/records-view.ts'
import type { Site } from '../../site.ts'
import type { ShownCheck } from '../../view.ts'
import type { DomainRow } from '../../words/domain-states.ts'
import type { MonitorRow } from '../../words/monitor-states.ts'

/** The reports address of a domain, and what came to it. */
export interface ReportsShown {
  setUp: SetUpView
  /** Files of reports that came. Absent: it cannot be told. */
  came?: { files: number; newestAt?: Date }
}

/** What watches the records of a domain. Absent `row`: nothing does yet. */
export interface DomainMonitor {
  row?: MonitorRow
}

/** What the page of a domain shows. */
export interface DomainPageProps {
  site: Site
  row: DomainRow
  health: HealthView
  checkWords: CheckWordsByName
  /** The checks of the last look, as pages show them. */
  checks: readonly ShownCheck[]
  /** The name of its record, as panels want it that add the zone by themselves. */
  short: readonly { zone: string; name: string }[]
  /** How its DMARC reports come, and which came. Absent: it is not verified, or none are taken. */
  reports?: ReportsShown
  /** What changed in what reports say. Absent: nobody watches, or who looks may not read them. */
  watched?: { lasting: readonly LastingEvent[]; told: readonly ToldEvent[] }
  /** What recipients complained about in 30 days. Absent: none are taken, or who looks may not read them. */
  complaints?: Pick<ComplaintOverview, 'complaints' | 'latestAt' | 'lasting'>
  /** What changed in its records. Absent: nobody looks at them. */
  records?: Pick<RecordsView, 'changes' | 'lookedAt'>
  /** What watches its records without a message. Absent: nothing can, or who looks may not see monitors. */
  monitored?: DomainMonitor
  /** Who looks may verify it, have it looked at and delete it. */
  mayChange: boolean
  /** Absent: none is kept. */
  history?: HistoryOf
  /** The last ones. Absent: they cannot be looked for. */
  tests?: readonly ListedTest[]
  /** What was asked for, and did or did not come about. */
  notice?: { kind: 'done' | 'problem'; says: string }
  now: Date
}
