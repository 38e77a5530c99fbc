import {
  type Answer,
  ask,
  type Clock,
  DNS_SHARES,
  DnsFailure,
  type DnsMeter,
  type DnsShare,
  type FailedAnswer,
  type Questions,
  type RecordedQuestion,
  type RecordType,
  type Resolver,
} from '../ports.ts'
import { questionKey } from './cache.ts'
import { askableName, badName } from './name.ts'

type Said = Answer<RecordType> | FailedAnswer

interface Entry {
  said: Promise<Said>
  /** Absent until the answer has arrived. */
  record?: RecordedQuestion
}

const LIMIT: FailedAnswer = { kind: 'failure', reason: 'limit' }
/** Refused questions that are kept, so that evidence stays bounded. */
const MOST_REFUSED = 1000

/**
 * The questions of one message: each distinct one asked once, kept as evidence, and counted once, against the share
 * that asked first. Names that cannot be asked are neither counted nor kept: they fail alike offline.
 */
export function createRecorder(
  resolver: Resolver,
  clock: Clock,
  shares: Readonly<Record<DnsShare, number>> = DNS_SHARES,
  meter?: Pick<DnsMeter, 'known'>,
): Questions {
  const entries = new Map<string, Entry>()
  const refused = new Map<string, RecordedQuestion>()
  const used = new Map<DnsShare, number>()
  const handOver = createHandOver()

  function sayOnce(share: DnsShare, name: string, type: RecordType): Promise<Said> {
    const key = questionKey(name, type)
    const known = entries.get(key)
    if (known) {
      meter?.known()
      return known.said
    }
    const count = used.get(share) ?? 0
    if (count >= shares[share]) {
      if (refused.size < MOST_REFUSED) {
        refused.set(`${share} ${key}`, { name, type, took: 0, answer: LIMIT, refused: share })
      }
      return Promise.resolve(LIMIT)
    }
    used.set(share, count + 1)
    const entry = begin(name, type)
    entries.set(key, entry)
    return entry.said
  }

  function begin(name: string, type: RecordType): Entry {
    const begun = clock.now().getTime()
    const entry: Entry = {
      said: ask(resolver, name, type).then((answer) => {
        const took = Math.max(0, clock.now().getTime() - begun)
        entry.record = { name, type, took, answer }
        return answer
      }),
    }
    return entry
  }

  return {
    share: (share, answered) => ({
      async query<T extends RecordType>(name: string, type: T): Promise<Answer<T>> {
        const askable = askableName(name)
        const said = askable === undefined ? undefined : await sayOnce(share, askable, type)
        // A copy for each: what one analyzer does to its answer must not change another's, nor the evidence.
        const own = said && copyOf(said)
        await handOver()
        answered?.()
        if (own === undefined) throw badName(name, type)
        if (own.kind === 'failure') throw new DnsFailure(name, type, own.reason)
        return own as Answer<T>
      },
    }),
    recorded: () => [...[...entries.values()].flatMap((entry) => entry.record ?? []), ...refused.values()],
  }
}

/** Records are strings, or plain values by name. */
function copyOf(said: Said): Said {
  if (said.kind === 'failure') return { ...said }
  const { chain } = said
  if (said.kind !== 'records') return { ...said, chain: [...chain] }
  const records = said.records.map((record) => (typeof record === 'string' ? record : { ...record }))
  return { ...said, records, chain: [...chain] }
}

/**
 * Answers are handed back one in a turn of the event loop: what runs between two of them is the code of whoever got
 * the first, so that a step that hangs is blamed on the right one.
 */
function createHandOver(): () => Promise<void> {
  const waiting: (() => void)[] = []
  let scheduled = false
  const giveNext = () => {
    waiting.shift()?.()
    scheduled = waiting.length > 0
    if (scheduled) setImmediate(giveNext)
  }
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve)
      if (!scheduled) setImmediate(giveNext)
      scheduled = true
    })
}
