import { didYouMean } from '../../../config/suggest.ts'
import { lineOfJsonFault } from '../../../core/files/json-fault.ts'
import type { MonitorKind } from '../../../core/watching/monitor.ts'
import { EXPECTED, settingsFrom, type Written } from './settings.ts'
import { readMoment } from './times.ts'
import { readWindows } from './windows.ts'

const MOST_MONITORS = 5_000

/** What stands in a document, and where it does, for people. */
export interface Listed {
  place: string
  wanted: WantedByName
}

/** Monitors of a JSON array, of one object, or of an object a line; or all that is wrong with them. */
export function readDocument(text: string): Listed[] | { problems: string[] } {
  const values = valuesIn(text)
  if (typeof values === 'string') return { problems: [values] }
  if (values.length === 0) return { problems: ['There is no monitor in it.'] }
  if (values.length > MOST_MONITORS) {
    return { problems: [`There are more than ${MOST_MONITORS.toLocaleString('en-GB')} monitors in it.`] }
  }
  const problems: string[] = []
  const listed: Listed[] = []
  const names = new Set<string>()
  for (const { place, value } of values) {
    const wanted = value === undefined ? ['This is no JSON.'] : readWanted(value)
    if (Array.isArray(wanted))
      problems.push(...wanted.map((problem) => `${place}${named(value)}: ${problem}`))
    else if (names.has(wanted.name)) problems.push(`${place}: "${wanted.name}" is named twice.`)
    else listed.push({ place, wanted })
    if (!Array.isArray(wanted)) names.add(wanted.name)
  }
  return problems.length > 0 ? { problems } : listed
}

/** The name that stands beside the place, where there is one. */
function named(value: unknown): string {
  const name = typeof value === 'object' && value !== null && 'name' in value ? value.name : undefined
  return isText(name) ? ` ("${name.slice(0, 100)}")` : ''
}

interface Placed {
  place: string
  /** Undefined: it is no JSON. */
  value: unknown
}

function valuesIn(text: string): Placed[] | string {
  const whole = parsed(text)
  if (Array.isArray(whole)) {
    return whole.map((value: unknown, index) => ({ place: `Monitor ${index + 1}`, value: value ?? null }))
  }
  if (whole !== undefined) return [{ place: 'Monitor 1', value: whole }]
  if (text.trimStart().startsWith('[')) return `Line ${lineOfJsonFault(text)}: from here on it is no JSON.`
  return text
    .split(/\r\n|\r|\n/)
    .map((line, index) => ({ place: `Line ${index + 1}`, line: line.trim() }))
    .filter(({ line }) => line !== '')
    .map(({ place, line }) => ({ place, value: parsed(line) }))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A monitor as a document says it. */
export interface WantedByName extends Written {
  name: string
  kind: MonitorKind
  domain?: string
  /** null: it goes on. A moment that is over is no pause. */
  paused?: true | Date | null
  badge?: boolean
}

/** Told beside the settings, so that what is listed can be given again. */
const TOLD_ALONE: ReadonlySet<string> = new Set([
  'id',
  'account',
  'address',
  'state',
  'since',
  'reasons',
  'score',
  'last_message_at',
  'late_at',
  'looked_at',
  'in_maintenance_until',
  'badge_url',
  'created_at',
])

type Reader = (value: unknown) => Partial<WantedByName> | undefined

const isText = (value: unknown): value is string => typeof value === 'string'
const isPoints = (value: unknown): value is number | null => value === null || typeof value === 'number'

/** By key: what a value means, undefined where it cannot be meant. */
const READERS: Readonly<Record<string, readonly [read: Reader, expected: string]>> = {
  name: [(value) => (isText(value) ? { name: value.normalize('NFC').trim() } : undefined), 'a text'],
  kind: [
    (value) => (value === 'mail' || value === 'domain' ? { kind: value } : undefined),
    '"mail" or "domain"',
  ],
  domain: [(value) => (isText(value) ? { domain: value } : undefined), 'the name of a domain'],
  interval: [
    (value) => (isText(value) || value === null ? { interval: value } : undefined),
    'a duration such as "1 day", or null',
  ],
  grace: [(value) => (isText(value) ? { grace: value } : undefined), 'a duration such as "2 hours"'],
  least_score: [(value) => (isPoints(value) ? { leastScore: value } : undefined), 'a number, or null'],
  most_drop: [(value) => (isPoints(value) ? { mostDrop: value } : undefined), 'a number, or null'],
  must_pass: [
    (value) => (Array.isArray(value) && value.every(isText) ? { mustPass: value } : undefined),
    'a list of checks',
  ],
  blocklists: [(value) => (typeof value === 'boolean' ? { blocklists: value } : undefined), 'true or false'],
  records: [(value) => (typeof value === 'boolean' ? { records: value } : undefined), 'true or false'],
  paused: [readPaused, 'true, false, or until when'],
  badge: [(value) => (typeof value === 'boolean' ? { badge: value } : undefined), 'true or false'],
}

function readPaused(value: unknown): Partial<WantedByName> | undefined {
  if (typeof value === 'boolean') return { paused: value || null }
  const until = isText(value) ? readMoment(value) : undefined
  return until && { paused: until }
}

/** One monitor of a document, or all that is wrong with it. */
function readWanted(given: unknown): WantedByName | string[] {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    return ['A monitor is an object: { "name": "…" }.']
  const wanted: Partial<WantedByName> = {}
  const problems: string[] = []
  for (const [key, value] of Object.entries(given)) {
    const said = TOLD_ALONE.has(key) ? {} : readSetting(key, value)
    if (typeof said === 'string') problems.push(said)
    else Object.assign(wanted, said)
  }
  const { name } = wanted
  if (name === undefined && !('name' in given)) problems.push('A monitor needs a name.')
  if (problems.length === 0) problems.push(...problemsTogether(wanted))
  if (problems.length > 0 || name === undefined) return problems
  return { ...wanted, name, kind: wanted.kind ?? (wanted.domain === undefined ? 'mail' : 'domain') }
}

/** What is wrong with settings that can be read one by one. */
function problemsTogether(wanted: Partial<WantedByName>): string[] {
  const settings = settingsFrom(wanted, { name: '', expectations: EXPECTED, windows: [] })
  return typeof settings === 'string' ? [settings] : []
}

function readSetting(key: string, value: unknown): Partial<WantedByName> | string {
  if (key === 'windows') {
    const windows = readWindows(value)
    return typeof windows === 'string' ? windows : { windows }
  }
  const [read, expected] = Object.hasOwn(READERS, key) ? (READERS[key] ?? []) : []
  if (!read) return `There is no setting "${key.slice(0, 100)}"${didYouMean(key, KEYS)}`
  return read(value) ?? `${key} is ${expected}.`
}

const KEYS = [...Object.keys(READERS), 'windows']
