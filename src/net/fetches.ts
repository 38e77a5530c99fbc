import {
  type Clock,
  FETCH_SHARES,
  type FetchAnswer,
  type Fetcher,
  type Fetches,
  type FetchRequest,
  type FetchShare,
  type MayFollow,
  type RecordedFetch,
} from './ports.ts'

interface Entry {
  answer: Promise<FetchAnswer>
  /** Absent until the answer has arrived. */
  record?: RecordedFetch
}

const LIMIT: FetchAnswer = { kind: 'failure', reason: 'limit' }
/** Refused fetches that are kept, so that evidence stays bounded. */
const MOST_REFUSED = 100

/** The fetches of one message: each distinct one made once, kept as evidence, and counted against the share that asked first. */
export function createFetches(
  fetcher: Fetcher,
  clock: Clock,
  shares: Readonly<Record<FetchShare, number>> = FETCH_SHARES,
): Fetches {
  const entries = new Map<string, Entry>()
  const refused = new Map<string, RecordedFetch>()
  const used = new Map<FetchShare, number>()

  function fetchOnce(
    share: FetchShare,
    request: FetchRequest,
    mayFollow: MayFollow | undefined,
  ): Promise<FetchAnswer> {
    const key = fetchKey(request)
    const known = entries.get(key)
    if (known) return known.answer
    const count = used.get(share) ?? 0
    if (count >= shares[share]) {
      if (refused.size < MOST_REFUSED) {
        refused.set(`${share} ${key}`, { request, took: 0, answer: LIMIT, refused: share })
      }
      return Promise.resolve(LIMIT)
    }
    used.set(share, count + 1)
    const begun = clock.now().getTime()
    const entry: Entry = {
      answer: fetcher.fetch(request, mayFollow).then((answer) => {
        entry.record = { request, took: Math.max(0, clock.now().getTime() - begun), answer }
        return answer
      }),
    }
    entries.set(key, entry)
    return entry.answer
  }

  return {
    share: (share, answered) => ({
      async fetch(request, mayFollow) {
        const answer = await fetchOnce(share, request, mayFollow)
        answered?.()
        return structuredClone(answer)
      },
    }),
    recorded: () => [...[...entries.values()].flatMap((entry) => entry.record ?? []), ...refused.values()],
  }
}

/** Answers from evidence alone: what it does not hold fails with `not-asked`. */
export function replayFetches(recorded: readonly RecordedFetch[]): Fetcher {
  const known = new Map(recorded.map(({ request, answer }) => [fetchKey(request), answer]))
  return {
    fetch: async (request) => known.get(fetchKey(request)) ?? { kind: 'failure', reason: 'not-asked' },
  }
}

/** The same address asked in another way is another question. */
export function fetchKey({ method, url, maxBytes, maxRedirects }: FetchRequest): string {
  return `${method} ${maxBytes} ${maxRedirects} ${url}`
}
