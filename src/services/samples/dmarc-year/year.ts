import type { PublishedPolicy } from '../../../core/aggregate/report.ts'
import { type Chance, chanceOf } from './chance.ts'
import { RECEIVERS, type Receiver } from './receivers.ts'
import { recordsOf, type SampleRecord } from './records.ts'
import { current, type Scenario } from './scenario.ts'

/** A report of the year, before anybody writes it down. */
export interface SampleReport {
  receiver: Receiver
  reportId: string
  domain: string
  /** Seconds since 1970. */
  begin: number
  end: number
  policy: PublishedPolicy
  records: SampleRecord[]
  /** When it came. */
  receivedAt: Date
}

const DAY_SECONDS = 86_400
const HOUR_MS = 3_600_000
const SOONEST_HOURS = 1
const USUAL_HOURS = 9
const LATE_HOURS = [30, 96] as const

/** Days of the calendar, both included; `first` is the first day of the scenario, from which its lives are counted. */
export interface SampleDays {
  first: number
  from: number
  to: number
}

/** The reports about these days, day by day. */
export function* reportsOf(scenario: Scenario, { first, from, to }: SampleDays): Generator<SampleReport> {
  const chance = chanceOf(scenario.seed)
  const { reporters, silence } = scenario
  const receivers = RECEIVERS.filter(({ orgName }) => reporters?.includes(orgName) ?? true)
  for (let day = from; day <= to; day += 1) {
    const isSilent = silence && silence.from <= day - first && day - first < silence.to
    for (const receiver of isSilent ? [] : receivers) {
      const report = reportOf(scenario, receiver, { day, at: day - first, chance })
      if (report) yield report
    }
  }
}

interface OfDay {
  day: number
  at: number
  chance: Chance
}

function reportOf(scenario: Scenario, receiver: Receiver, of: OfDay): SampleReport | undefined {
  const { day, at, chance } = of
  const policy = current(scenario.policies, at)?.policy
  if (!policy || chance('missing', day, receiver.orgName) < receiver.missing) return undefined
  const seen = { scenario, receiver, policy, ...of }
  const records = scenario.senders.flatMap((sender) => recordsOf(seen, sender))
  if (records.length === 0) return undefined
  const begin = day * DAY_SECONDS + receiver.begins
  const end = begin + DAY_SECONDS - (receiver.endsAtNext ? 0 : 1)
  return {
    receiver,
    reportId: idOf(receiver, scenario.domain, { day, begin, end, chance }),
    domain: scenario.domain,
    begin,
    end,
    policy: writtenBy(receiver, policy),
    records,
    receivedAt: new Date(end * 1000 + delayOf(receiver, day, chance) * HOUR_MS),
  }
}

/** RFC 9990 has no pct; the old form has neither t nor how the record was found. */
function writtenBy({ format }: Receiver, policy: PublishedPolicy): PublishedPolicy {
  const { pct, testing, ...rest } = policy
  if (format === 'rfc9990')
    return { ...rest, ...(testing !== undefined && { testing }), discovery: 'treewalk' }
  return { ...rest, pct: pct ?? 100 }
}

function delayOf({ late, orgName }: Receiver, day: number, chance: Chance): number {
  const [least, most] =
    chance('late', day, orgName) < late ? LATE_HOURS : [SOONEST_HOURS, SOONEST_HOURS + USUAL_HOURS]
  return least + (most - least) * chance('delay', day, orgName)
}

function idOf(
  { reportId, orgName }: Receiver,
  domain: string,
  { day, begin, end, chance }: { day: number; begin: number; end: number; chance: Chance },
): string {
  if (reportId === 'span') return `${domain}.${begin}.${end}`
  const part = (word: string) => Math.floor(chance('id', word, day, orgName) * 2 ** 32)
  if (reportId === 'number') return `${part('a')}${part('b')}`
  return ['a', 'b', 'c', 'd'].map((word) => part(word).toString(16).padStart(8, '0')).join('')
}
