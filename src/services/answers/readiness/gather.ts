import type { DomainFacts } from '../../../store/dmarc/source-facts.ts'
import type { AnsweredSources } from '../answered.ts'
import type { Evidence, FromRow, SourceMail } from './evidence.ts'

/** Sources of a window with the rows that they are made of. */
export interface ReadMail {
  answered: Pick<AnsweredSources, 'sources' | 'spfUnknown'>
  /** The addresses of each source, by its key. */
  addresses: ReadonlyMap<string, readonly string[]>
  facts: Pick<DomainFacts, 'rows' | 'rest' | 'days' | 'reporters'>
}

/** Puts the rows of reports to the sources that they are of. */
export function evidenceOf({ answered, addresses, facts }: ReadMail): Evidence {
  const { rows, rest, days, reporters } = facts
  const messages = rows.reduce((sum, row) => sum + row.messages, rest?.messages ?? 0)
  return {
    days,
    reporters,
    messages,
    sources: mailOf({ answered, addresses, facts }),
    ...(rest && { rest }),
    ...(answered.spfUnknown && { spfUnknown: true }),
  }
}

/** Each source with its mail by From domain; a row of no source is of one that nobody decided about. */
export function mailOf({
  answered,
  addresses,
  facts,
}: Pick<ReadMail, 'answered' | 'addresses' | 'facts'>): SourceMail[] {
  const keys = new Map([...addresses].flatMap(([key, ips]) => ips.map((ip) => [ip, key] as const)))
  const rows = new Map(answered.sources.map(({ key }) => [key, [] as FromRow[]]))
  const strays: SourceMail[] = []
  for (const row of facts.rows) {
    const own = rows.get(keys.get(row.ip) ?? '')
    if (own) own.push(row)
    else strays.push(strayOf(row))
  }
  const found = answered.sources.map((source) => ({ source, rows: rows.get(source.key) ?? [] }))
  return [...found, ...strays]
}

const strayOf = (row: FromRow & { ip: string }): SourceMail => ({
  source: { key: `ip:${row.ip}`, name: row.ip, standing: 'unknown', whose: 'undecided' },
  rows: [row],
})
