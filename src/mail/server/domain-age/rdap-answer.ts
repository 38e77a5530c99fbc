import type { RegistrationFailure } from '../../../net/registry-ports.ts'
import { toAsciiDomain } from '../../reading/domains/sender-domain.ts'

/** What an answer in RDAP comes down to. */
export type ReadRegistration =
  | { kind: 'registered'; at: string }
  | {
      kind: 'unknown'
      reason: Extract<RegistrationFailure, 'not-rdap' | 'other-name' | 'no-date' | 'bad-date'>
    }

const MOST_EVENTS = 100
/** RFC 3339; some registries leave the zone or the time out. */
const DATE = /^(\d{4}-\d{2}-\d{2})(?:[Tt ](\d{2}:\d{2}:\d{2})(?:\.\d{1,9})?([Zz]|[+-]\d{2}:?\d{2})?)?$/
/** No domain is older than the DNS. */
const FIRST = Date.UTC(1985, 0, 1)
/** A clock there may be ahead of ours. */
const AHEAD_MS = 86_400_000

/** Reads when a domain was registered out of what RDAP answers of it (RFC 9083 sections 4.5 and 5.3). */
export function readRdapAnswer(body: string, domain: string, now: Date): ReadRegistration {
  const answer = objectIn(body)
  if (answer?.['objectClassName'] !== 'domain') return unknown('not-rdap')
  if (!namesOf(answer).includes(domain)) return unknown('other-name')
  const dates = eventsOf(answer['events'])
  const [first] = dates.get('registration')?.toSorted(earlierFirst) ?? []
  // A name that was given up and taken again is new again.
  const again = dates.get('reregistration')?.toSorted(earlierFirst).at(-1)
  const at = again ?? first
  if (at === undefined) return unknown('no-date')
  if (!(at >= FIRST && at <= now.getTime() + AHEAD_MS)) return unknown('bad-date')
  return { kind: 'registered', at: new Date(at).toISOString() }
}

const unknown = <R extends 'not-rdap' | 'other-name' | 'no-date' | 'bad-date'>(reason: R) =>
  ({ kind: 'unknown', reason }) as const

const earlierFirst = (a: number, b: number) => a - b

function objectIn(body: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(body)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The names that the answer is about, as they are asked for. */
function namesOf({ ldhName, unicodeName }: Record<string, unknown>): string[] {
  return [ldhName, unicodeName].flatMap((name) => (typeof name === 'string' ? [toAsciiDomain(name)] : []))
}

/** The times of an object's own events by their actions. What is no date is left out. */
function eventsOf(events: unknown): Map<string, number[]> {
  const dates = new Map<string, number[]>()
  for (const event of Array.isArray(events) ? events.slice(0, MOST_EVENTS) : []) {
    if (!isObject(event)) continue
    const { eventAction, eventDate } = event
    if (typeof eventAction !== 'string' || typeof eventDate !== 'string') continue
    const at = timeIn(eventDate)
    if (at !== undefined) dates.set(eventAction, [...(dates.get(eventAction) ?? []), at])
  }
  return dates
}

function timeIn(text: string): number | undefined {
  const [, day, time = '00:00:00', zone = 'Z'] = DATE.exec(text.slice(0, 50)) ?? []
  // A day that no month has would be taken for one of the next.
  if (day === undefined || !new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(day)) return undefined
  const colon = /^([+-]\d{2})(\d{2})$/.exec(zone)
  const at = Date.parse(`${day}T${time}${colon ? `${colon[1]}:${colon[2]}` : zone.toUpperCase()}`)
  return Number.isNaN(at) ? undefined : at
}
