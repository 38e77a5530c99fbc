import { type Passed, rateOf, rounded, type Seen, type SeenSource, settledOf } from '../seen.ts'
import { type Held, heldOf, release, type Told, type ToldOf, type WatchState } from '../state.ts'
import { begin, type Mode } from './mode.ts'
import { isSame, named, namedIps } from './sources.ts'

/** So far below the time before, by so many messages each. */
const FALL = 0.2
const LEAST = 50
/** It is over so close to what it was. */
const NEAR = 0.1
/** Of one day; the last one says how many more there are. */
const MOST_A_DAY = 5
/** Days with reports on which nothing of a source is seen before it is forgotten. */
const GONE_DAYS = 10
const EPSILON = 1e-9

type Regressed = Held<'dmarc.source_regressed'>

/** Sources whose mail passed, and does not any more. Forwarders and lists are no sources of the domain's own, and what they do to its
 * signatures changes by itself; of abuse nothing ever passed. */
export function regressed(state: WatchState, seen: Seen, mode: Mode): Told[] {
  const { sources } = seen
  if (!sources) return []
  follow(state, seen, sources)
  const worse = sources.filter((source) => isWorse(source) && !heldFor(state, source))
  worse.sort((a, b) => b.week.messages - a.week.messages || (a.key < b.key ? -1 : 1))
  if (worse.length === 0) return []
  if (mode !== 'tell') return worse.flatMap((source) => begun(state, seen, source, mode))
  const { told } = state
  if (told.day !== seen.today) state.told = { day: seen.today, sources: 0, regressed: 0 }
  return bounded(state, seen, worse)
}

/** So many by themselves, then the largest of the others with their number. */
function bounded(state: WatchState, seen: Seen, worse: readonly SeenSource[]): Told[] {
  const single = worse.slice(0, Math.max(0, MOST_A_DAY - state.told.regressed))
  const others = worse.slice(single.length)
  state.told.regressed += single.length
  const told = single.flatMap((source) => begun(state, seen, source, 'tell'))
  const [first, ...more] = others
  // Those beyond it wait for the next day.
  if (!first || state.told.regressed > MOST_A_DAY) return told
  state.told.regressed += 1
  for (const source of more) begun(state, seen, source, 'silent')
  return [...told, ...begun(state, seen, first, 'tell', more.length)]
}

/** The last days alone where they have enough messages, so that a lost key is told soon. */
const latestOf = ({ recent, week }: SeenSource): Passed => (recent.messages >= LEAST ? recent : week)

function isWorse(source: SeenSource): boolean {
  const { standing, before } = source
  if (standing === 'forwarded' || standing === 'mailing_list' || standing === 'abuse') return false
  const latest = latestOf(source)
  if (latest.messages < LEAST || before.messages < LEAST) return false
  return rateOf(latest) <= rateOf(before) - FALL + EPSILON
}

function begun(state: WatchState, seen: Seen, source: SeenSource, mode: Mode, others = 0): Told[] {
  const latest = latestOf(source)
  const told: ToldOf<'dmarc.source_regressed'> = {
    type: 'dmarc.source_regressed',
    payload: {
      domain: seen.domain,
      source: source.key,
      name: named(source),
      before: rounded(rateOf(source.before)),
      rate: rounded(rateOf(latest)),
      messages: latest.messages,
      ...(others > 0 && { others }),
    },
  }
  const held = { since: seen.today, last: settledOf(seen.today), ips: namedIps(source), told }
  return begin(state, held, mode)
}

const keptOf = ({ told, ips = [] }: Regressed) => ({ key: told.payload.source, ips })

const heldFor = (state: WatchState, source: SeenSource) =>
  heldOf(state, 'dmarc.source_regressed', (held) => isSame(keptOf(held), source))

/** Ends what is over, and keeps up with sources that are grouped otherwise by now. */
function follow(state: WatchState, seen: Seen, sources: readonly SeenSource[]): void {
  for (const held of state.holds.filter(
    (one): one is Regressed => one.told.type === 'dmarc.source_regressed',
  )) {
    const kept = keptOf(held)
    const source = sources.find(({ key }) => key === kept.key) ?? sources.find((one) => isSame(kept, one))
    if (!source || source.week.messages + source.before.messages === 0) {
      const { length } = seen.days.filter((day) => day > held.last)
      if (length >= GONE_DAYS) release(state, held)
      continue
    }
    held.last = settledOf(seen.today)
    held.ips = namedIps(source)
    held.told.payload.source = source.key
    if (isBetter(source, held.told.payload.before) && !isWorse(source)) release(state, held)
  }
}

/** By the whole week, and by its last days where these have enough messages. */
function isBetter(source: SeenSource, before: number): boolean {
  const enough = before - NEAR - EPSILON
  return source.week.messages >= LEAST && rateOf(source.week) >= enough && rateOf(latestOf(source)) >= enough
}
