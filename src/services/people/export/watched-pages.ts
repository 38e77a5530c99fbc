import type { RecordVersion } from '../../../core/watching/records.ts'
import { QueryTooLong } from '../../../store/aggregates.ts'
import { MOST_SEEN_POLICIES, type SeenPolicy } from '../../../store/dmarc/source-facts.ts'
import { MOST_TOLD } from '../../../store/dmarc/watching.ts'
import type { Store } from '../../../store/store.ts'
import { MOST_EARLIER, MOST_PLACES, type RecordOwner } from '../../../store/watching/record-history.ts'
import { dateOfDay } from '../../aggregates/window.ts'

/** What was told of a domain's reports, in one page: so many are kept. */
export async function* eventLines(
  { watching }: Pick<Store, 'watching'>,
  domainId: string,
): AsyncGenerator<object[]> {
  const told = await watching.told(domainId, MOST_TOLD)
  if (told.length > 0) yield told.map(({ at, event: { type, payload } }) => ({ at, type, ...payload }))
}

/** What records have said, in one page, newest first. */
export async function* recordLines(
  { recordHistory }: Pick<Store, 'recordHistory'>,
  owner: RecordOwner,
): AsyncGenerator<object[]> {
  const versions = await recordHistory.versions(owner, MOST_RECORDS)
  if (versions.length > 0) yield versions.map(recordFacts)
}

const MOST_RECORDS = MOST_EARLIER + MOST_PLACES

const recordFacts = ({ record, name, values, firstSeenAt, lastSeenAt, current }: RecordVersion) => ({
  record,
  name,
  values,
  first_seen_at: firstSeenAt,
  last_seen_at: lastSeenAt,
  current,
})

/** Any day that a report may be of. */
const LAST_DAY = 1_000_000
/** After an upgrade policies are counted first, ten seconds a try. */
const MOST_TRIES = 30

/** Pages of the policies that reports saw by day, the newest days first. */
export async function* policyPages(
  { aggregates }: { aggregates: Pick<Store['aggregates'], 'policies'> },
  domainId: string,
  most = MOST_SEEN_POLICIES,
): AsyncGenerator<object[]> {
  let to = LAST_DAY
  for (;;) {
    const seen = await counted(() => aggregates.policies(domainId, { from: 0, to }))
    const oldest = seen[0]?.day
    if (oldest === undefined) return
    const isLast = seen.length < most
    // Whether the oldest day is whole is not known: it begins the next page, unless there is no other day.
    const whole = isLast ? seen : seen.filter(({ day }) => day > oldest)
    const page = whole.length > 0 ? whole : seen
    yield page.toReversed().map(policyFacts)
    if (isLast) return
    to = whole.length > 0 ? oldest : oldest - 1
  }
}

async function counted<T>(read: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await read()
    } catch (cause) {
      if (!(cause instanceof QueryTooLong) || tries === MOST_TRIES) throw cause
    }
  }
}

const policyFacts = ({ day, policyDomain, policy, reports, authenticated }: SeenPolicy) => ({
  day: dateOfDay(day),
  policy_domain: policyDomain,
  policy,
  reports,
  authenticated,
})
