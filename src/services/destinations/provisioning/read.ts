import type { EventType } from '../../../core/event.ts'
import { lineOfJsonFault } from '../../../core/files/json-fault.ts'
import type { Target } from '../../../core/watching/destination.ts'
import { DESTINATION_KINDS, type DestinationKind } from '../../../core/watching/destination-kind.ts'

/** A destination as a file names it. Monitors and domains are written by name or by id. */
export interface Provisioned {
  name: string
  target: Target
  /** Absent: what is usual for its kind. */
  types?: readonly EventType[]
  monitors?: readonly string[]
  domains?: readonly string[]
  secret?: string
  /** Absent: as it is; a new one is in use. */
  enabled?: boolean
}

/** One of a file, or what is wrong with it, in a sentence that repeats nothing secret. */
export type ReadEntry = { entry: Provisioned } | { problem: string; name?: string }

const MOST_ENTRIES = 1_000
const COMMON = ['name', 'kind', 'types', 'monitors', 'domains', 'enabled'] as const
const OWN: Readonly<Record<DestinationKind, readonly string[]>> = {
  webhook: ['url', 'secret'],
  email: ['to'],
  slack: ['url'],
  discord: ['url'],
  teams: ['url'],
  ntfy: ['url', 'token'],
  template: ['url', 'method', 'headers', 'body'],
}

/** Reads destinations out of JSON: an array, one object, or an object on each line. A string says why nothing could be read. */
export function readProvisioning(text: string): ReadEntry[] | string {
  const values = valuesOf(text)
  if (typeof values === 'string') return values
  if (values.length > MOST_ENTRIES) return `A file has at most ${MOST_ENTRIES} destinations.`
  return onceEach(values.map(read))
}

/** Of two of one name the second would undo the first, each time the file is applied. */
function onceEach(entries: readonly ReadEntry[]): ReadEntry[] {
  const seen = new Set<string>()
  return entries.map((one) => {
    if (!('entry' in one)) return one
    const { name } = one.entry
    if (seen.has(name)) return { problem: 'Its name stands in the file twice.', name }
    seen.add(name)
    return one
  })
}

function valuesOf(text: string): unknown[] | string {
  const whole = parsed(text)
  if (whole) return Array.isArray(whole.value) ? whole.value : [whole.value]
  if (text.trimStart().startsWith('[')) return `Line ${lineOfJsonFault(text)}: from here on it is no JSON.`
  const lines = text.split('\n').map((line, index) => ({ line: line.trim(), number: index + 1 }))
  const values: unknown[] = []
  for (const { line, number } of lines.filter(({ line: written }) => written !== '')) {
    const one = parsed(line)
    // What a parser says of it would repeat a part of it.
    if (!one) return `Line ${number} is no JSON, and the whole is none.`
    values.push(one.value)
  }
  return values.length > 0 ? values : 'There is nothing in it.'
}

function parsed(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

function read(value: unknown): ReadEntry {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { problem: 'It is no JSON object.' }
  const fields = withTextBody(value as Record<string, unknown>)
  if (!fields) return { problem: '"body" is nested too deeply.' }
  const { name, kind } = fields
  const named = typeof name === 'string' ? { name: name.slice(0, 100) } : {}
  const wrong = (problem: string): ReadEntry => ({ problem, ...named })
  if (typeof name !== 'string') return wrong('"name" is missing: a text.')
  if (!isKind(kind)) return wrong(`"kind" is one of ${DESTINATION_KINDS.join(', ')}.`)
  const known: readonly string[] = [...COMMON, ...OWN[kind]]
  const unknown = Object.keys(fields).find((key) => !known.includes(key))
  if (unknown !== undefined)
    return wrong(
      `"${unknown.slice(0, 50)}" is no field of a destination of the kind ${kind}. Its fields: ${known.join(', ')}.`,
    )
  const problem = problemOfTypes(fields) ?? problemOfMissing(kind, fields)
  if (problem !== undefined) return wrong(problem)
  return { entry: entryOf(name, kind, fields) }
}

/** The body of a template may be written as the JSON that it is. */
function withTextBody(fields: Record<string, unknown>): Record<string, unknown> | undefined {
  const { body } = fields
  if (typeof body !== 'object' || body === null) return fields
  try {
    return { ...fields, body: JSON.stringify(body) }
  } catch {
    // The stack holds some thousand levels.
    return undefined
  }
}

const isKind = (kind: unknown): kind is DestinationKind => DESTINATION_KINDS.some((known) => known === kind)

function problemOfTypes(fields: Record<string, unknown>): string | undefined {
  for (const key of ['types', 'monitors', 'domains']) {
    const list = fields[key]
    const isTexts = Array.isArray(list) && list.every((one) => typeof one === 'string')
    if (list !== undefined && !isTexts) return `"${key}" is a list of texts.`
  }
  for (const key of ['url', 'secret', 'token', 'to', 'method']) {
    if (fields[key] !== undefined && typeof fields[key] !== 'string') return `"${key}" is a text.`
  }
  const { enabled } = fields
  return enabled === undefined || typeof enabled === 'boolean' ? undefined : '"enabled" is true or false.'
}

function problemOfMissing(kind: DestinationKind, fields: Record<string, unknown>): string | undefined {
  const needed = kind === 'email' ? 'to' : 'url'
  if (fields[needed] === undefined) return `"${needed}" is missing.`
  const { headers, body } = fields
  if (kind === 'template' && body === undefined) return '"body" is missing.'
  const isTexts =
    typeof headers === 'object' &&
    headers !== null &&
    !Array.isArray(headers) &&
    Object.values(headers).every((value) => typeof value === 'string')
  return headers === undefined || isTexts ? undefined : '"headers" is an object of texts.'
}

/** A body may be written as the JSON that it is. */
const textOf = (body: unknown) => (typeof body === 'string' ? body : JSON.stringify(body))

function entryOf(name: string, kind: DestinationKind, fields: Record<string, unknown>): Provisioned {
  const given = <K extends string>(...keys: K[]) =>
    Object.fromEntries(keys.filter((key) => fields[key] !== undefined).map((key) => [key, fields[key]]))
  const ownFields = OWN[kind].filter((key) => key !== 'secret')
  const usual = kind === 'template' ? { method: 'POST', headers: {} } : {}
  return {
    name,
    target: {
      kind,
      ...usual,
      ...given(...ownFields),
      ...(kind === 'template' && { body: textOf(fields['body']) }),
    } as Target,
    ...given('types', 'monitors', 'domains', 'secret', 'enabled'),
  }
}
