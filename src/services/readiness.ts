import type { Refusal } from '../core/refusal.ts'
import type { AnonymousShares } from '../core/space.ts'
import { StoreDamaged } from '../core/trouble/store-damaged.ts'
import type { Store, StoreTrouble } from '../store/store.ts'
import type { Clock, Log } from './ports.ts'
import { createSpaceLines } from './space-lines.ts'

/** Tells how many bytes are free on the disk the store is on. */
export interface Space {
  free(): Promise<number>
}

export interface SpaceBounds {
  /** The most the store may take on disk. Absent: as much as the disk gives. */
  storeBytes?: number
  /** Disk space that stays free. */
  minFree: number
  /** With less room than this no mail is taken at all; with twice as much it is taken again. */
  least: number
  /** What tests without an account may take of the store. Absent: as much as all others. */
  anonymous?: AnonymousShares
}

/** Why no mail can be taken. */
export type Obstacle =
  | 'database_gone'
  | 'database_unreadable'
  | 'database_damaged'
  | 'database_silent'
  | 'database_busy'
  | 'database_full'
  | 'disk_unknown'
  | 'disk_full'
  | 'store_full'
  | 'disk_unwritable'

/** Why this instance is not to be sent anything. */
export type NotReady = Obstacle | 'draining' | 'smtp_gone' | 'no_answer'

export interface ReadinessDeps {
  store: Pick<Store, 'bytes' | 'trouble' | 'mailTests'>
  space: Space
  bounds: SpaceBounds
  clock: Clock
  log: Log
  /** How long whoever asks whether the service is ready waits for the disk. A default where it is absent. */
  patienceMs?: number
}

/** Knows whether mail can be taken. Everything here looks at most once a second. */
export interface Readiness {
  /** Why no mail can be taken now; undefined: it can. */
  obstacle(): Promise<Obstacle | undefined>
  /** Whether tests without an account have used their share up. */
  anonymousFull(): Promise<boolean>
  /** Whether there is room for so many bytes of mail (0: not known yet). Takes none of it. */
  hasRoom(bytes: number): Promise<boolean>
  /** Takes the bytes, if there are as many. */
  take(bytes: number): Promise<boolean>
  /** Calls back whenever mail can be taken no longer, or again, until the returned function is called. */
  listen(heard: () => void): () => void
  /** Why nothing is to be sent here; none: it is ready. Answers soon, whatever the disk does. */
  reasons(): Promise<NotReady[]>
  /** The service stops: it is ready no more. */
  drain(): void
  /** Asks this part too whether it is ready. */
  include(part: () => NotReady | undefined): void
}

/** What a state of the service is in words, for its operator and for programs that ask. */
export const OBSTACLE_WORDS: Readonly<Record<NotReady, string>> = {
  draining:
    'The service is stopping: it takes no new mail. Send mail and requests elsewhere, or try again in a minute.',
  smtp_gone: 'No mail can be taken: the SMTP listener is closed. Restart the service; the log may say why.',
  no_answer:
    'No mail can be taken: the disk or the database has not answered for two seconds. It may be overloaded or failing: dmesg tells which.',
  database_gone:
    'No mail can be taken: the database file was deleted, emptied or replaced while the service runs. Move that very file back, or restart the service once the right one is in place.',
  database_damaged:
    'No mail can be taken: the database is damaged. Stop the service, copy the data directory away and put the newest backup in place with mailgauge restore.',
  database_unreadable: 'No mail can be taken: the database cannot be read. The log says why.',
  database_silent:
    'No mail can be taken: the database of store.url does not answer. Look whether it runs, and whether this host reaches it over the network.',
  database_busy:
    'No mail can be taken: the database of store.url has no connection or time left for this host. Look at what it works on, and at its max_connections.',
  database_full:
    'No mail can be taken: the disk of the database of store.url is full. Make room there, or give it a larger one.',
  disk_unknown:
    'No mail can be taken: the free space of the disk that holds store.directory cannot be read. Look whether it is mounted, and whether the service may open it.',
  disk_full:
    'No mail can be taken: the disk has no more free space than store.min_free keeps. Free some space, or lower store.min_free.',
  store_full:
    'No mail can be taken: the store is as large as store.max_bytes allows. Raise it, or wait until tests expire.',
  disk_unwritable:
    'No mail can be taken: the disk takes no write. It may be full, over quota, read-only or failing: df and dmesg tell which.',
}

/** What whoever brings mail, or asks for an address, is told. */
export function refusalFor(obstacle: Obstacle): Refusal {
  return { kind: OF_SPACE.includes(obstacle) ? 'out_of_space' : 'mail_not_taken' }
}

const OF_SPACE: readonly Obstacle[] = ['disk_full', 'store_full', 'disk_unwritable', 'database_full']

const OF_TROUBLE: Readonly<Record<StoreTrouble, Obstacle>> = {
  gone: 'database_gone',
  damaged: 'database_damaged',
  silent: 'database_silent',
  busy: 'database_busy',
  full: 'database_full',
  unwritable: 'disk_unwritable',
}

const LOOK_AGAIN_MS = 1000
const PATIENCE_MS = 2000

/** One look. */
interface Seen {
  obstacle?: Obstacle
  /** Bytes of mail there is room for. */
  left: number
  anonymousFull: boolean
  /** Bytes, for the operator. */
  figures: Record<string, number>
  /** What failed. */
  cause?: unknown
}

export function createReadiness(deps: ReadinessDeps): Readiness {
  const { clock } = deps
  const follow = createFollower(deps, () => void Promise.resolve(now()).catch(() => {}))
  let looked: { at: number; seen: Promise<Seen> | Seen } | undefined
  let taken = 0

  /** What was seen, at once where it is known: it is asked several times for each message. */
  function now(): Promise<Seen> | Seen {
    const at = clock.now().getTime()
    // A disk that hangs is not asked again and again.
    const isUnderWay = looked?.seen instanceof Promise
    if (!looked || (!isUnderWay && Math.abs(at - looked.at) >= LOOK_AGAIN_MS)) {
      looked = { at, seen: lookNow() }
      taken = 0
    }
    return looked.seen
  }

  function lookNow(): Promise<Seen> {
    const seen = look(deps, follow.last()).then(follow.see)
    seen.then(
      (known) => {
        if (looked?.seen === seen) looked.seen = known
      },
      // Whoever waits for it is told.
      () => {},
    )
    return seen
  }

  function hasRoom(bytes: number): Promise<boolean> {
    const isEnough = ({ obstacle, left }: Seen) =>
      obstacle === undefined && left - taken >= Math.max(bytes, 1)
    const seen = now()
    return seen instanceof Promise ? seen.then(isEnough) : Promise.resolve(isEnough(seen))
  }

  const parts: (() => NotReady | undefined)[] = []
  let draining = false

  return {
    obstacle: async () => (await now()).obstacle,
    async reasons() {
      const seen = now()
      const obstacle = seen instanceof Promise ? await soon(seen, deps.patienceMs) : seen.obstacle
      const all = [draining ? ('draining' as const) : undefined, ...parts.map((part) => part()), obstacle]
      return all.filter((reason) => reason !== undefined)
    },
    drain() {
      draining = true
    },
    include(part) {
      parts.push(part)
    },
    anonymousFull: async () => (await now()).anonymousFull,
    hasRoom,
    async take(bytes) {
      if (!(await hasRoom(bytes))) return false
      taken += bytes
      return true
    },
    listen: follow.listen,
  }
}

/** What is seen, or that it takes too long. */
async function soon(seen: Promise<Seen>, patienceMs = PATIENCE_MS): Promise<NotReady | undefined> {
  const late = Promise.withResolvers<NotReady>()
  const timer = setTimeout(() => late.resolve('no_answer'), patienceMs)
  try {
    return await Promise.race([seen.then(({ obstacle }) => obstacle), late.promise])
  } finally {
    clearTimeout(timer)
  }
}

async function look(deps: ReadinessDeps, before: Seen): Promise<Seen> {
  try {
    return await lookCloser(deps, before)
  } catch (cause) {
    const { anonymousFull } = before
    const away = await deps.store.trouble().catch(() => undefined)
    // Of a database that is away it is known what failed.
    if (away === 'silent' || away === 'busy')
      return { obstacle: OF_TROUBLE[away], left: 0, anonymousFull, figures: {} }
    const obstacle = cause instanceof StoreDamaged ? 'database_damaged' : 'database_unreadable'
    return { obstacle, left: 0, anonymousFull, figures: {}, cause }
  }
}

async function lookCloser({ store, space, bounds }: ReadinessDeps, before: Seen): Promise<Seen> {
  const { anonymousFull } = before
  const figures: Record<string, number> = {
    minFree: bounds.minFree,
    ...(bounds.storeBytes !== undefined && { maxBytes: bounds.storeBytes }),
  }
  const blocked = (obstacle: Obstacle): Seen => ({ obstacle, left: 0, anonymousFull, figures })
  const trouble = await store.trouble()
  // Where only writes fail it is looked first whether we know why.
  if (trouble !== undefined && trouble !== 'unwritable') return blocked(OF_TROUBLE[trouble])
  const free = await space.free().catch(() => undefined)
  if (free === undefined) return blocked('disk_unknown')
  figures['free'] = free
  const least = before.obstacle === undefined ? bounds.least : 2 * bounds.least
  const onDisk = free - bounds.minFree
  if (onDisk < least) return blocked('disk_full')
  const used = bounds.storeBytes === undefined ? undefined : await store.bytes()
  if (used !== undefined) figures['used'] = used
  const inStore = (bounds.storeBytes ?? Number.POSITIVE_INFINITY) - (used ?? 0)
  if (inStore < least) return blocked('store_full')
  if (trouble !== undefined) return blocked(OF_TROUBLE[trouble])
  return {
    left: Math.min(onDisk, inStore),
    figures,
    anonymousFull: await isAnonymousFull(store, bounds, anonymousFull),
  }
}

/** The share is full when it has less room than the whole needs, or than a sixteenth of it. */
async function isAnonymousFull(
  { mailTests }: ReadinessDeps['store'],
  { anonymous, least }: SpaceBounds,
  before: boolean,
): Promise<boolean> {
  if (!anonymous) return false
  const { all } = await mailTests.anonymousHeld()
  return anonymous.bytes - all < Math.min(least, anonymous.bytes / 16) * (before ? 2 : 1)
}

/** Remembers the last look, and tells what is another since then. */
function createFollower({ log, clock }: ReadinessDeps, lookAgain: () => void) {
  const listeners = new Set<() => void>()
  const lines = createSpaceLines({ log, clock, words: OBSTACLE_WORDS, lookAgain })
  let last: Seen = { left: 0, anonymousFull: false, figures: {} }

  function follow(seen: Seen): void {
    lines.see(seen)
    tellShare(log, last, seen)
    const isNews = last.obstacle !== seen.obstacle || last.anonymousFull !== seen.anonymousFull
    last = seen
    if (isNews) for (const heard of listeners) heard()
  }

  return {
    last: () => last,
    see(seen: Seen): Seen {
      follow(seen)
      return seen
    },
    listen(heard: () => void): () => void {
      listeners.add(heard)
      return () => listeners.delete(heard)
    },
  }
}

function tellShare(log: Log, before: Seen, { anonymousFull }: Seen): void {
  if (anonymousFull === before.anonymousFull) return
  if (anonymousFull)
    log.warn({}, 'No mail to tests without an account can be taken: they hold anonymous.max_bytes')
  else log.info({}, 'Mail to tests without an account is taken again')
}
