import type { AuditAction, NewAuditEntry } from '../../core/access/audit.ts'
import type { Monitor, MonitorSettings } from '../../core/watching/monitor.ts'
import type { Store } from '../../store/store.ts'
import { byActor, entryBy } from '../access/by.ts'
import type { Clock } from '../ports.ts'
import type { MonitorActor } from './told.ts'

/** What somebody does to a monitor, as the audit log tells it. */
export interface MonitorDeed {
  action: Extract<AuditAction, `monitor.${string}`>
  name: string
  details?: Record<string, string>
}

/** Makes entries of the audit log. */
export function auditing({ store, clock }: { store: Pick<Store, 'people'>; clock: Clock }) {
  return async (actor: MonitorActor, { action, name, details }: MonitorDeed): Promise<NewAuditEntry> =>
    entryBy(await byActor(store, actor), clock.now(), {
      accountId: actor.accountId,
      action,
      target: name,
      ...(details && { details }),
    })
}

/** What is otherwise by new settings. Undefined: nothing is. */
export function changeDetails(
  before: Pick<Monitor, 'name' | 'expectations' | 'windows'>,
  after: MonitorSettings,
): Record<string, string> | undefined {
  const details = {
    ...(before.name !== after.name && { from: before.name, to: after.name }),
    ...(differ(before.expectations, after.expectations) && { expectations: 'changed' }),
    ...(differ(before.windows, after.windows) && { windows: String(after.windows.length) }),
  }
  return Object.keys(details).length === 0 ? undefined : details
}

/** Both are in the order in which settings are kept. */
const differ = (one: object, other: object) => JSON.stringify(one) !== JSON.stringify(other)
