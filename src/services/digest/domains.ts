import type { DigestPayload } from '../../core/watching/events.ts'
import type { RecordVersion } from '../../core/watching/records.ts'
import type { Standing } from '../../store/dmarc/source-facts.ts'
import type { Store } from '../../store/store.ts'
import { sentenceOf } from '../answers/watching/words.ts'
import { dayInWords } from '../destinations/words/plain.ts'
import { changedRecord } from '../destinations/words/record-change.ts'
import type { Week } from './week.ts'

type Domains = DigestPayload['domains']
type Item = Domains['items'][number]

/** What is read for the digest of domains. */
export interface DomainDigestStore {
  domains: Pick<Store['domains'], 'list'>
  aggregates: Pick<Store['aggregates'], 'standings'>
  watching: Pick<Store['watching'], 'toldSince'>
  recordHistory: Pick<Store['recordHistory'], 'versions'>
}

const MOST_ITEMS = 10
const MOST_EVENTS = 10
const MOST_TOLD = 1_000
const MOST_VERSIONS = 500

/** What a week brought of the verified domains of an account; those of which there is nothing to tell are left out. */
export async function domainsOf(store: DomainDigestStore, accountId: string, week: Week): Promise<Domains> {
  const domains = (await store.domains.list(accountId)).filter(({ verifiedAt }) => verifiedAt !== undefined)
  const ids = domains.map(({ id }) => id)
  const [standings, told] = await Promise.all([
    ids.length === 0 ? [] : store.aggregates.standings(ids, week.reported),
    store.watching.toldSince(accountId, week.from, MOST_TOLD),
  ])
  const found = new Map(standings.map((one) => [one.domainId, one]))
  const items: Item[] = []
  for (const { id, domain } of domains) {
    const versions = await store.recordHistory.versions({ domainId: id }, MOST_VERSIONS)
    const events = [
      ...told.filter((one) => one.domainId === id && one.at < week.to).map((one) => sentenceOf(one.event)),
      ...changesIn(versions, week),
    ]
    const item = itemOf(domain, found.get(id), events)
    if (tellsSomething(item)) items.push(item)
  }
  const sorted = items.toSorted(
    (a, b) => order(a) - order(b) || b.messages - a.messages || (a.domain < b.domain ? -1 : 1),
  )
  return {
    items: sorted.slice(0, MOST_ITEMS),
    more: Math.max(0, items.length - MOST_ITEMS),
    reported: { from: dayName(week.reported.from), to: dayName(week.reported.to) },
  }
}

function itemOf(domain: string, standing: Standing | undefined, events: readonly string[]): Item {
  const { messages = 0, pass = 0, before } = standing ?? {}
  return {
    domain,
    messages,
    passed: pass,
    ...(before && before.messages > 0 && { before: before.pass / before.messages }),
    events: events.slice(0, MOST_EVENTS),
    ...(events.length > MOST_EVENTS && { moreEvents: events.length - MOST_EVENTS }),
  }
}

const tellsSomething = ({ messages, before, events }: Item) =>
  messages > 0 || before !== undefined || events.length > 0

/** Those of which something changed first. */
const order = ({ events }: Item) => (events.length > 0 ? 0 : 1)

/** Records that said something else from a day of the week on. What a place said first changed nothing. */
function changesIn(versions: readonly RecordVersion[], { from, to }: Week): string[] {
  return versions.flatMap((version, at) => {
    const { record, name, firstSeenAt } = version
    const isFirst = !versions.slice(at + 1).some((one) => one.record === record && one.name === name)
    if (isFirst || firstSeenAt < from || firstSeenAt >= to) return []
    return `The ${changedRecord(record)} at ${name} ${version.values.length === 0 ? 'was removed' : 'changed'} on ${dayInWords(firstSeenAt)}.`
  })
}

const DAY_MS = 86_400_000
const dayName = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10)
