/** What JSON.parse gives. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

export function objectOf(value: Json | undefined): Record<string, Json> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
}

export function listOf(value: Json | undefined): Json[] | undefined {
  return Array.isArray(value) ? value : undefined
}

export function objectsOf(values: readonly Json[]): Record<string, Json>[] {
  return values.map(objectOf).filter((value) => value !== undefined)
}

/** '' for what is neither text nor a number. */
export function stringOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}

const MOST_SESSIONS = 2 ** 31 - 1

/** A count; undefined for what is none. */
export function numberOf(value: Json | undefined): number | undefined {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value.trim()) ? Number(value) : value
  if (typeof number !== 'number' || !(number >= 0)) return undefined
  return Math.min(Math.trunc(number), MOST_SESSIONS)
}

const TIME = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?$/i

/** RFC 3339 in seconds since 1970; in UTC where it names no zone. Undefined: it is no time. */
export function timeOf(value: Json | undefined): number | undefined {
  const text = stringOf(value).trim().toUpperCase().replace(' ', 'T')
  if (!TIME.test(text)) return undefined
  const time = Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`)
  return Number.isNaN(time) ? undefined : Math.floor(time / 1000)
}
