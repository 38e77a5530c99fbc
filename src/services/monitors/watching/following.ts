import type { Verdict } from './conditions/verdict.ts'
import { type Hold, heldOf, MOST_HOLDS, MOST_SAYS, type WatchState } from './state.ts'

/** Good observations in a row after which it is over. */
const OVER_AFTER = 2

interface Seen {
  /** What tells this observation from others: the same one counts once. */
  by: string
  at: Date
  isQuiet: boolean
  seen?: Hold['seen']
  isAccepted?(verdict: Verdict): boolean
}

/** Takes what an observation says: what is bad begins or goes on, what was good twice in a row is over. */
export function follow(state: WatchState, verdicts: readonly Verdict[], seen: Seen): void {
  for (const verdict of verdicts) {
    const hold = heldOf(state, verdict)
    if (verdict.is === 'bad') {
      if (hold) goOn(hold, verdict, seen)
      else begin(state, verdict, seen)
    } else if (hold) {
      if (verdict.drop) hold.drop = verdict.drop
      if (verdict.is === 'good' && !hold.good.includes(seen.by)) hold.good.push(seen.by)
      if (hold.good.length >= OVER_AFTER) state.holds = state.holds.filter((one) => one !== hold)
    }
  }
}

function begin(state: WatchState, verdict: Verdict, { at, isQuiet, seen, isAccepted }: Seen): void {
  if (state.holds.length >= MOST_HOLDS) return
  const { condition, about, code, says, expected, drop } = verdict
  state.holds.push({
    condition,
    ...(about !== undefined && { about }),
    ...(code !== undefined && { code }),
    says: says.slice(0, MOST_SAYS),
    since: at.getTime(),
    good: [],
    ...(isAccepted?.(verdict) ? { accepted: true } : isQuiet && { unconfirmed: true }),
    ...(seen && { seen }),
    ...(expected !== undefined && { expected }),
    ...(drop && { drop }),
  })
}

function goOn(hold: Hold, { says, drop }: Verdict, { isQuiet, seen }: Seen): void {
  hold.good = []
  hold.says = says.slice(0, MOST_SAYS)
  if (seen) hold.seen = seen
  if (drop) hold.drop = drop
  if (!isQuiet) delete hold.unconfirmed
}
