import type { Action } from '../../core/access/permission.ts'
import { type Refusal, refused } from '../../core/refusal.ts'
import type { Monitor } from '../../core/watching/monitor.ts'
import type { RecordVersion } from '../../core/watching/records.ts'
import type { Store } from '../../store/store.ts'
import type { RecordOwner } from '../../store/watching/record-history.ts'
import type { Accounts } from '../access/accounts.ts'
import type { Limits } from '../access/limits.ts'
import type { Clock, RandomBytes } from '../ports.ts'
import type { auditing } from './audited.ts'
import type { MonitorActor, MonitorView } from './told.ts'

export interface MonitorsDeps {
  store: Pick<Store, 'accounts' | 'domains' | 'monitors' | 'people'>
  accounts: Pick<Accounts, 'planOf'>
  clock: Clock
  /** Absent: this process counts alone. */
  limits?: Limits
  random: RandomBytes
  /** The domain of the addresses of monitors. */
  mailDomain: string
  /** The names of all checks. */
  checks: ReadonlySet<string>
  /** When records, or lists, are looked at next. Absent: nobody looks. */
  nextLook?(owner: RecordOwner): Promise<Date | undefined>
  /** What records have said, newest first. Absent: nobody looks at records. */
  records?(owner: RecordOwner, limit: number): Promise<RecordVersion[]>
}

/** What the parts of the service share. */
export interface MonitorRules {
  /** Why it may not be done, or not yet. */
  turnedAway(actor: MonitorActor, action: Action): Promise<Refusal | undefined>
  audited: ReturnType<typeof auditing>
  view(monitor: Monitor): MonitorView
}

export const noMonitor = refused({ kind: 'not_found', what: 'monitor' })
export const bad = (reason: string) => refused({ kind: 'bad_request', reason })
export const NAME_TAKEN = 'The account has a monitor of this name. Choose another one.'
