import { fitted } from '../channels/fitted.ts'
import type { WebhookPayload } from '../sending.ts'
import type { EventWords, Severity } from '../words/words.ts'
import { wordsOfEvent } from '../words/words-of-event.ts'

/** What stands in a template for what is told: `{{title}}`. `{{json.data.score}}` is a value of the payload. */
export const PLACEHOLDERS = [
  'title',
  'text',
  'link',
  'type',
  'time',
  'id',
  'severity',
  'priority',
  'action',
  'about',
  'json',
] as const

/** The value of a placeholder by its name. */
export type Values = (name: string) => unknown

const MOST_TEXT = 3_000
/** From 0 to 10, as Gotify has it. */
const PRIORITIES: Readonly<Record<Severity, number>> = { critical: 8, warning: 5, info: 2, good: 4 }
/** As PagerDuty has them. */
const SEVERITIES: Readonly<Record<Severity, string>> = {
  critical: 'critical',
  warning: 'warning',
  info: 'info',
  good: 'info',
}

/** What a payload gives for placeholders. `id`: the webhook-id. */
export function valuesOf(payload: WebhookPayload, id: string): Values {
  const words = wordsOfEvent(payload)
  const known = new Map<string, unknown>([
    ['title', words.title],
    ['text', fitted(words.lines, MOST_TEXT)],
    ['link', words.link?.url ?? ''],
    ['type', payload.type],
    ['time', payload.timestamp],
    ['id', id],
    ['severity', SEVERITIES[words.severity]],
    ['priority', PRIORITIES[words.severity]],
    ['action', actionOf(words)],
    ['about', words.about],
  ])
  return (name) => (known.has(name) ? known.get(name) : inPayload(payload, name.split('.').slice(1)))
}

const actionOf = ({ course }: EventWords) => (course === 'ends' ? 'resolve' : 'trigger')

/** A value of the payload; what is not there is null. */
function inPayload(payload: WebhookPayload, path: readonly string[]): unknown {
  let value: unknown = payload
  for (const name of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return null
    value = Object.getOwnPropertyDescriptor(value, name)?.value
  }
  return value
}

/** Whether a placeholder has that name. */
export const isPlaceholder = (name: string): boolean =>
  PLACEHOLDERS.some((one) => one === name) || /^json(?:\.[A-Za-z0-9_]+)+$/.test(name)
