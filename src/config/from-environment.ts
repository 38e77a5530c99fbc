import { ENTRIES, entryOf, variableOf } from './catalogue.ts'
import type { Gathered } from './given.ts'
import { didYouMean } from './suggest.ts'

export type Environment = Readonly<Record<string, string | undefined>>

const PREFIX = 'MAILGAUGE_'

/** Names the path of the config file. */
export const CONFIG_VARIABLE = 'MAILGAUGE_CONFIG'

/** Where `mailgauge test` finds a service, which may be another than this one: no part of the config. */
export const CLIENT_VARIABLES = { url: 'MAILGAUGE_API_URL', key: 'MAILGAUGE_API_KEY' } as const

const NAME_BY_VARIABLE: ReadonlyMap<string, string> = new Map(
  ENTRIES.map(({ name }) => [variableOf(name), name]),
)

/** Kubernetes and Docker links describe a service named mailgauge in such variables: they are not ours. */
function isServiceLink(variable: string, value: string): boolean {
  return (
    /_SERVICE_(?:HOST|PORT(?:_[A-Z0-9_]+)?)$/.test(variable) ||
    /_PORT_\d+_(?:TCP|UDP|SCTP)(?:_(?:PROTO|PORT|ADDR))?$/.test(variable) ||
    /^(?:tcp|udp|sctp):\/\//.test(value)
  )
}

const isForClient = (variable: string) => Object.values<string>(CLIENT_VARIABLES).includes(variable)

/** Our variables that say something: an empty one counts as not set. */
export function ownVariables(environment: Environment): [variable: string, value: string][] {
  return Object.entries(environment).flatMap(([variable, value]) =>
    variable.startsWith(PREFIX) &&
    !isForClient(variable) &&
    value !== undefined &&
    value !== '' &&
    !isServiceLink(variable, value)
      ? [[variable, value] as [string, string]]
      : [],
  )
}

/** What MAILGAUGE_SECTION_OPTION and MAILGAUGE_SECTION_OPTION_FILE say. */
export function fromEnvironment(
  environment: Environment,
  folder: string,
  readFile: (path: string) => string | undefined,
): Gathered {
  const gathered: Gathered = { given: [], problems: [] }
  const own = ownVariables(environment).filter(([variable]) => variable !== CONFIG_VARIABLE)
  const names = new Set(own.map(([variable]) => variable))
  for (const [variable, value] of own) {
    const direct = NAME_BY_VARIABLE.get(variable)
    const viaFile = variable.endsWith('_FILE') ? NAME_BY_VARIABLE.get(variable.slice(0, -5)) : undefined
    const entry = entryOf(direct ?? viaFile ?? '')
    if (!entry) {
      gathered.problems.push(refuse(variable))
    } else if (direct !== undefined) {
      const written = entry.option.fromText(value)
      gathered.given.push({ name: entry.name, written, from: variable, folder })
    } else if (names.has(variable.slice(0, -5))) {
      gathered.problems.push(`${variable}: ${variable.slice(0, -5)} is set too. Set one of them.`)
    } else {
      const content = contentOf(value, variable, readFile)
      if ('problem' in content) gathered.problems.push(content.problem)
      else {
        const written = entry.option.fromText(content.text)
        gathered.given.push({ name: entry.name, written, from: variable, folder, hidden: true })
      }
    }
  }
  return gathered
}

function refuse(variable: string): string {
  if (variable.startsWith(`${PREFIX}PLANS_`)) {
    return `${variable}: plans come from the config file only.`
  }
  const candidates = [...NAME_BY_VARIABLE.keys(), CONFIG_VARIABLE]
  const stem = variable.endsWith('_FILE') ? variable.slice(0, -5) : variable
  const suffix = stem === variable ? '' : '_FILE'
  return `${variable}: there is no such variable${didYouMean(stem, candidates, (name) =>
    name === CONFIG_VARIABLE ? name : `${name}${suffix}`,
  )}`
}

function contentOf(
  path: string,
  variable: string,
  readFile: (path: string) => string | undefined,
): { text: string } | { problem: string } {
  try {
    const text = readFile(path)
    if (text === undefined) return { problem: `${variable}: there is no file ${path}.` }
    return { text: text.replace(/\r?\n$/, '') }
  } catch (cause) {
    return {
      problem: `${variable}: ${path} cannot be read: ${cause instanceof Error ? cause.message : cause}.`,
    }
  }
}
