/** One page of a list, by position. */
export interface PageRequest {
  limit: number
  offset: number
}

const DEFAULT_LIMIT = 50
const LARGEST_LIMIT = 200

/** A plain decimal integer of the query, clamped; anything else counts as absent. */
export function integerOf(
  url: URL,
  name: string,
  [least, most]: readonly [number, number],
): number | undefined {
  const text = url.searchParams.get(name)
  if (text === null || !/^-?\d+$/.test(text)) return undefined
  return Math.min(most, Math.max(least, Number(text)))
}

export function pageOf(url: URL): PageRequest {
  return {
    limit: integerOf(url, 'limit', [1, LARGEST_LIMIT]) ?? DEFAULT_LIMIT,
    offset: integerOf(url, 'offset', [0, Number.MAX_SAFE_INTEGER]) ?? 0,
  }
}

/** X-Total-Count, and Link to the next page (RFC 8288) while there is one. `address` is that of the list itself. */
export function pageHeaders(
  address: string,
  { limit, offset }: PageRequest,
  total: number,
): Record<string, string> {
  const next = offset + limit
  return {
    'x-total-count': String(total),
    ...(next < total && { link: `<${address}?limit=${limit}&offset=${next}>; rel="next"` }),
  }
}
