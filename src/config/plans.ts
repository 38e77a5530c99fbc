import type { FileContent } from './from-file.ts'
import { shown } from './given.ts'
import { type Option, type ValuesOf, writtenName } from './option.ts'
import { BUILT_IN_PLANS, PLAN_SCHEMA, type PlanConfig } from './plan-schema.ts'
import { didYouMean } from './suggest.ts'

const DAY = 24 * 60 * 60 * 1000

const OPTIONS: readonly (readonly [key: string, option: Option<unknown>])[] = Object.entries(PLAN_SCHEMA)
const NAMES: ReadonlyMap<string, readonly [key: string, option: Option<unknown>]> = new Map(
  OPTIONS.map((entry) => [writtenName(entry[0]), entry]),
)

/** The built-in plans and those of the file; a table named like a built-in one changes single keys of it. */
export function readPlans(file: FileContent | undefined, problems: string[]): Record<string, PlanConfig> {
  const tables: Record<string, Readonly<Record<string, unknown>>> = { ...BUILT_IN_PLANS }
  for (const [name, table] of Object.entries(file?.plans ?? {})) {
    const here = `[plans.${name}]${file?.where('plans', name)}`
    if (!/^[a-z0-9][a-z0-9-]{0,31}$/.test(name)) {
      problems.push(`${here}: a plan's name is lower-case letters, digits and hyphens, at most 32.`)
    } else if (typeof table !== 'object' || table === null || Array.isArray(table)) {
      problems.push(`${here}: expected a table, found ${shown(table)}.`)
    } else {
      tables[name] = { ...tables[name], ...table }
    }
  }
  return Object.fromEntries(
    Object.entries(tables).map(([name, table]) => [name, readPlan(name, table, file, problems)]),
  )
}

function readPlan(
  name: string,
  table: Readonly<Record<string, unknown>>,
  file: FileContent | undefined,
  problems: string[],
): PlanConfig {
  const values: Record<string, unknown> = {}
  for (const [key, option] of OPTIONS) {
    if (option.default !== undefined) values[key] = option.default
  }
  for (const [written, value] of Object.entries(table)) {
    const here = `plans.${name}.${written}${file?.where('plans', name, written) ?? ''}`
    const entry = NAMES.get(written)
    if (!entry) {
      problems.push(`${here}: there is no such option${didYouMean(written, [...NAMES.keys()])}`)
      continue
    }
    const [key, option] = entry
    const result = option.read(value)
    if (result.ok) values[key] = result.value
    else problems.push(`${here}: expected ${option.expects}, found ${shown(value)}.`)
  }
  return planOf(name, values as ValuesOf<typeof PLAN_SCHEMA>)
}

function planOf(
  name: string,
  { testLifetime, dmarcLifetime, ...limits }: ValuesOf<typeof PLAN_SCHEMA>,
): PlanConfig {
  return {
    name,
    ...limits,
    ...(testLifetime !== undefined && { testLifetimeDays: testLifetime / DAY }),
    ...(dmarcLifetime !== undefined && { dmarcDays: dmarcLifetime / DAY }),
  }
}
