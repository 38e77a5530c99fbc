import type { DmarcEvent } from '../../../../src/core/event.ts'
import { FIRST } from './run.ts'

/** Something that has to be told once, on one of these days of the year. */
export interface Expected {
  type: DmarcEvent['type']
  /** Days of the year, both included. */
  from: number
  to: number
  /** What stands in the payload. */
  payload?: Record<string, unknown>
}

const DAY_MS = 86_400_000
export const dateOf = (day: number): string => new Date((FIRST + day) * DAY_MS).toISOString().slice(0, 10)

/** A source is told when its first day is settled: two days, and some more where its first days bring little. */
const soon = (day: number, within = 5) => ({ from: day + 1, to: day + within })

const policy = (day: number): Expected => ({
  type: 'dmarc.policy_changed',
  ...soon(day),
  payload: { day: dateOf(day) },
})

/** What happens to each domain in its year, by name. Nothing else is to be told. */
export const EVENTS: Readonly<Record<string, readonly Expected[]>> = {
  'tiny.example': [],
  'web-broken.example': [
    // The certificate expired on day 82, and the MTA-STS policy could not be fetched on day 240.
    { type: 'tls.failures', ...soon(82) },
    { type: 'tls.failures', ...soon(240) },
  ],
  'key-lost.example': [
    policy(120),
    { type: 'dmarc.source_regressed', ...soon(150), payload: { source: 'sender:sendgrid' } },
    { type: 'dmarc.rate_low', ...soon(150, 8) },
    policy(240),
  ],
  'help-desk.example': [],
  'forwarded.example': [],
  'abused.example': [policy(120), policy(240)],
  'new-service.example': [
    { type: 'dmarc.source_new', ...soon(200), payload: { source: 'sender:postmark', day: dateOf(200) } },
  ],
  'big.example': [],
  'late.example': [],
  'silent.example': [
    policy(120),
    // The last report is about day 179, and comes on day 180.
    { type: 'dmarc.reports_missing', from: 182, to: 190 },
    policy(240),
  ],
  'two-reporters.example': [],
  'below.example': [
    { type: 'dmarc.source_regressed', ...soon(300), payload: { source: 'sender:sendgrid' } },
    { type: 'dmarc.rate_low', ...soon(300, 8) },
  ],
}

/** What was told and did not happen, was told twice or late, or was not told. `firstOf`: the day on which an address was first reported. */
export function wrongEvents(
  domain: string,
  told: readonly Told[],
  firstOf: (ip: string) => number | undefined,
): string[] {
  const strangers = told.filter(({ event }) => isOfStrangers(event))
  const left = told.filter(({ event }) => !isOfStrangers(event))
  const lines: string[] = []
  for (const expected of EVENTS[domain] ?? []) {
    const at = left.findIndex(({ event }) => isIt(expected, event))
    const [found] = at < 0 ? [] : left.splice(at, 1)
    const words = `${expected.type} of day ${expected.from} to ${expected.to}`
    if (!found) lines.push(`${words} was not told`)
    else if (found.day < expected.from || found.day > expected.to)
      lines.push(`${words} was told on day ${found.day}`)
  }
  return [
    ...lines,
    ...wrongStrangers(strangers, firstOf),
    ...left.map(({ day, event }) => `day ${day}: ${event.type} ${JSON.stringify(event.payload)}`),
  ]
}

interface Told {
  day: number
  event: DmarcEvent
}

const isOfStrangers = ({ type, payload }: DmarcEvent) =>
  type === 'dmarc.source_new' && 'likelyAbuse' in payload && payload.likelyAbuse === true

/** A year has 40 bursts of strangers. */
const MOST_OF_STRANGERS = 5

/** Strangers that send much are told as what they are: each once, with the day on which it began, and not more often than somebody reads. */
function wrongStrangers(told: readonly Told[], firstOf: (ip: string) => number | undefined): string[] {
  const seen = new Set<unknown>()
  const lines: string[] = told.length > MOST_OF_STRANGERS ? [`${told.length} strangers were told`] : []
  for (const { day, event } of told) {
    const { source, day: began } = event.payload as { source: string; day: string }
    const first = firstOf(source.slice('ip:'.length))
    if (first === undefined || dateOf(first) !== began || day <= first || seen.has(source))
      lines.push(`day ${day}: ${source} of ${began}, in truth first reported of day ${first}`)
    seen.add(source)
  }
  return lines
}

function isIt({ type, payload = {} }: Expected, event: DmarcEvent): boolean {
  const told: Record<string, unknown> = { ...event.payload }
  return event.type === type && Object.entries(payload).every(([name, value]) => told[name] === value)
}
