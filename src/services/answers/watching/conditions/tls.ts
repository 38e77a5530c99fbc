import type { TlsDay } from '../../../../store/tls-reports.ts'
import { type Seen, settledOf } from '../seen.ts'
import { heldOf, release, type Told, type WatchState } from '../state.ts'
import { begin, type Mode } from './mode.ts'

const DAYS = 2
/** Failed sessions, and their share; where none failed before, of so many sessions, any share. */
const LEAST = 10
const SHARE = 0.05
const LEAST_BEFORE = 100
/** It is over when on so many days with reports the share is below this. */
const OVER_DAYS = 3
const OVER_SHARE = 0.01
const MOST_TYPES = 5

/** Whether senders fail to reach the domain's mail servers with TLS. */
export function tlsFailures(state: WatchState, seen: Seen, mode: Mode): Told[] {
  const settled = settledOf(seen.today)
  const days = seen.tls.days.filter(({ day }) => day <= settled)
  const held = heldOf(state, 'tls.failures')
  if (held) {
    held.last = Math.max(held.last, days.at(-1)?.day ?? held.last)
    const begun = settledOf(held.since)
    const later = days.filter((one) => one.day > begun && sessionsOf([one]) > 0).slice(-OVER_DAYS)
    const isOver = later.length === OVER_DAYS && later.every((one) => shareOf([one]) < OVER_SHARE)
    if (isOver) release(state, held)
    return []
  }
  const lately = days.filter(({ day }) => day > settled - DAYS)
  const before = days.filter(({ day }) => day <= settled - DAYS)
  const failures = failuresOf(lately)
  const isFirst = failuresOf(before) === 0 && sessionsOf(before) >= LEAST_BEFORE
  if (failures < LEAST || (shareOf(lately) < SHARE && !isFirst)) return []
  const payload = {
    domain: seen.domain,
    sessions: sessionsOf(lately),
    failures,
    types: seen.tls.types.slice(0, MOST_TYPES),
    days: DAYS,
  }
  const told = { type: 'tls.failures', payload } as const
  return begin(state, { since: seen.today, last: settled, told }, mode)
}

const failuresOf = (days: readonly TlsDay[]) => days.reduce((sum, { failures }) => sum + failures, 0)
const sessionsOf = (days: readonly TlsDay[]) =>
  days.reduce((sum, { successes, failures }) => sum + successes + failures, 0)
const shareOf = (days: readonly TlsDay[]) => failuresOf(days) / Math.max(1, sessionsOf(days))
