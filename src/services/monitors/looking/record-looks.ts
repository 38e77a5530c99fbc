import type { SignedBy, Signer } from '../../../core/domain-health.ts'
import type { Monitor } from '../../../core/watching/monitor.ts'
import type { SeenRecords } from '../../../core/watching/records.ts'
import type { Store } from '../../../store/store.ts'
import type {
  BegunLook,
  DueRecords,
  RecordLook,
  RecordOwner,
} from '../../../store/watching/record-history.ts'
import type { Clock, Log, RandomBytes } from '../../ports.ts'
import { isPaused } from '../watching/watched.ts'
import { openWindow } from '../watching/windows.ts'
import { ASK_AGAIN_MS, settleRecords } from './settling.ts'
import { type LookState, lookStateIn } from './state.ts'

/** Whose records are looked at. */
export interface Sought {
  domain: string
  envelopeDomain?: string
  signers: readonly Signer[]
}

/** Asks the DNS. What gave no answer is left out. */
export type LookAtRecords = (sought: Sought) => Promise<SeenRecords[]>

export interface RecordLooksDeps {
  store: Pick<Store, 'recordHistory' | 'domainHealth' | 'monitors'>
  lookAtRecords: LookAtRecords
  clock: Clock
  random: RandomBytes
  log: Log
  /** Milliseconds from one look to the next. */
  every(): number
}

/** Selectors of a domain that are asked for, the newest first. */
export const MOST_SELECTORS = 12

/** Looks at the records of a verified domain, and keeps what changed. */
export async function lookAtDomain(deps: RecordLooksDeps, { owner, domain }: DueRecords): Promise<void> {
  if (!('domainId' in owner) || domain === undefined) return
  const { store, clock } = deps
  const [begun, selectors, monitor] = await Promise.all([
    store.recordHistory.begin(owner),
    store.domainHealth.selectors(owner.domainId),
    store.monitors.ofDomain(owner.domainId),
  ])
  if (!begun || !isDue(begun, clock.now())) return
  const signers = selectors.slice(0, MOST_SELECTORS).map(({ selector }) => ({ domain, selector }))
  const state = lookStateIn(begun.state)
  const seen = await deps.lookAtRecords({ domain, signers })
  if (seen.length === 0) return putOffMute(deps, owner)
  const tells = !monitor || !isQuiet(monitor, clock.now())
  await keepRecords(deps, owner, { domain, seen, state, tells, after: afterLook(begun) })
}

/** Nothing answered: that is the DNS here, or name servers that fail. */
const MUTE_MS = 3_600_000

/** Looks again within the hour, as nothing was found out. */
export async function putOffMute(
  { store, clock, random, every }: Pick<RecordLooksDeps, 'store' | 'clock' | 'random' | 'every'>,
  owner: RecordOwner,
): Promise<void> {
  const wait = spread(Math.min(MUTE_MS, every()), random)
  await store.recordHistory.putOff(owner, new Date(clock.now().getTime() + wait))
}

type LookBefore = NonNullable<RecordLook['after']>

/** A look may have ended since it was read that another is due: the same answer is not to count twice. */
export const isDue = ({ dueAt }: Pick<BegunLook, 'dueAt'>, now: Date): boolean =>
  dueAt !== undefined && dueAt <= now

/** What is known of the look before. */
export const afterLook = ({ lookedAt }: LookBefore): LookBefore => (lookedAt ? { lookedAt } : {})

interface FoundRecords {
  domain: string
  seen: readonly SeenRecords[]
  state: LookState
  tells: boolean
  /** The look before, as this one began. */
  after: LookBefore
  /** It is to be looked at again soon, for another reason. */
  again?: boolean
}

/** Keeps what a look found, but for what says something else the first time, and says when to look next. */
export async function keepRecords(
  { store, clock, random, log, every }: Omit<RecordLooksDeps, 'lookAtRecords'>,
  owner: RecordOwner,
  { domain, seen, state, tells, after, again = false }: FoundRecords,
): Promise<void> {
  const at = clock.now()
  const current = seen.length > 0 ? await store.recordHistory.current(owner) : []
  const settled = seen.length > 0 ? settleRecords(seen, current, state.doubtedRecords, at) : undefined
  const isSoon = again || settled?.again === true
  const changes = await store.recordHistory.keep(owner, {
    at,
    domain,
    seen: settled?.seen ?? [],
    state: JSON.stringify({
      ...state,
      doubtedRecords: settled?.doubted ?? state.doubtedRecords,
    } satisfies LookState),
    dueAt: new Date(at.getTime() + (isSoon ? ASK_AGAIN_MS : spread(every(), random))),
    tells,
    after,
  })
  if (changes === 'unknown_owner' || changes === 'outdated') return
  for (const { record, name } of changes) log.info({ domain, record, name }, 'A record of a domain changed')
}

/** Nothing is told of it now. */
export const isQuiet = (monitor: Monitor, now: Date): boolean =>
  isPaused(monitor, now) || openWindow(monitor.windows, now) !== undefined

/** About as long, so that what was looked at together drifts apart. */
export function spread(every: number, random: RandomBytes): number {
  const [high = 0, low = 0] = random(2)
  return Math.round(every * (15 / 16 + (high * 256 + low) / 65_536 / 8))
}

/** A key by which nothing was signed for so long may have been given up. */
const IN_USE_MS = 30 * 86_400_000

/** Which selectors of a domain are asked for, and by which one mail is signed now: the first, where it was lately. */
export function signedByOf(selectors: readonly string[], lastSeen: Date | undefined, now: Date): SignedBy {
  const [newest] = selectors
  const isInUse = lastSeen !== undefined && now.getTime() - lastSeen.getTime() < IN_USE_MS
  return { selectors, ...(newest !== undefined && isInUse && { inUse: newest }) }
}
