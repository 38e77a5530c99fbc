import type { Parameter } from '../services/api-description/document.ts'
import { LIMIT, OFFSET } from '../services/api-description/parameters.ts'

/** One page of a list, by position. */
export interface PageRequest {
  limit: number
  offset: number
}

/** A plain decimal integer of the query, moved to the nearest that the parameter can have; its default for all else. */
export function integerOf(url: URL, { name, schema }: Parameter): number {
  const { minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER } = schema
  const text = url.searchParams.get(name)
  if (text === null || !/^-?\d+$/.test(text)) return Number(schema.default ?? 0)
  return Math.min(maximum, Math.max(minimum, Number(text)))
}

export function pageOf(url: URL): PageRequest {
  return { limit: integerOf(url, LIMIT), offset: integerOf(url, OFFSET) }
}

/** X-Total-Count, and Link to the next page (RFC 8288) while there is one. `address` is that of the list itself, `kept` what else it
 * was asked with. */
export function pageHeaders(
  address: string,
  { limit, offset }: PageRequest,
  total: number,
  kept: readonly (readonly [name: string, value: string])[] = [],
): Record<string, string> {
  const next = offset + limit
  const query = new URLSearchParams([
    ...kept.map(([name, value]) => [name, value]),
    ['limit', String(limit)],
    ['offset', String(next)],
  ])
  return {
    'x-total-count': String(total),
    ...(next < total && { link: `<${address}?${query}>; rel="next"` }),
  }
}
