import { questionKey } from './dns/cache.ts'
import { askableName, badName, canonicalName } from './dns/name.ts'
import { type Publication, published, withParents } from './dns/published.ts'
import { replay } from './dns/replay.ts'
import { fetchKey, replayFetches } from './fetches.ts'
import {
  type Answer,
  ask,
  DnsFailure,
  type DnsShare,
  type Fetches,
  type FetchRequest,
  type FetchShare,
  type Questions,
  type RecordedFetch,
  type RecordedQuestion,
  type RecordedScan,
  type RecordType,
  type Resolver,
  type Scans,
} from './ports.ts'
import { replayRegistrations } from './registrations.ts'
import type { RecordedRegistration, RegistrationLookups } from './registry-ports.ts'
import { replayScans } from './scans.ts'

/** What the outside world said about one message. */
export interface Recorded {
  dns: readonly RecordedQuestion[]
  fetched: readonly RecordedFetch[]
  scans: readonly RecordedScan[]
  registrations?: readonly RecordedRegistration[]
}

/** The outside world as it was, without asking it again: what is recorded stays as it is, order and times included. */
export interface Replayed {
  questions: Questions
  fetches: Fetches
  scans: Scans
  registrations: RegistrationLookups
  /** Questions and fetches that are not in the record, so far. */
  missed: ReadonlySet<string>
}

/** Answers from the record alone, with these records laid over its DNS. A share that had run dry is dry again. */
export function replayed(recorded: Recorded, publications: readonly Publication[] = []): Replayed {
  const missed = new Set<string>()
  return {
    questions: replayedQuestions(recorded.dns, publications, missed),
    fetches: replayedFetches(recorded.fetched, missed),
    scans: replayedScans(recorded.scans),
    registrations: replayRegistrations(recorded.registrations),
    missed,
  }
}

function replayedQuestions(
  recorded: readonly RecordedQuestion[],
  publications: readonly Publication[],
  missed: Set<string>,
): Questions {
  const answered = recorded.filter(({ refused }) => refused === undefined)
  const known = new Set(answered.map(({ name, type }) => questionKey(name, type)))
  const answers = replay(answered)
  const dry = dryShares<DnsShare>(recorded, ({ name, type }) => questionKey(name, type))
  const isAbsent = publications.length > 0 ? absentNames(answered) : () => false

  const asRecorded = (share: DnsShare): Resolver => ({
    async query<T extends RecordType>(name: string, type: T): Promise<Answer<T>> {
      const key = questionKey(name, type)
      if (dry.refused(share, key)) throw new DnsFailure(name, type, 'limit')
      if (known.has(key)) return answers.query(name, type)
      if (isAbsent(name)) return { kind: 'nxdomain', ttl: 0, ad: false, chain: [] }
      missed.add(key)
      throw new DnsFailure(name, type, dry.has(share) ? 'limit' : 'not-asked')
    },
  })

  return {
    share(share, told) {
      const resolver = published(asRecorded(share), publications)
      return {
        async query<T extends RecordType>(name: string, type: T): Promise<Answer<T>> {
          if (askableName(name) === undefined) throw badName(name, type)
          const answer = await ask(resolver, name, type)
          told?.()
          // In the asker's own spelling, as when it was asked.
          if (answer.kind === 'failure') throw new DnsFailure(name, type, answer.reason)
          return answer
        },
      }
    },
    recorded: () => [...recorded],
  }
}

/** Names that do not exist, and with them every name below (RFC 8020). */
function absentNames(recorded: readonly RecordedQuestion[]): (name: string) => boolean {
  const absent = new Set(
    recorded.flatMap(({ name, answer }) =>
      answer.kind === 'nxdomain' ? [canonicalName(answer.chain.at(-1) ?? name)] : [],
    ),
  )
  return (name) => withParents(canonicalName(name)).some((above) => absent.has(above))
}

function replayedFetches(recorded: readonly RecordedFetch[], missed: Set<string>): Fetches {
  const answered = recorded.filter(({ refused }) => refused === undefined)
  const known = new Set(answered.map(({ request }) => fetchKey(request)))
  const answers = replayFetches(answered)
  const dry = dryShares<FetchShare>(recorded, ({ request }) => fetchKey(request))
  return {
    share: (share, told) => ({
      async fetch(request: FetchRequest) {
        const key = fetchKey(request)
        const isRefused = dry.refused(share, key)
        if (!isRefused && !known.has(key)) missed.add(key)
        const without = isRefused || (!known.has(key) && dry.has(share))
        const answer = without ? undefined : await answers.fetch(request)
        told?.()
        return structuredClone(answer ?? { kind: 'failure', reason: 'limit' })
      },
    }),
    recorded: () => [...recorded],
  }
}

/** Which shares had run dry, and what they were refused. */
function dryShares<Share extends string>(
  recorded: readonly { refused?: Share }[],
  keyOf: (one: never) => string,
) {
  const refused = recorded.flatMap((one) =>
    one.refused === undefined ? [] : [{ share: one.refused, key: keyOf(one as never) }],
  )
  const pairs = new Set(refused.map(({ share, key }) => `${share} ${key}`))
  const shares = new Set<Share>(refused.map(({ share }) => share))
  return {
    has: (share: Share) => shares.has(share),
    refused: (share: Share, key: string) => pairs.has(`${share} ${key}`),
  }
}

function replayedScans(recorded: readonly RecordedScan[]): Scans {
  const scanners = replayScans(recorded)
  return { scanner: (name) => scanners[name], recorded: () => [...recorded] }
}
