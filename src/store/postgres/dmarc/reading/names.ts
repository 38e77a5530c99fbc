import type { NamedAddress, ReportedDomain, SourceName } from '../../../aggregates.ts'
import type { Tx } from '../../sql/database.ts'
import { plain, sql } from '../../sql/statement.ts'
import { type Asked, within } from './asked.ts'

/** Columns of a `NameRow`, of dmarc_ips AS i and dmarc_organizations AS o. */
export const NAMED = plain(
  'i.reverse_dns, i.basis, o.name AS organization, o.domain AS organization_domain, o.type AS organization_type',
)

export interface NameRow {
  reverseDns: string | null
  basis: string | null
  organization: string | null
  organizationDomain: string | null
  organizationType: string | null
}

export function nameOf(row: NameRow): SourceName {
  const { reverseDns, basis, organization: name, organizationDomain: domain, organizationType: type } = row
  return {
    ...(reverseDns !== null && { reverseDns }),
    ...(name !== null && {
      organization: {
        name,
        ...(domain !== null && { domain }),
        ...(type !== null && { type }),
        ...(basis !== null && { basis }),
      },
    }),
  }
}

/** Days that have reports of a domain that are looked at for when its last report came. */
const LATEST_DAYS = 400

/** Domains that have reports, behind a place. */
export async function reportedDomains(db: Tx, after: number, limit: number): Promise<ReportedDomain[]> {
  interface Row {
    no: number
    domainId: string
    accountId: string
    latest: number | null
  }
  const rows = await db.all<Row>(sql`
    SELECT n.no, n.domain_id, n.account_id, (
      SELECT max(s.received_at) FROM dmarc_slices AS s WHERE s.domain = n.no AND s.day >= coalesce((
        SELECT d.day FROM (SELECT DISTINCT t.day FROM dmarc_slices AS t WHERE t.domain = n.no) AS d
        ORDER BY d.day DESC LIMIT 1 OFFSET ${LATEST_DAYS - 1}), 0)
    ) AS latest
    FROM dmarc_domains AS n WHERE n.no > ${after} ORDER BY n.no LIMIT ${limit}`)
  return rows.map(({ no, domainId, accountId, latest }) => ({
    place: no,
    domainId,
    accountId,
    ...(latest !== null && { latestReportAt: new Date(latest) }),
  }))
}

/** Of the sources with most messages, so many of them, those whose names are due. */
export async function unnamedOf(db: Tx, asked: Asked, most: number, now: number): Promise<string[]> {
  const rows = await db.all<{ ip: string }>(sql`
    SELECT i.ip FROM (
      SELECT r.ip, sum(r.messages) AS messages FROM dmarc_records AS r WHERE ${within(asked, 'r')}
      GROUP BY r.ip HAVING sum(r.messages) > 0 ORDER BY sum(r.messages) DESC, r.ip LIMIT ${most}
    ) AS g JOIN dmarc_ips AS i ON i.no = g.ip
    WHERE i.ask_at IS NULL OR i.ask_at <= ${now} ORDER BY g.messages DESC, g.ip`)
  return rows.map(({ ip }) => ip)
}

/** Addresses that were asked about, with their names, behind a place. */
export async function namesBehind(
  db: Tx,
  after: number,
  limit: number,
): Promise<(NamedAddress & { place: number })[]> {
  const rows = await db.all<NameRow & { no: number; ip: string; askAt: number | null }>(sql`
    SELECT i.no, i.ip, i.ask_at, ${NAMED}
    FROM dmarc_ips AS i LEFT JOIN dmarc_organizations AS o ON o.no = i.organization
    WHERE i.no > ${after} ORDER BY i.no LIMIT ${limit}`)
  return rows.map(({ no, ip, askAt, ...name }) => ({
    place: no,
    ip,
    askAt: new Date(askAt ?? 0),
    ...(askAt !== null && { name: nameOf(name) }),
  }))
}
