type Json = Readonly<Record<string, unknown>>

/** How long texts and lists may be, tried in order until all fits. Ids, names of domains and dates are shorter than the least. */
const LIMITS: readonly { characters: number; items: number }[] = [
  { characters: 4_096, items: 100 },
  { characters: 2_000, items: 50 },
  { characters: 1_000, items: 30 },
  { characters: 500, items: 20 },
  { characters: 300, items: 10 },
  { characters: 300, items: 5 },
  { characters: 300, items: 2 },
]

/** Data whose JSON is at most so many bytes: long texts end with an ellipsis, and of a list that was cut, `reasons`, `more_reasons` says
 * how many there were beside. Keys are ours, and few. */
export function fitted(data: Json, mostBytes: number): Json {
  for (const limits of LIMITS) {
    const cut = cutObject(data, limits)
    if (Buffer.byteLength(JSON.stringify(cut)) <= mostBytes) return cut
  }
  throw new Error('An event does not fit into what is told of it')
}

type Limits = (typeof LIMITS)[number]

function cutObject(data: object, limits: Limits): Record<string, unknown> {
  const cut: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(data)) {
    // What was left out of a list is told already.
    if (value === undefined || Object.hasOwn(cut, key)) continue
    if (!Array.isArray(value)) {
      cut[key] = cutValue(value, limits)
      continue
    }
    cut[key] = value.slice(0, limits.items).map((item) => cutValue(item, limits))
    const more = value.length - limits.items
    if (more > 0) cut[`more_${key}`] = more + numberAt(data, `more_${key}`)
  }
  return cut
}

/** What was left out before. */
function numberAt(data: object, key: string): number {
  const value = (data as Record<string, unknown>)[key]
  return typeof value === 'number' ? value : 0
}

function cutValue(value: unknown, limits: Limits): unknown {
  if (typeof value === 'string') return cutText(value, limits.characters)
  return typeof value === 'object' && value !== null ? cutObject(value, limits) : value
}

/** Well-formed and without control characters, which many readers of JSON refuse. */
function cutText(text: string, most: number): string {
  const short = text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`
  return short
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\t\n]/gu, '\ufffd')
}
