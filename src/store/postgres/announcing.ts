import type { ChangeFeed, ToldChange } from '../hosts/changes.ts'
import type { Db } from './sql/database.ts'
import { sql } from './sql/statement.ts'
import type { Address } from './wire/address.ts'
import { startListening } from './wire/listening.ts'

export interface AnnouncingOptions {
  db: Db
  address: Address
  program: string
  /** How often this host tells itself something: what is not heard in time shows that the connection fell silent. */
  beatMs?: number | undefined
  /** Told why changes of other hosts are not heard, once for each time; undefined: they are heard again. */
  deaf?: ((reason: string | undefined) => void) | undefined
}

const CHANNEL = 'mailgauge_changes'
/** Changes that come so close go together: a notification takes a lock over the whole server when it is committed. */
const GATHER_MS = 5
/** PostgreSQL takes 8,000 bytes. */
const MOST_BYTES = 7900
const BEAT_MS = 5000
/** So many beats may be missed. */
const MISSED_BEATS = 3

/** More than fit one notification. */
const MOST_GATHERED = 500

/** A pooler that gives each transaction another connection takes LISTEN, and brings nothing. */
const UNHEARD = 'What this host told itself did not come back.'

/** Everybody reads again, as there is too much to tell or some was not told. */
const EVERYTHING = '*'

type Told = [origin: string, changes: [token: string, change: string][] | typeof EVERYTHING]

/** Tells other hosts of changes by NOTIFY, on the connections whose commits do not wait for the disk. */
export function startAnnouncing({ db, address, program, beatMs = BEAT_MS, deaf }: AnnouncingOptions) {
  const origin = crypto.randomUUID()
  const followers = new Set<Parameters<ChangeFeed['follow']>[0]>()
  let gathered: ToldChange[] = []
  let missed = 0
  let sending = false
  let ended = false
  let heardAt = performance.now()
  let isDeaf = false
  let gathering: ReturnType<typeof setTimeout> | undefined

  const listening = startListening({
    address,
    program,
    channel: CHANNEL,
    heard: (payload) => {
      const told = toldIn(payload)
      if (!told) return
      const [from, changes] = told
      if (from === origin) {
        heardAt = performance.now()
        hears()
      } else if (changes === EVERYTHING) tellGap()
      else for (const [token, change] of changes) for (const one of followers) one.heard({ token, change })
    },
    begun: () => {
      heardAt = performance.now()
      tellGap()
    },
    failed: (cause) => hears(cause instanceof Error ? cause.message : String(cause)),
  })

  function hears(reason?: string): void {
    if (isDeaf === (reason !== undefined)) return
    isDeaf = reason !== undefined
    deaf?.(reason)
  }

  function tellGap(): void {
    for (const one of followers) one.gap()
  }

  /** What could not be told is made up for by the next that can: everybody reads again. */
  async function notify(changes: Told[1]): Promise<void> {
    const madeUp = missed
    const text = JSON.stringify([origin, madeUp > 0 ? EVERYTHING : changes] satisfies Told)
    const payload = Buffer.byteLength(text) <= MOST_BYTES ? text : JSON.stringify([origin, EVERYTHING])
    try {
      await db.soft.run(sql`SELECT pg_notify(${CHANNEL}, ${payload})`)
      missed -= madeUp
    } catch {
      missed += 1
    }
  }

  async function send(): Promise<void> {
    gathering = undefined
    const changes = gathered
    gathered = []
    sending = true
    await notify(changes.map(({ token, change }) => [token, change]))
    sending = false
    if (gathered.length > 0) gather()
  }

  function gather(): void {
    if (!sending && !ended) gathering ??= setTimeout(send, GATHER_MS)
  }

  function beat(): void {
    if (performance.now() - heardAt > beatMs * MISSED_BEATS) {
      heardAt = performance.now()
      hears(UNHEARD)
      listening.anew()
    }
    void notify([])
  }

  const beats = setInterval(beat, beatMs)
  const feed: ChangeFeed = {
    tell(change) {
      if (gathered.length < MOST_GATHERED) gathered.push(change)
      gather()
    },
    follow(on) {
      followers.add(on)
      return () => followers.delete(on)
    },
  }
  return {
    feed,
    async end() {
      clearInterval(beats)
      clearTimeout(gathering)
      ended = true
      if (gathered.length > 0) await send()
      listening.end()
    },
  }
}

/** Undefined: it is not ours. Whoever may use the database may notify. */
function toldIn(payload: string): Told | undefined {
  try {
    const told: unknown = JSON.parse(payload)
    if (!Array.isArray(told) || typeof told[0] !== 'string') return undefined
    return told[1] === EVERYTHING || Array.isArray(told[1]) ? [told[0], told[1]] : undefined
  } catch {
    return undefined
  }
}
