import { SECTIONS } from './catalogue.ts'
import { type Option, writtenName } from './option.ts'
import { BUILT_IN_PLANS, PLAN_SCHEMA } from './plan-schema.ts'

const WIDTH = 100

const PREFACE = `Configuration of Mailgauge. Every option is here with its default: remove the # to change one.

A flag goes before a variable, a variable before this file, this file before the default:
  --smtp.max_message=50MB, MAILGAUGE_SMTP_MAX_MESSAGE=50MB, max_message = "50MB" under [smtp]
Each variable has a twin that names a file with its content: MAILGAUGE_BLOCKLISTS_KEYS_FILE.

Sizes are written "25MB" (units are powers of 1024), durations "15s", "10 minutes", "30 days".
mailgauge config check says what is wrong with this file, mailgauge config print what is in effect.`

const PLANS = `What accounts may do. Plans come from this file only. The plan "self-hosted" is built in; its
table changes single keys of it.`

const SHOWN_PLANS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  free: { api: false, monthly_tests: 30, full_reports_per_month: 10 },
  pro: { api: true, rate_per_minute: 300, burst: 60, monthly_tests: 10_000, test_lifetime: '90 days' },
}

/** A config file with every option, commented; `set` gives values that stand uncommented, by section.option. */
export function exampleToml(set: ReadonlyMap<string, unknown> = new Map()): string {
  const sections = SECTIONS.map(([section, { sentence, options }]) => {
    const shown = Object.entries(options).map(([key, option]) => {
      const name = writtenName(key)
      return optionLines(name, option, set.get(`${section}.${name}`))
    })
    return [`${comment(sentence)}\n[${section}]`, ...shown].join('\n\n')
  })
  return `${[comment(PREFACE), ...sections, planLines()].join('\n\n\n')}\n`
}

function optionLines(name: string, option: Option<unknown>, set: unknown): string {
  const { default: standard, example } = option
  const notes = [
    option.sentence,
    ...(option.required ? ['Must be set.'] : []),
    ...(option.allowed ? [`Allowed: ${option.allowed}.`] : []),
    ...(standard !== undefined && example !== undefined ? [`Example: ${toml(example)}`] : []),
    ...defaultNote(option),
  ]
  const isSet = set !== undefined || option.required === true
  return `${comment(notes.join('\n'))}\n${isSet ? '' : '#'}${name} = ${toml(set ?? standard ?? example)}`
}

function defaultNote({ optional, derived, evaluation, default: standard }: Option<unknown>): string[] {
  const otherwise = optional ?? derived
  if (otherwise !== undefined) return [`Default: ${otherwise}.`]
  return evaluation !== undefined && standard !== undefined
    ? [`Without any configuration: ${toml(evaluation)}`]
    : []
}

function planLines(): string {
  const [[name, builtIn] = ['', {}]] = Object.entries(BUILT_IN_PLANS)
  const own = Object.entries(PLAN_SCHEMA).map(([key, option]: [string, Option<unknown>]) => {
    const written = writtenName(key)
    const standard = Object.entries(builtIn).find(([known]) => known === written)?.[1]
    return optionLines(written, standard === undefined ? option : { ...option, default: standard }, undefined)
  })
  const others = Object.entries(SHOWN_PLANS).map(([other, values]) =>
    [`#[plans.${other}]`, ...Object.entries(values).map(([key, value]) => `#${key} = ${toml(value)}`)].join(
      '\n',
    ),
  )
  return [`${comment(PLANS)}\n[plans.${name}]`, ...own, ...others].join('\n\n')
}

/** A value as TOML. */
export function toml(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toml).join(', ')}]`
  if (typeof value === 'object' && value !== null) {
    const pairs = Object.entries(value).map(([key, one]) => `${tomlKey(key)} = ${toml(one)}`)
    return pairs.length === 0 ? '{}' : `{ ${pairs.join(', ')} }`
  }
  return JSON.stringify(value)
}

function tomlKey(key: string): string {
  return /^[\w-]+$/.test(key) ? key : JSON.stringify(key)
}

function comment(text: string): string {
  return text
    .split('\n')
    .flatMap(wrapped)
    .map((line) => `# ${line}`.trimEnd())
    .join('\n')
}

function wrapped(line: string): string[] {
  if (line.startsWith(' ') || line.length <= WIDTH) return [line]
  const lines = ['']
  for (const word of line.split(' ')) {
    const last = lines.at(-1) ?? ''
    if (last !== '' && last.length + 1 + word.length > WIDTH) lines.push(word)
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`
  }
  return lines
}
