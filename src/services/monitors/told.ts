import type { Actor } from '../../core/access/permission.ts'
import type { Result } from '../../core/refusal.ts'
import type { MaintenanceWindow, Monitor, MonitorSettings } from '../../core/watching/monitor.ts'
import type { RecordVersion } from '../../core/watching/records.ts'
import type { MonitorMessageRow, MonitorScore, ToldAlert } from '../../store/watching/monitors.ts'
import type { AccountActor } from '../access/actor.ts'

/** Who looks after monitors: somebody of the account, or the operator for it. */
export type MonitorActor = AccountActor | (Extract<Actor, { kind: 'operator' }> & { accountId: string })

/** A monitor as those who look after it see it. */
export interface MonitorView extends Monitor {
  /** Where its mail is sent. Of mail alone. */
  address?: string
  /** A maintenance window is open, until then. */
  inMaintenance?: { until: Date }
}

/** What a person asks for. */
export type WantedMonitor = MonitorSettings & {
  subject: { kind: 'mail' } | { kind: 'domain'; domainId: string }
}

/** Settings that change; windows that are not named stay. */
export type ChangedSettings = Omit<MonitorSettings, 'windows'> & Partial<Pick<MonitorSettings, 'windows'>>

/** The monitors of accounts. `not_found` for an unknown id and for one of another account alike; `bad_request` says in a sentence what
 * is wrong with a setting, `limit_reached` that the plan allows no more. */
export interface Monitors {
  /** By name. */
  list(actor: MonitorActor): Promise<MonitorView[]>
  read(actor: MonitorActor, id: string): Promise<Result<MonitorView>>
  create(actor: MonitorActor, wanted: WantedMonitor): Promise<Result<MonitorView>>
  change(actor: MonitorActor, id: string, settings: ChangedSettings): Promise<Result<MonitorView>>
  /** Beside those that others add at the same time. One that it has is not added again. */
  addWindow(actor: MonitorActor, id: string, window: MaintenanceWindow): Promise<Result<MonitorView>>
  /** One that it does not have is taken away already. */
  removeWindow(actor: MonitorActor, id: string, window: MaintenanceWindow): Promise<Result<MonitorView>>
  /** Until then, or until it is resumed. */
  pause(actor: MonitorActor, id: string, until?: Date): Promise<Result<MonitorView>>
  resume(actor: MonitorActor, id: string): Promise<Result<MonitorView>>
  /** Turned on anew, it has another token. */
  setBadge(actor: MonitorActor, id: string, on: boolean): Promise<Result<MonitorView>>
  delete(actor: MonitorActor, id: string): Promise<Result<void>>
  /** Its messages that are kept, newest first, behind the place that the page before gave. */
  messages(
    actor: MonitorActor,
    id: string,
    page: { limit: number; after?: string },
  ): Promise<Result<{ items: MonitorMessageRow[]; next?: string }>>
  /** How its messages scored since then, newest first, also those whose tests have expired; at most 2,000. */
  scores(actor: MonitorActor, id: string, since: Date): Promise<Result<MonitorScore[]>>
  /** What was told of it, newest first. */
  alerts(actor: MonitorActor, id: string): Promise<Result<ToldAlert[]>>
  /** What the records of its domain, or of its last sender, have said; newest first. */
  records(actor: MonitorActor, id: string): Promise<Result<RecordVersion[]>>
}
