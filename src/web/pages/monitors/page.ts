import type { CheckWordsByName } from '../../../core/check-words.ts'
import type { Site } from '../../site.ts'
import type {
  MonitorMessage,
  MonitorRow,
  MonitorScore,
  SeenRecord,
  ToldAlert,
} from '../../words/monitor-states.ts'

/** What the page of a monitor shows. */
export interface MonitorPageProps {
  site: Site
  row: MonitorRow
  checkWords: CheckWordsByName
  /** What the chart is drawn of, newest first. */
  scores: readonly MonitorScore[]
  /** Those of this page of the list, newest first; `next`: behind which the next page begins. */
  messages: { items: readonly MonitorMessage[]; next?: string; isLater: boolean }
  alerts: readonly ToldAlert[]
  /** Webhooks and channels that are told of its alerts. Absent: it cannot be told. */
  told?: number
  records: readonly SeenRecord[]
  mayChange: boolean
  /** What was asked for and came about. */
  done?: string
  now: Date
}
