import type { NamedAddress, ReportedDomain } from '../../../../aggregates.ts'
import { partsOf } from './parts.ts'
import { rankedSources } from './ranking.ts'
import { NAMED, type NameRow, nameOf } from './source-names.ts'
import { type Asked, firstOf, type Prepared, rowsOf } from './statements.ts'

/** Days of a domain that are looked at for when its last report came. */
const LATEST_DAYS = 400

/** Domains that have reports, behind a place. */
export function reportedDomains(prepared: Prepared, after: number, limit: number): ReportedDomain[] {
  const statement = prepared(
    'SELECT no, domain_id, account_id FROM dmarc_domains WHERE no > ? ORDER BY no LIMIT ?',
  )
  const rows = rowsOf<[number, string, string]>(statement, after, limit)
  return rows.map(([place, domainId, accountId]) => ({
    place,
    domainId,
    accountId,
    ...latestOf(prepared, place),
  }))
}

function latestOf(prepared: Prepared, domain: number): Pick<ReportedDomain, 'latestReportAt'> {
  const statement = prepared(`
    SELECT max(latest_received_at) FROM (
      SELECT latest_received_at FROM dmarc_days WHERE domain = ? ORDER BY day DESC LIMIT ?
    )`)
  const [latest] = firstOf<[number | null]>(statement, domain, LATEST_DAYS) ?? []
  return typeof latest === 'number' ? { latestReportAt: new Date(latest) } : {}
}

/** Of the sources with most messages, so many of them, those whose names are due. */
export function unnamedOf(prepared: Prepared, asked: Asked, most: number, now: number): string[] {
  const ranked = rankedSources(prepared, asked, partsOf(prepared, asked), { groupBy: 'ip', sort: 'messages' })
  ranked.sort((a, b) => b.messages - a.messages || a.key - b.key)
  const statement = prepared(`
    SELECT i.ip FROM json_each(?) AS w CROSS JOIN dmarc_ips AS i ON i.no = w.value
    WHERE i.ask_at IS NULL OR i.ask_at <= ?`)
  const nos = ranked.slice(0, most).map(({ key }) => key)
  return rowsOf<[string]>(statement, JSON.stringify(nos), now).map(([ip]) => ip)
}

/** Addresses that were asked about, with their names, behind a place. */
export function namesOf(
  prepared: Prepared,
  after: number,
  limit: number,
): (NamedAddress & { place: number })[] {
  const statement = prepared(`
    SELECT i.no, i.ip, i.ask_at, ${NAMED}
    FROM (SELECT * FROM dmarc_ips WHERE no > ? ORDER BY no LIMIT ?) AS i
    LEFT JOIN dmarc_organizations AS o ON o.no = i.organization
    ORDER BY i.no`)
  const rows = rowsOf<[number, string, number | null, ...NameRow]>(statement, after, limit)
  return rows.map(([place, ip, askAt, ...name]) => ({
    place,
    ip,
    askAt: new Date(askAt ?? 0),
    ...(askAt !== null && { name: nameOf(name) }),
  }))
}
