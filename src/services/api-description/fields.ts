import type { Json, Schema } from './document.ts'

/** The small pieces schemas are put together from. */
export const text = (description: string, more: Schema = {}): Schema => ({
  type: 'string',
  description,
  ...more,
})

export const flag = (description: string): Schema => ({ type: 'boolean', description })

export const count = (description: string): Schema => ({ type: 'integer', minimum: 0, description })

/** A fraction, or null where nothing was counted. */
export const rate = (description: string): Schema => ({
  type: ['number', 'null'],
  minimum: 0,
  maximum: 1,
  description: `${description}, 0 to 1, rounded down to 4 places; null when there are no messages.`,
})

export const time = (description: string): Schema => ({
  type: 'string',
  format: 'date-time',
  pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$',
  description: `${description} ISO 8601 in UTC, with fractional seconds.`,
})

export const day = (description: string): Schema => ({
  type: 'string',
  format: 'date',
  pattern: '^\\d{4}-\\d\\d-\\d\\d$',
  description,
})

/** One of a closed set. */
export const oneOf = (description: string, values: readonly string[]): Schema => ({
  type: 'string',
  enum: values,
  description,
})

/** One of a set that grows: clients must take values they do not know. */
export const openSet = (description: string, examples: readonly Json[]): Schema => ({
  type: 'string',
  description,
  examples,
})

export const list = (description: string, items: Schema, more: Schema = {}): Schema => ({
  type: 'array',
  description,
  items,
  ...more,
})

export const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` })

/** An object whose keys marked with a question mark may be absent; absent is a missing key, never null. */
export function object(description: string, fields: Readonly<Record<string, Schema>>): Schema {
  const names = Object.keys(fields)
  return {
    type: 'object',
    description,
    properties: Object.fromEntries(names.map((name) => [name.replace(/\?$/, ''), fields[name] ?? {}])),
    required: names.filter((name) => !name.endsWith('?')),
  }
}
