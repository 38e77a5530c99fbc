import { refusalOf } from '../../../core/access/permission.ts'
import { granted, type Result, refused } from '../../../core/refusal.ts'
import type { RecordChange, RecordPlace, RecordVersion } from '../../../core/watching/records.ts'
import type { Store } from '../../../store/store.ts'
import type { DomainActor } from '../../domains/domains.ts'

/** A place with what it says now. */
export interface PlaceView extends RecordPlace {
  values: readonly string[]
  /** Since when it says so, as far as it was looked at. */
  since: Date
  lastSeenAt: Date
  /** It was not among what the last look asked for, or gave no answer. */
  isOld: boolean
  /** It was seen to say something else before. */
  hasChanged: boolean
}

/** What the records of a domain say, and what they said before. */
export interface RecordsView {
  domain: string
  /** The last look that came to its end. Absent: none did. */
  lookedAt?: Date
  places: PlaceView[]
  /** Newest first. */
  changes: RecordChange[]
}

/** Tells what records have said, to those who may see the domain. */
export interface RecordTelling {
  /** `not_found` for an unknown id and for one of another account alike. */
  ofDomain(actor: DomainActor, domainId: string): Promise<Result<RecordsView>>
}

/** Versions that are read of a domain, the newest. */
const MOST_READ = 1_000
/** In the order in which they are shown. */
const ORDER: readonly RecordPlace['record'][] = [
  'spf',
  'dkim',
  'dmarc',
  'mx',
  'mta_sts',
  'sts_policy',
  'tls_rpt',
  'bimi',
]

export function createRecordTelling({
  store,
}: {
  store: Pick<Store, 'domains' | 'recordHistory'>
}): RecordTelling {
  return {
    async ofDomain(actor, domainId) {
      const refusal = refusalOf(actor, 'domains.read')
      if (refusal) return refused(refusal)
      const entry = await store.domains.byId(actor.accountId, domainId)
      if (!entry) return refused({ kind: 'not_found', what: 'domain' })
      const owner = { domainId }
      const [begun, current, versions] = await Promise.all([
        store.recordHistory.begin(owner),
        store.recordHistory.current(owner),
        store.recordHistory.versions(owner, MOST_READ),
      ])
      const lookedAt = begun?.lookedAt
      return granted({
        domain: entry.domain,
        ...(lookedAt && { lookedAt }),
        ...recordsOf(current, versions, lookedAt),
      })
    },
  }
}

/** What versions say of places, and what changed from one to the next. */
export function recordsOf(
  current: readonly RecordVersion[],
  versions: readonly RecordVersion[],
  lookedAt: Date | undefined,
): Pick<RecordsView, 'places' | 'changes'> {
  const changes = changesIn(versions)
  const changed = new Set(changes.map(placeKey))
  const places = current.map(
    (version): PlaceView => ({
      record: version.record,
      name: version.name,
      values: version.values,
      since: version.firstSeenAt,
      lastSeenAt: version.lastSeenAt,
      isOld: lookedAt !== undefined && version.lastSeenAt < lookedAt,
      hasChanged: changed.has(placeKey(version)),
    }),
  )
  const rank = ({ record }: PlaceView) => ORDER.indexOf(record)
  return { places: places.toSorted((a, b) => rank(a) - rank(b)), changes }
}

const placeKey = ({ record, name }: RecordPlace) => `${record} ${name}`

/** Versions of a place follow one another; the first of them changed nothing. */
function changesIn(versions: readonly RecordVersion[]): RecordChange[] {
  const byPlace = Map.groupBy(versions, placeKey)
  const changes = [...byPlace.values()].flatMap((newestFirst) =>
    newestFirst.flatMap((version, at): RecordChange[] => {
      const before = newestFirst[at + 1]
      if (!before) return []
      const { record, name, values, firstSeenAt } = version
      return [
        {
          record,
          name,
          before: before.values,
          after: values,
          lastSeenAt: before.lastSeenAt,
          at: firstSeenAt,
        },
      ]
    }),
  )
  return changes.toSorted((a, b) => b.at.getTime() - a.at.getTime())
}
