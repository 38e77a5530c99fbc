import { difference, size, union } from './bitmaps.ts'
import { partsOf } from './parts.ts'
import { rowsOfSources } from './source-rows.ts'
import { type Asked, counting, firstOf, type Prepared } from './statements.ts'

/** Numbers from here on are in no set. */
const MOST_IN_SETS = 262_144

/** How many sources and reporters a window has. A reporter is who the mail of its reports is proved to come from, under however many names; names
 * of which no report has a sender are a reporter each. */
export function distinct(prepared: Prepared, asked: Asked): { sources: number; reporters: number } {
  const given = prepared(
    'SELECT d.sources, max(d.reporters, d.senders) FROM dmarc_domains AS d WHERE d.no = ?',
  )
  const [sources = 0, reporters = 0] = firstOf<[number, number]>(given, asked.domain) ?? []
  const inSets = ofSets(prepared, asked)
  return {
    sources: sources > MOST_IN_SETS ? countedSources(prepared, asked) : inSets.sources,
    reporters: reporters > MOST_IN_SETS ? countedReporters(prepared, asked) : inSets.reporters,
  }
}

function countedSources(prepared: Prepared, asked: Asked): number {
  const statement = prepared(`
    SELECT count(*) FROM (
      SELECT ip FROM (${rowsOfSources(asked, ['ip'], ['messages'])}) GROUP BY ip HAVING total(messages) > 0
    )`)
  return firstOf<[number]>(statement, { ...asked, parts: JSON.stringify(partsOf(prepared, asked)) })?.[0] ?? 0
}

const DAYS = '(SELECT DISTINCT day FROM dmarc_days WHERE domain = :domain AND day BETWEEN :from AND :to) AS d'

function countedReporters(prepared: Prepared, asked: Asked): number {
  const names = prepared(`
    SELECT count(*) FROM (
      SELECT r.reporter FROM ${DAYS} CROSS JOIN dmarc_day_reporters AS r ON r.domain = :domain AND r.day = d.day
      WHERE going(d.day)${counting(asked, 'r')} GROUP BY r.reporter HAVING total(r.sent) = 0
    )`)
  const senders = prepared(`
    SELECT count(DISTINCT s.sender) FROM ${DAYS} CROSS JOIN dmarc_day_senders AS s ON s.domain = :domain AND s.day = d.day
    WHERE going(d.day)${counting(asked, 's')}`)
  const count = (of: typeof names) => firstOf<[number]>(of, asked)?.[0] ?? 0
  return count(names) + count(senders)
}

const KINDS = ['sources', 'reporters', 'sent', 'senders'] as const

/** All sets of a window as one value each, with their lengths: handing over hundreds of small ones costs more than what is in them. */
const JOINED = KINDS.map(
  (name) => `CAST(group_concat(s.${name}, '') AS BLOB), group_concat(length(s.${name}))`,
).join(', ')

function ofSets(prepared: Prepared, asked: Asked): { sources: number; reporters: number } {
  const statement = prepared(`
    SELECT ${JOINED} FROM dmarc_day_sets AS s
    WHERE s.domain = ? AND s.day BETWEEN ? AND ?${counting(asked, 's')}`)
  const row = firstOf<(Uint8Array | string | null)[]>(statement, asked.domain, asked.from, asked.to) ?? []
  const set = (kind: (typeof KINDS)[number]) => {
    const at = 2 * KINDS.indexOf(kind)
    return union(apart(row[at] as Uint8Array | null, row[at + 1] as string | null))
  }
  const unsent = difference(set('reporters'), set('sent'))
  return { sources: size(set('sources')), reporters: size(unsent) + size(set('senders')) }
}

function* apart(octets: Uint8Array | null = null, lengths: string | null = null): Generator<Uint8Array> {
  let at = 0
  for (const length of lengths?.split(',').map(Number) ?? []) {
    yield octets?.subarray(at, at + length) ?? new Uint8Array()
    at += length
  }
}
