import type { SpfNamed, SpfNaming } from '../../core/aggregate/spf-naming.ts'
import { type Clock, ticksOf } from '../ports.ts'

/** Which term of a domain's own SPF record names each of its sources. */
export interface SpfNamings {
  /** Never rejects: what could not be found out in time is `unknown`, and so is every address beyond the first 5,000. */
  of(asked: { accountId: string; domain: string }, ips: readonly string[]): Promise<SpfNaming>
}

/** The record of a domain with all it leads to. */
export interface ReadSpf extends Omit<SpfNaming, 'byAddress'> {
  /** Every question got an answer. */
  isComplete: boolean
  naming(ips: readonly string[], signal: AbortSignal): Promise<SpfNaming>
}

export interface SpfNamingDeps {
  /** Reads the record. Once the signal is aborted, what was not read by then is unknown. */
  read(domain: string, signal: AbortSignal): Promise<ReadSpf>
  clock: Clock
  /** For how long whoever asks waits, and for how long a record is read. */
  waitMs?: number
  readMs?: number
}

const WAIT_MS = 2_000
const READ_MS = 8_000
const MINUTE_MS = 60_000
/** What was read is true for so long; what was not read wholly, for this long. */
const FRESH_MS = 10 * MINUTE_MS
const UNREAD_MS = MINUTE_MS / 2
const MOST_DOMAINS = 200
const MOST_ADDRESSES = 5_000
/** Records that are read for one account at once. */
const AT_ONCE = 2

interface Entry {
  reading: Promise<ReadSpf>
  at: number
  isUnread: boolean
  /** What was found out of addresses. */
  known: Map<string, SpfNamed>
}

const UNKNOWN: SpfNamed = { state: 'unknown' }
const NOT_READ: ReadSpf = {
  record: 'unknown',
  beyondLimits: false,
  isComplete: false,
  naming: async () => ({ record: 'unknown', beyondLimits: false, byAddress: new Map() }),
}

export function createSpfNamings(deps: SpfNamingDeps): SpfNamings {
  const { read, clock, waitMs = WAIT_MS, readMs = READ_MS } = deps
  const entries = new Map<string, Entry>()
  const underWay = new Map<string, Set<Promise<unknown>>>()

  function freshEntry(domain: string): Entry | undefined {
    const entry = entries.get(domain)
    if (!entry) return undefined
    const age = ticksOf(clock) - entry.at
    return age < (entry.isUnread ? UNREAD_MS : FRESH_MS) ? entry : undefined
  }

  function readAnew(accountId: string, domain: string): Entry {
    const reading = read(domain, AbortSignal.timeout(readMs)).catch(() => NOT_READ)
    const entry: Entry = { reading, at: ticksOf(clock), isUnread: false, known: new Map() }
    void reading.then(({ isComplete }) => {
      entry.isUnread = !isComplete
      entry.at = ticksOf(clock)
    })
    entries.delete(domain)
    entries.set(domain, entry)
    for (const oldest of entries.keys()) {
      if (entries.size <= MOST_DOMAINS) break
      entries.delete(oldest)
    }
    const own = underWay.get(accountId) ?? new Set()
    underWay.set(accountId, own.add(reading))
    void reading.then(() => {
      own.delete(reading)
      if (own.size === 0 && underWay.get(accountId) === own) underWay.delete(accountId)
    })
    return entry
  }

  /** Undefined: not in time. */
  async function entryFor(
    accountId: string,
    domain: string,
    signal: AbortSignal,
  ): Promise<Entry | undefined> {
    for (;;) {
      const entry = freshEntry(domain)
      if (entry) return entry
      const own = underWay.get(accountId)
      if (!own || own.size < AT_ONCE) return readAnew(accountId, domain)
      if ((await unless(signal, Promise.race(own))) === LATE) return undefined
    }
  }

  return {
    async of({ accountId, domain }, ips) {
      const signal = AbortSignal.timeout(waitMs)
      const some = ips.slice(0, MOST_ADDRESSES)
      const entry = await entryFor(accountId, domain, signal)
      const terms = entry && (await unless(signal, entry.reading))
      if (!entry || !terms || terms === LATE) return told(NOT_READ, some, new Map())
      const fresh = some.filter((ip) => !entry.known.has(ip))
      const found = fresh.length === 0 ? undefined : await unless(signal, terms.naming(fresh, signal))
      if (!found || found === LATE) return told(terms, some, entry.known)
      keep(entry, found)
      return told(terms, some, new Map([...found.byAddress, ...entry.known]))
    },
  }
}

const LATE = Symbol('late')

/** What is promised, or that it did not come in time. */
async function unless<T>(signal: AbortSignal, promised: Promise<T>): Promise<T | typeof LATE> {
  if (signal.aborted) return LATE
  const over = new Promise<typeof LATE>((resolve) => {
    signal.addEventListener('abort', () => resolve(LATE), { once: true })
  })
  return Promise.race([promised, over])
}

function keep({ known }: Entry, { byAddress }: SpfNaming): void {
  for (const [ip, named] of byAddress) {
    if (known.size >= 2 * MOST_ADDRESSES) return
    if (named.state !== 'unknown') known.set(ip, named)
  }
}

function told(
  { record, text, beyondLimits }: ReadSpf,
  ips: readonly string[],
  known: ReadonlyMap<string, SpfNamed>,
): SpfNaming {
  return {
    record,
    ...(text !== undefined && { text }),
    beyondLimits,
    byAddress: new Map(ips.map((ip) => [ip, known.get(ip) ?? UNKNOWN])),
  }
}
