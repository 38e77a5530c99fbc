import { ENTRIES, type Entry } from '../../config/catalogue.ts'
import type { Config } from '../../config/config.ts'

/** What a part does with another config: why it cannot, or what makes it take effect, once all parts can. */
export type Prepare = (
  next: Config,
) => { refused: string } | (() => void) | Promise<{ refused: string } | (() => void)>

/** What came of reading the config again. `refused`: sentences; then nothing was changed. */
export type Reloaded =
  | { refused: readonly string[] }
  /** Options by name: those that hold now, and those that do at the next start. */
  | { changed: readonly string[]; atNextStart: readonly string[] }

/** Which options of two configs differ, by whether a running service takes them over. */
interface Difference {
  now: Entry[]
  atNextStart: Entry[]
}

/** Takes another config over as far as it can without a restart: `live` is changed in place, lists and tables of it too, so that whoever
 * holds a part of it reads what is in force. All of it, or nothing where a part refuses. */
export async function reloadConfig(
  live: Config,
  next: Config,
  prepares: readonly Prepare[],
): Promise<Reloaded> {
  const { now, atNextStart } = difference(live, next)
  const plans = planDifference(live, next)
  const coming = { ...live, plans: plans.coming }
  for (const { section, key } of now) {
    coming[section as 'log'] = { ...coming[section as 'log'], [key]: optionOf(next, section, key) }
  }
  const prepared = await Promise.all(prepares.map((prepare) => prepare(coming)))
  const refused = prepared.flatMap((one) => ('refused' in one ? [one.refused] : []))
  if (refused.length > 0) return { refused }
  for (const { section, key } of now) takeOver(sectionOf(live, section), key, optionOf(next, section, key))
  takeOverTable(live.plans, plans.coming)
  for (const commit of prepared) if (typeof commit === 'function') commit()
  return {
    changed: [...now.map(({ name }) => name), ...plans.changed],
    atNextStart: [...atNextStart.map(({ name }) => name), ...plans.atNextStart],
  }
}

function difference(live: Config, next: Config): Difference {
  const differs = ({ section, key }: Entry) =>
    !Bun.deepEquals(optionOf(live, section, key), optionOf(next, section, key), true)
  const all = ENTRIES.filter(differs)
  // What sends mail is made at the start; it can be another relay, but not come or go.
  const comesOrGoes = (live.relay.host === undefined) !== (next.relay.host === undefined)
  const isLive = ({ section, option }: Entry) =>
    option.reload === true && !(section === 'relay' && comesOrGoes)
  return { now: all.filter(isLive), atNextStart: all.filter((entry) => !isLive(entry)) }
}

/** Plans are read at each use, but the one that accounts fall back to is there as long as it has that role. */
function planDifference(live: Config, next: Config) {
  const fallback = live.accounts.defaultPlan
  const kept = Object.hasOwn(next.plans, fallback) ? undefined : live.plans[fallback]
  const coming = { ...next.plans, ...(kept && { [fallback]: kept }) }
  const names = [...new Set([...Object.keys(live.plans), ...Object.keys(coming)])]
  const changed = names.filter((name) => !Bun.deepEquals(live.plans[name], coming[name], true))
  const named = (name: string) => `plans.${name}`
  return { coming, changed: changed.map(named), atNextStart: kept ? [named(fallback)] : [] }
}

/** The schema's names are those of Config, whose sections hold options of many kinds. */
const sectionOf = (config: Config, section: string): Record<string, unknown> =>
  config[section as 'log'] as unknown as Record<string, unknown>

const optionOf = (config: Config, section: string, key: string): unknown => sectionOf(config, section)[key]

function takeOver(into: Record<string, unknown>, key: string, value: unknown): void {
  const held = into[key]
  if (Array.isArray(held) && Array.isArray(value)) held.splice(0, held.length, ...value)
  else if (isTable(held) && isTable(value)) takeOverTable(held, value)
  else if (value === undefined) delete into[key]
  else into[key] = value
}

const isTable = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function takeOverTable<T>(held: Record<string, T>, value: Readonly<Record<string, T>>): void {
  for (const name of Object.keys(held)) delete held[name]
  Object.assign(held, value)
}
