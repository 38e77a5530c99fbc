import { oneLine, pointsIn, type ScanRule, type Unreadable, unreadable } from '../scanners/rule.ts'

export interface RspamdReport {
  kind: 'report'
  points: number
  /** Points of the highest action that is set, which is reject unless the operator took it out. */
  required: number
  action: string
  /** The action was decided by something else than the points: a pattern, a scanner for viruses, a policy. */
  forced: boolean
  rules: ScanRule[]
}

const NAME = /^[A-Za-z0-9_]{1,100}$/
const ACTION = /^[a-z][a-z ]{0,39}$/
const MOST_DESCRIPTION = 200
const MOST_NOTES = 10
const MOST_RULES = 5_000

/** Reads the reply of Rspamd's /checkv2 (Rspamd protocol, "Rspamd JSON output"). */
export function readRspamdReply(body: string): RspamdReport | Unreadable {
  const reply = objectIn(body)
  if (!reply) return unreadable('its answer is not that of Rspamd')
  const { action, is_skipped: skipped } = reply
  const points = hundredths(pointsIn(numberOnly(reply['score'])))
  const required = pointsIn(numberOnly(reply['required_score']))
  if (points === undefined || required === undefined || required <= 0) {
    return unreadable('its answer has no score')
  }
  if (typeof action !== 'string' || !ACTION.test(action)) return unreadable('its answer has no action')
  if (skipped === true && action !== 'reject') return unreadable('it skipped the message')
  const rules = rulesIn(reply['symbols'])
  if (!rules) return unreadable('its answer has no readable symbols')
  const forced = action === 'reject' && (skipped === true || points < required)
  return { kind: 'report', points, required, action, forced, rules }
}

/** Rspamd counts in binary fractions: 1.199999. */
const hundredths = (points: number | undefined) =>
  points === undefined ? undefined : Math.round(points * 100) / 100 + 0

const numberOnly = (value: unknown) => (typeof value === 'number' ? value : undefined)

function objectIn(body: string): Record<string, unknown> | undefined {
  try {
    return asObject(JSON.parse(body))
  } catch {
    return undefined
  }
}

function asObject(value: unknown): Record<string, unknown> | undefined {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject ? (value as Record<string, unknown>) : undefined
}

function rulesIn(symbols: unknown): ScanRule[] | undefined {
  const entries = Object.entries(asObject(symbols) ?? { '': undefined })
  if (entries.length > MOST_RULES) return undefined
  const rules = entries.map(([name, symbol]) => ruleOf(name, asObject(symbol)))
  return rules.every((rule) => rule !== undefined) ? rules : undefined
}

function ruleOf(name: string, symbol: Record<string, unknown> | undefined): ScanRule | undefined {
  const points = hundredths(pointsIn(numberOnly(symbol?.['score'])))
  if (!NAME.test(name) || points === undefined) return undefined
  const { description, options } = symbol ?? {}
  const notes = Array.isArray(options) ? options.slice(0, MOST_NOTES) : []
  return {
    name,
    points,
    description: typeof description === 'string' ? oneLine(description, MOST_DESCRIPTION) : '',
    notes: notes.flatMap((note) => (typeof note === 'string' ? [oneLine(note, MOST_DESCRIPTION)] : [])),
  }
}
