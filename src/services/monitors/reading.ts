import { refusalOf } from '../../core/access/permission.ts'
import { granted, type Result, refused } from '../../core/refusal.ts'
import type { Monitor } from '../../core/watching/monitor.ts'
import type { RecordOwner } from '../../store/watching/record-history.ts'
import { type MonitorRules, type MonitorsDeps, noMonitor } from './deps.ts'
import type { MonitorActor, Monitors } from './told.ts'

const MOST_MESSAGES = 200
const MOST_ALERTS = 100
const MOST_SCORES = 2_000
const MOST_RECORDS = 500

/** What is told of monitors. */
export function createReading(
  { store, records, nextLook }: MonitorsDeps,
  { view }: Pick<MonitorRules, 'view'>,
): Pick<Monitors, 'list' | 'read' | 'messages' | 'scores' | 'alerts' | 'records'> {
  async function own(actor: MonitorActor, id: string): Promise<Result<Monitor>> {
    const refusal = refusalOf(actor, 'monitors.read')
    if (refusal) return refused(refusal)
    const monitor = await store.monitors.byId(actor.accountId, id)
    return monitor ? granted(monitor) : noMonitor
  }

  /** A domain monitor has its records from the looks at its domain. */
  async function nextLookOf({ id, subject, expectations }: Monitor): Promise<Date | undefined> {
    if (!nextLook || !(expectations.records || expectations.blocklists)) return undefined
    const owners: RecordOwner[] = [{ monitorId: id }]
    if (subject.kind === 'domain') owners.push({ domainId: subject.domainId })
    const times = (await Promise.all(owners.map(nextLook))).filter((time) => time !== undefined)
    return times.toSorted((one, other) => one.getTime() - other.getTime())[0]
  }

  return {
    async list(actor) {
      if (refusalOf(actor, 'monitors.read')) return []
      return (await store.monitors.list(actor.accountId)).map(view)
    },
    async read(actor, id) {
      const found = await own(actor, id)
      if (!found.ok) return found
      const nextLookAt = await nextLookOf(found.value)
      return granted({ ...view(found.value), ...(nextLookAt && { nextLookAt }) })
    },
    async messages(actor, id, { limit, after }) {
      const found = await own(actor, id)
      if (!found.ok) return found
      const { items, next } = await store.monitors.messages(id, {
        limit: Math.min(MOST_MESSAGES, Math.max(1, limit)),
        ...placeOf(after),
      })
      return granted({ items, ...(next !== undefined && { next: String(next) }) })
    },
    async scores(actor, id, since) {
      const found = await own(actor, id)
      return found.ok ? granted(await store.monitors.scores(id, since, MOST_SCORES)) : found
    },
    async alerts(actor, id) {
      const found = await own(actor, id)
      return found.ok ? granted(await store.monitors.told(id, MOST_ALERTS)) : found
    },
    async records(actor, id) {
      const found = await own(actor, id)
      if (!found.ok) return found
      return granted((await records?.(ownerOf(found.value), MOST_RECORDS)) ?? [])
    },
  }
}

const ownerOf = ({ id, subject }: Monitor): RecordOwner =>
  subject.kind === 'domain' ? { domainId: subject.domainId } : { monitorId: id }

/** A place of this service's; anything else is none. */
function placeOf(after: string | undefined): { after?: number } {
  return after !== undefined && /^[1-9]\d{0,14}$/.test(after) ? { after: Number(after) } : {}
}
