import type { ComplaintEvent } from '../../../core/event.ts'
import { rateOf } from '../sent.ts'
import type { ComplaintState, HeldRate } from './state.ts'

type Payload = ComplaintEvent['payload']

/** Days that count, behind those of which reports are still on their way; and how many times as many before are looked at. */
export const WEEK = 7
export const SETTLED_DAYS = 2
export const WEEKS_BEFORE = 4

/** At which share of what was sent it begins and is over, of at least so many complaints. Gmail asks for less than 0.1 % and
 * never 0.3 %, Yahoo for less than 0.3 %. */
const BEGINS = 0.003
const IS_OVER = 0.002
const LEAST = 5
/** The same where nobody says what was sent: so many, and so many times as many as before. */
const LEAST_COUNTED = 20
const TIMES = 3
const TIMES_OVER = 2
/** Told at one look; the rest is a number. */
const MOST_TOLD = 3

/** What a look finds of a provider. */
export interface SeenProvider {
  provider: string
  name: string
  complaints: number
  /** On average of the weeks before, rounded up. */
  before: number
  /** What its own DMARC reports count. Absent: it sent none. */
  sent?: number
}

/** What is remembered after a look, and what is to be told. Each provider is told once while it lasts. */
export function watchComplaints(
  { holds }: ComplaintState,
  { domain, today, seen }: { domain: string; today: number; seen: readonly SeenProvider[] },
): { state: ComplaintState; told: Payload[] } {
  const kept: HeldRate[] = []
  for (const held of holds) {
    const now = seen.find(({ provider }) => provider === held.told.provider)
    if (isOver(now)) continue
    kept.push({ ...held, last: today })
  }
  const isHeld = (provider: string) => kept.some(({ told }) => told.provider === provider)
  const begun = seen
    .filter((one) => one.provider !== '' && !isHeld(one.provider) && begins(one))
    .map((one) => payloadOf(domain, one))
    .toSorted((one, other) => other.complaints - one.complaints)
  const told = begun.slice(0, MOST_TOLD)
  const others = begun.length - told.length
  const [first, ...rest] = told
  return {
    state: {
      v: 1,
      holds: [...kept, ...begun.map((payload) => ({ since: today, last: today, told: payload }))],
    },
    told: first ? [{ ...first, ...(others > 0 && { others }) }, ...rest] : [],
  }
}

function begins({ complaints, before, sent }: SeenProvider): boolean {
  const rate = rateOf(complaints, sent)
  if (rate !== undefined) return complaints >= LEAST && rate >= BEGINS
  return complaints >= LEAST_COUNTED && complaints >= TIMES * before
}

/** Nothing was complained about any more, or far less. */
function isOver(now: SeenProvider | undefined): boolean {
  if (!now) return true
  const { complaints, before, sent } = now
  const rate = rateOf(complaints, sent)
  if (rate !== undefined) return rate < IS_OVER
  return complaints < LEAST_COUNTED / 2 || complaints < TIMES_OVER * before
}

function payloadOf(domain: string, { provider, name, complaints, before, sent }: SeenProvider): Payload {
  const rate = rateOf(complaints, sent)
  return {
    ...{ domain, provider, name, complaints, days: WEEK, before },
    ...(rate !== undefined && sent !== undefined && { sent, rate }),
  }
}
