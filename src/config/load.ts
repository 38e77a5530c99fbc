import { dirname, resolve } from 'node:path'
import { ENTRIES, type Entry } from './catalogue.ts'
import type { Config } from './config.ts'
import { CONFIG_VARIABLE, type Environment, fromEnvironment, ownVariables } from './from-environment.ts'
import { fromFile } from './from-file.ts'
import { type Flag, fromFlags } from './from-flags.ts'
import { type Given, shown } from './given.ts'
import { readPlans } from './plans.ts'
import { brokenRules, derive, type Underived } from './rules.ts'

export interface ConfigInput {
  /** Flags that are for the config, in the order they were given. */
  flags: readonly Flag[]
  /** The path of -c or --config. */
  configPath?: string
  environment: Environment
  /** The working directory. */
  cwd: string
  /** The text of a file; undefined when there is none; throws when it cannot be read. */
  readFile(path: string): string | undefined
  /** Whether somebody who is not to be believed may have put a file there. Absent: nobody. */
  isOfAnother?(path: string): boolean
}

/** The effective value of one option and where it came from. */
export interface Setting {
  name: string
  /** As it was written. Absent: the option is not set. */
  written?: unknown
  /** mailgauge.toml, line 3; MAILGAUGE_SMTP_LISTEN; --smtp.listen; default; or how it was derived. */
  from: string
  secret: boolean
}

export type LoadedConfig = { ok: true; config: Config; settings: Setting[]; file?: string } | NotLoaded

/** A config that is wrong. */
export interface NotLoaded {
  ok: false
  problems: string[]
  /** Absent when the certificate and key that it names are in doubt. */
  smtp?: Config['smtp']
  /** What it is as far as it can be known, for who looks at what is wrong: an option that is doubtful has another value than meant, or
   * none. */
  nearly: { config: Config; doubtful: string[]; settings: Setting[]; file?: string }
}

/** Where a config file is looked for when none is named. */
const DEFAULT_FILES = ['mailgauge.toml', '/etc/mailgauge/mailgauge.toml'] as const

/** Flags before variables before the file before defaults; everything that is wrong is said at once. */
export function loadConfig(input: ConfigInput): LoadedConfig {
  const { cwd } = input
  const located = locateFile(input)
  const file = located.text === undefined ? undefined : fromFile(located.text, located.path, cwd)
  const environment = fromEnvironment(input.environment, cwd, (path) => input.readFile(resolve(cwd, path)))
  const flags = fromFlags(input.flags, cwd)
  const evaluation = located.path === undefined && ownVariables(input.environment).length === 0
  const problems = [
    ...(located.problem === undefined ? [] : [located.problem]),
    ...[file, environment, flags].flatMap((source) => source?.problems ?? []),
  ]
  const settled = settle({
    given: [...(file?.given ?? []), ...environment.given, ...flags.given],
    evaluation,
    folder: located.path === undefined ? cwd : dirname(located.path),
    legible: located.problem === undefined && file?.legible !== false,
  })
  problems.push(...settled.problems)
  const config = {
    evaluation,
    plans: readPlans(file, problems),
    ...derive(settled.sections, settled.settings, evaluation),
  }
  problems.push(...brokenRules(config, settled.doubtful))
  if (problems.length > 0) {
    const isSure = !['smtp.tls_cert', 'smtp.tls_key'].some((name) => settled.doubtful.has(name))
    const nearly = {
      config,
      doubtful: [...settled.doubtful],
      settings: settled.settings,
      ...(located.path !== undefined && { file: located.path }),
    }
    return { ok: false, problems, nearly, ...(isSure && { smtp: config.smtp }) }
  }
  return {
    ok: true,
    config,
    settings: settled.settings,
    ...(located.path !== undefined && { file: located.path }),
  }
}

type Located =
  | { path: string; text: string; problem?: undefined }
  | { path: string; text?: undefined; problem: string }
  | { path?: undefined; text?: undefined; problem?: undefined }

/** The file named by flag or variable, which must be there, or else the first of the default places. */
function locateFile(input: ConfigInput): Located {
  const { configPath, environment, cwd } = input
  const named = configPath ?? (environment[CONFIG_VARIABLE] || undefined)
  for (const candidate of named === undefined ? DEFAULT_FILES : [named]) {
    const located = fileAt(resolve(cwd, candidate), input)
    if (located === undefined) continue
    const isUnasked = named === undefined && candidate === DEFAULT_FILES[0]
    if (isUnasked && input.isOfAnother?.(located.path))
      return { path: located.path, problem: `The config file ${located.path} ${BELONGS_TO_ANOTHER}` }
    return located
  }
  if (named === undefined) return {}
  return { path: resolve(cwd, named), problem: `There is no config file ${resolve(cwd, named)}.` }
}

/** Undefined: there is none. */
function fileAt(path: string, { readFile }: ConfigInput): (Located & { path: string }) | undefined {
  try {
    const text = readFile(path)
    return text === undefined ? undefined : { path, text }
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    return { path, problem: `The config file ${path} cannot be read: ${reason}.` }
  }
}

const BELONGS_TO_ANOTHER =
  'belongs to another user, and root uses it only where it is named: --config. For the installed one, run the command in another folder.'

interface Settled {
  sections: Underived
  settings: Setting[]
  problems: string[]
  /** Options whose value is not known because what was given is wrong or missing. */
  doubtful: Set<string>
}

interface ToSettle {
  /** Later ones win. */
  given: readonly Given[]
  evaluation: boolean
  /** The folder the defaults' paths count from. */
  folder: string
  /** False: a missing value may have been in a file that cannot be read. */
  legible: boolean
}

function settle({ given, evaluation, folder, legible }: ToSettle): Settled {
  const sections: Record<string, Record<string, unknown>> = {}
  const settings: Setting[] = []
  const problems: string[] = []
  const doubtful = new Set<string>()
  for (const entry of ENTRIES) {
    const { name, section, key, option } = entry
    const mine = candidatesOf(entry, given, evaluation, folder)
    const read = readAll(entry, mine)
    problems.push(...read.problems)
    const lacking = mine.length === 0 && option.required === true
    if (lacking && legible) problems.push(missing(entry))
    if (lacking || !legible || read.problems.length > 0) doubtful.add(name)
    sections[section] = { ...sections[section], ...(read.value !== undefined && { [key]: read.value }) }
    settings.push(settingOf(entry, mine.at(-1)))
  }
  // Each value is what its own option's `read` gave, and the schema's keys are those of Config.
  return { sections: sections as unknown as Underived, settings, problems, doubtful }
}

/** The default and what was given, the one that wins last. */
function candidatesOf(
  { name, option }: Entry,
  given: readonly Given[],
  evaluation: boolean,
  folder: string,
): Given[] {
  const mine = given.filter((one) => one.name === name)
  const written = evaluation ? (option.evaluation ?? option.default) : option.default
  return written === undefined ? mine : [{ name, written, from: 'default', folder }, ...mine]
}

/** The value of the last candidate that is right; what is wrong with any of them. */
function readAll(entry: Entry, candidates: readonly Given[]): { value?: unknown; problems: string[] } {
  const read: { value?: unknown; problems: string[] } = { problems: [] }
  for (const one of candidates) {
    const result = entry.option.read(one.written)
    if (!result.ok) read.problems.push(wrongValue(entry, one, result))
    else read.value = entry.option.path ? resolve(one.folder, String(result.value)) : result.value
  }
  return read
}

function settingOf({ name, option }: Entry, last: Given | undefined): Setting {
  const secret = option.secret === true
  if (last) {
    const { folder, written: text } = last
    const written = option.path && typeof text === 'string' ? resolve(folder, text) : text
    return { name, from: last.from, secret, written }
  }
  return { name, from: option.derived ?? option.optional ?? '', secret }
}

function missing({ name, option }: Entry): string {
  const example = option.example === undefined ? '' : `, such as ${shown(option.example)}`
  return `${name}: must be set${example}. ${option.sentence}`
}

function wrongValue(
  { name, option }: Entry,
  { from, written, hidden }: Given,
  { found, expected }: { found: unknown; expected?: string },
): string {
  const secret = hidden || option.secret
  const whole = found === written || expected === undefined
  const what = secret ? 'something else' : shown(found)
  return `${name} (${from}): expected ${whole ? option.expects : expected}, found ${what}.`
}
