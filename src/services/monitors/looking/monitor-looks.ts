import type { Check } from '../../../core/check.ts'
import type { SignedBy } from '../../../core/domain-health.ts'
import type { InspectedName } from '../../../core/inspection.ts'
import type { Monitor } from '../../../core/watching/monitor.ts'
import type { SeenRecords } from '../../../core/watching/records.ts'
import type { Store } from '../../../store/store.ts'
import type { DueRecords } from '../../../store/watching/record-history.ts'
import { readName } from '../../inspections/name.ts'
import type { InspectionSeats } from '../../inspections/seats.ts'
import type { SeenLook } from '../watching/observation.ts'
import { type AskedList, type InspectedChecks, listingsIn, recordsIn, together, weigh } from './judging.ts'
import {
  afterLook,
  isDue,
  isQuiet,
  keepRecords,
  MOST_SELECTORS,
  putOffMute,
  type RecordLooksDeps,
  signedByOf,
} from './record-looks.ts'
import { senderOf } from './sender.ts'
import { ASK_AGAIN_MS } from './settling.ts'
import { type LookState, lookStateIn } from './state.ts'

export interface MonitorLooksDeps extends RecordLooksDeps {
  store: RecordLooksDeps['store'] & Pick<Store, 'messages'>
  seats: Pick<InspectionSeats, 'inspectBeside'>
  /** The lists that are asked at that moment. */
  lists(): readonly (AskedList & { kind: 'block' | 'welcome' | 'domain' })[]
  /** Judges a monitor by what was seen. */
  observe(monitorId: string, look: SeenLook): Promise<unknown>
  isStopped(): boolean
  /** Milliseconds to wait where all seats are taken. */
  pause?: number
}

const PAUSE_MS = 2_000

/** Looks at the records of the last sender of a monitor, or of its domain, and at the lists. */
export async function lookAtMonitor(deps: MonitorLooksDeps, { owner }: DueRecords): Promise<void> {
  if (!('monitorId' in owner)) return
  const { store, clock, every } = deps
  const [begun, kept] = await Promise.all([
    store.monitors.begin(owner.monitorId),
    store.recordHistory.begin(owner),
  ])
  if (!begun || !kept || !isDue(kept, clock.now())) return
  const { monitor } = begun
  const state = await withSender(deps, monitor, lookStateIn(kept.state))
  const watched = await watchedIn(deps, monitor, state)
  const isWanted = monitor.expectations.records || monitor.expectations.blocklists
  if (isWanted && watched) return lookAtWatched(deps, monitor, watched, { state, after: afterLook(kept) })
  // The first message is not to wait for long.
  const dueAt = new Date(clock.now().getTime() + (isWanted ? ASK_AGAIN_MS : every()))
  await store.recordHistory.putOff(owner, dueAt, JSON.stringify(state))
}

async function lookAtWatched(
  deps: MonitorLooksDeps,
  monitor: Monitor,
  watched: Watched,
  { state, after }: { state: LookState; after: ReturnType<typeof afterLook> },
): Promise<void> {
  const [seen, inspected] = await Promise.all([
    recordsOfSender(deps, monitor, state),
    inspectAll(deps, watched),
  ])
  // It is due still.
  if (inspected === 'stopped') return
  const owner = { monitorId: monitor.id }
  const weighed = weighAll(deps, monitor, inspected, state)
  if (!weighed && seen.length === 0) return putOffMute(deps, owner)
  const domain = inspectedDomain(inspected)
  const of = domain === undefined ? {} : { domain }
  if (weighed) await deps.observe(monitor.id, { kind: 'look', ...weighed.look, ...of })
  const found = {
    domain: watched.domain ?? '',
    seen,
    state: { ...state, ...weighed?.state, ...of },
    tells: !isQuiet(monitor, deps.clock.now()),
    again: weighed?.again ?? false,
    after,
  }
  await keepRecords(deps, owner, found)
}

/** Those of a domain monitor are looked at for its domain. */
async function recordsOfSender(
  { lookAtRecords }: MonitorLooksDeps,
  { subject, expectations }: Monitor,
  { sender }: LookState,
): Promise<SeenRecords[]> {
  if (subject.kind !== 'mail' || !expectations.records || sender?.domain === undefined) return []
  return lookAtRecords({ ...sender, domain: sender.domain })
}

/** What is inspected for a monitor. */
interface Watched {
  domain?: string
  address?: string
  signedBy: SignedBy
}

/** The sender of the last message that has a report. */
async function withSender(
  { store }: Pick<MonitorLooksDeps, 'store'>,
  { subject, standing: { last } }: Monitor,
  state: LookState,
): Promise<LookState> {
  if (subject.kind !== 'mail' || !last || last.messageId === state.sender?.messageId) return state
  const sender = await senderOf(store, last)
  return sender ? { ...state, sender } : state
}

async function watchedIn(
  { store, clock }: Pick<MonitorLooksDeps, 'store' | 'clock'>,
  { subject, standing: { last } }: Monitor,
  { sender }: LookState,
): Promise<Watched | undefined> {
  const now = clock.now()
  if (subject.kind === 'domain') {
    const seen = await store.domainHealth.selectors(subject.domainId)
    const selectors = seen.slice(0, MOST_SELECTORS).map(({ selector }) => selector)
    return { domain: subject.domain, signedBy: signedByOf(selectors, seen[0]?.lastSeen, now) }
  }
  if (!sender || (sender.domain ?? sender.address) === undefined) return undefined
  const { domain, address, signers } = sender
  const selectors = signers.filter((one) => one.domain === domain).map(({ selector }) => selector)
  return {
    ...(domain !== undefined && { domain }),
    ...(address !== undefined && { address }),
    signedBy: signedByOf(selectors, last?.at, now),
  }
}

/** What was found of its domain and of its address, as far as either was looked at to the end. */
async function inspectAll(deps: MonitorLooksDeps, sender: Watched): Promise<InspectedChecks[] | 'stopped'> {
  const names = [sender.domain, sender.address].flatMap((name) =>
    name === undefined ? [] : [readName(name)],
  )
  const found: InspectedChecks[] = []
  for (const subject of names) {
    if ('refused' in subject) continue
    const checks = await inspectOne(deps, subject, sender)
    if (checks === 'stopped') return 'stopped'
    found.push({ subject, checks })
  }
  return found
}

/** Waits for a seat: whoever waits for a message, or looks at a page, comes first. No checks: it did not come to its end. */
async function inspectOne(
  { seats, pause = PAUSE_MS, isStopped, log }: MonitorLooksDeps,
  subject: InspectedName,
  { signedBy }: Watched,
): Promise<InspectedChecks['checks'] | 'stopped'> {
  while (!isStopped()) {
    const found = await seats.inspectBeside(subject, subject.kind === 'domain' ? signedBy : undefined)
    if (found === 'no seat') await Bun.sleep(pause)
    else if ('stopped' in found) {
      if (!isStopped())
        log.warn({ name: subject.name, reason: found.stopped }, 'A name could not be looked at for a monitor')
      return []
    } else return found.checks
  }
  return 'stopped'
}

/** What the monitor expects of what was found. Undefined: nothing was found out. */
function weighAll(
  { lists, clock }: MonitorLooksDeps,
  { expectations }: Monitor,
  inspected: readonly InspectedChecks[],
  state: LookState,
) {
  if (!inspected.some(({ checks }) => checks.some(isFoundOut))) return undefined
  const asked = (kind: InspectedName['kind']) =>
    lists().filter((list) => list.kind === (kind === 'domain' ? 'domain' : 'block'))
  const found = inspected.flatMap((one) => [
    ...(expectations.records ? [recordsIn(one)] : []),
    ...(expectations.blocklists ? [listingsIn(one, asked(one.subject.kind))] : []),
  ])
  return weigh(together(found), state, clock.now(), inspectedDomain(inspected) !== state.domain)
}

/** Where nothing answers, what is left are errors, and checks that had nothing to judge. */
const isFoundOut = ({ status }: Check) => status === 'passed' || status === 'failed'

/** The domain whose checks came to their end. */
const inspectedDomain = (inspected: readonly InspectedChecks[]): string | undefined =>
  inspected.find(({ subject, checks }) => subject.kind === 'domain' && checks.length > 0)?.subject.name
