import { addUp } from '../counts.ts'
import { textsOf } from '../source-names.ts'
import { type Asked, firstOf, type Prepared } from '../statements.ts'

type Row = readonly number[]

/** Rows of addresses by From domain; `below` and `beside`: what From names below the domain, and others, that have no row count for an address. */
export interface ToldRows {
  rows: readonly Row[]
  below: readonly Row[]
  beside: readonly Row[]
}

/** Whoever sends names any From, so that there may be as many as there are records. */
const MOST_ROWS = 15_000
/** Where rows have their parts. */
const [IP, FROM, MESSAGES] = [0, 1, 2] as const

/** The rows that are told one by one: those of the domain itself, then those with most messages. */
export function toldRows(prepared: Prepared, { domain }: Asked, rows: readonly Row[]): ToldRows {
  if (rows.length <= MOST_ROWS) return { rows, below: [], beside: [] }
  const named = prepared(`
    SELECT d.domain, t.no FROM dmarc_domains AS d LEFT JOIN dmarc_texts AS t ON t.text = d.domain WHERE d.no = ?`)
  const [name = '', own] = firstOf<[string, number | null]>(named, domain) ?? []
  const isOwn = (row: Row) => Number(row[FROM] === own)
  const part = (row: Row, at: number) => row[at] ?? 0
  const ranked = rows.toSorted(
    (a, b) =>
      isOwn(b) - isOwn(a) ||
      part(b, MESSAGES) - part(a, MESSAGES) ||
      part(a, IP) - part(b, IP) ||
      part(a, FROM) - part(b, FROM),
  )
  const left = ranked.splice(MOST_ROWS)
  const froms = textsOf(prepared, 'texts', [...new Set(left.map((row) => part(row, FROM)))])
  const isBelow = (row: Row) => (froms.get(part(row, FROM)) ?? '').endsWith(`.${name}`)
  const { below = [], beside = [] } = Object.groupBy(left, (row) => (isBelow(row) ? 'below' : 'beside'))
  return { rows: ranked, below: byAddress(below), beside: byAddress(beside) }
}

const byAddress = (rows: readonly Row[]): Row[] =>
  [...Map.groupBy(rows, (row) => row[IP] ?? 0)].map(([ip, own]) => [
    ip,
    0,
    ...addUp(own, own[0]?.length ?? 0).slice(MESSAGES),
  ])
