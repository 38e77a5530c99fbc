import { safeRecord, writtenText } from '../../core/applying/presentation.ts'
import type { RecordSet } from '../../core/applying/record-set.ts'
import type { Check } from '../../core/check.ts'
import type { Change, PlanStep } from '../../core/fix.ts'
import { organisationOf } from '../../mail/reading/domains/sender-domain.ts'
import {
  type Answer,
  ask,
  DNS_SHARES,
  type DnsShare,
  type RecordData,
  type RecordType,
} from '../../net/ports.ts'
import { type Recorded, type Replayed, replayed } from '../../net/replayed.ts'

type DnsChange = Extract<Change, { kind: 'dns' }>

/** The checks with what the steps that were tried make of the DNS, by the answers that they were tried with. */
export async function withRecordSets(
  checks: readonly Check[],
  plan: readonly PlanStep[],
  recorded: Recorded,
): Promise<Check[]> {
  const world = replayed(recorded)
  const told: Check[] = []
  for (const check of checks) {
    const changes = plan
      .filter((step) => step.check === check.name && step.gain !== 'unknown')
      .flatMap((step) => step.changes.filter((change) => change.kind === 'dns'))
    const sets = changes.length === 0 ? [] : await setsOf(changes, recorded, world)
    told.push(sets.length > 0 ? { ...check, recordSets: sets } : check)
  }
  return told
}

async function setsOf(
  changes: readonly DnsChange[],
  recorded: Recorded,
  world: Replayed,
): Promise<RecordSet[]> {
  const fixed = replayed(recorded, changes)
  const places = new Map(changes.map((change) => [`${nameOf(change)} ${change.type}`, change]))
  const sets: RecordSet[] = []
  for (const change of places.values()) {
    const before = await standing(world, change)
    const after = await standing(fixed, change)
    const set = before && after ? setOf(change, before, after) : undefined
    if (set) sets.push(set)
  }
  return sets
}

const nameOf = ({ name }: DnsChange) => name.toLowerCase().replace(/\.$/, '')

/** What stands at a name by itself; undefined: it was not asked, did not answer, or is an alias, beside which nothing may stand. */
async function standing(
  world: Replayed,
  { name, type }: DnsChange,
): Promise<RecordData[RecordType][] | undefined> {
  for (const share of SHARES) {
    const answer = await ask(world.questions.share(share), name, type)
    // Whoever has no question left of its share is told of none: another may have asked the same.
    if (answer.kind !== 'failure') return answer.chain.length > 0 ? undefined : recordsIn(answer)
  }
  return undefined
}

const SHARES = Object.keys(DNS_SHARES) as DnsShare[]

const recordsIn = (answer: Answer<RecordType>) => (answer.kind === 'records' ? answer.records : [])

function setOf(
  change: DnsChange,
  before: readonly RecordData[RecordType][],
  after: readonly RecordData[RecordType][],
): RecordSet | undefined {
  const { type } = change
  const name = nameOf(change)
  const was = before.map((record) => written(type, record))
  const is = after.map((record) => written(type, record))
  if (before.some(isPartedOddly) || was.includes(undefined) || is.includes(undefined)) return undefined
  const zone = type === 'PTR' ? undefined : organisationOf(name)
  return {
    name,
    type,
    before: was.filter((record) => record !== undefined),
    after: is.filter((record) => record !== undefined),
    ...(zone !== undefined && { zone }),
    ...(before.some((record) => stringsOf(record) > 1) && { parted: true }),
  }
}

const stringsOf = (record: RecordData[RecordType]) =>
  typeof record === 'object' && 'strings' in record ? record.strings : 1

const MOST_OCTETS = 255

/** In more strings than it needs: where they part is not known, so it could not be named to be deleted. */
function isPartedOddly(record: RecordData[RecordType]): boolean {
  if (typeof record !== 'object' || !('text' in record)) return false
  return record.strings !== Math.max(1, Math.ceil(record.text.length / MOST_OCTETS))
}

function written(type: DnsChange['type'], record: RecordData[RecordType]): string | undefined {
  if (typeof record === 'string') return safeRecord(type, record)
  if ('text' in record) return safeRecord(type, writtenText(record.text))
  if ('exchange' in record) return safeRecord(type, `${record.preference} ${record.exchange || '.'}`)
  if ('tag' in record) {
    return safeRecord(type, `${record.critical ? 128 : 0} ${record.tag} ${writtenText(record.value)}`)
  }
  if ('usage' in record) {
    return safeRecord(type, `${record.usage} ${record.selector} ${record.matchingType} ${record.certificate}`)
  }
  return undefined
}
