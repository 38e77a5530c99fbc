import type { AggregateSource, SourceQuery } from '../../../../aggregates.ts'
import { type DayRow, daysOf, latestOf } from './days.ts'
import { fromDomainPage } from './from-domains.ts'
import { type Parts, partsOf } from './parts.ts'
import { type Narrowed, pageOf, type Ranked, rankedSources } from './ranking.ts'
import { reporterPage } from './reporters.ts'
import { textNo } from './reports.ts'
import { ofAddresses, seenOf } from './source-details.ts'
import { ipsOf, organizationsOf, textsOf } from './source-names.ts'
import { type Asked, firstOf, type Prepared } from './statements.ts'

export interface SourcePage {
  total: number
  messages: number
  sources: AggregateSource[]
  latestReportAt?: Date
}

/** A page of who sent in a window. */
export function sourcesOf(prepared: Prepared, asked: Asked, query: SourceQuery): SourcePage {
  const days = daysOf(prepared, asked)
  const messages = days.reduce((all, { counted: [count = 0] }) => all + count, 0)
  const found = pageBy(prepared, asked, query, days)
  return { ...found, messages, ...latestOf(days) }
}

function pageBy(prepared: Prepared, asked: Asked, query: SourceQuery, days: readonly DayRow[]) {
  const { groupBy } = query
  if (groupBy === 'reporter') return reporterPage(prepared, asked, query)
  if (groupBy === 'header_from') return fromDomainPage(prepared, asked, query, days)
  return groupPage(prepared, asked, { ...query, groupBy })
}

type Grouped = SourceQuery & { groupBy: 'ip' | 'organization' }
type Page = { group: Ranked; source: string }[]

function groupPage(prepared: Prepared, asked: Asked, query: Grouped) {
  const narrowed = narrowedBy(prepared, query)
  if (!narrowed) return { total: 0, sources: [] }
  const parts = partsOf(prepared, asked)
  const ranked = rankedSources(prepared, asked, parts, query, narrowed)
  const { total, page } = pageOf(ranked, query, (keys) => namesOf(prepared, query.groupBy, keys))
  return { total, sources: DETAILED[query.groupBy](prepared, asked, parts, page, narrowed) }
}

/** Undefined: no report and no address has that name. */
function narrowedBy(prepared: Prepared, { groupBy, only }: Grouped): Narrowed | undefined {
  if (!only || groupBy !== 'ip') return {}
  if ('headerFrom' in only) {
    const from = textNo(prepared, only.headerFrom)
    return from === undefined ? undefined : { from }
  }
  const named = prepared('SELECT no FROM dmarc_organizations WHERE name = ?')
  const [organization] = firstOf<[number]>(named, only.organization) ?? []
  return organization === undefined ? undefined : { organization }
}

function namesOf(prepared: Prepared, groupBy: Grouped['groupBy'], keys: readonly number[]) {
  if (groupBy === 'organization') return organizationsOf(prepared, keys)
  return textsOf(prepared, 'ips', keys)
}

type Detail = (
  prepared: Prepared,
  asked: Asked,
  parts: Parts,
  page: Page,
  narrowed: Narrowed,
) => AggregateSource[]

const byAddress: Detail = (prepared, asked, parts, page, { from }) => {
  const details = ofAddresses(
    prepared,
    asked,
    parts,
    page.map(({ group }) => group),
    from,
  )
  const known = ipsOf(
    prepared,
    page.map(({ group }) => group.key),
  )
  return page.flatMap(({ group, source }) => {
    const detail = details.get(group.key)
    return detail
      ? { source, ...detail, ...known.get(group.key), ...seenOf(prepared, asked.domain, group.ips) }
      : []
  })
}

const byOrganization: Detail = (prepared, asked, parts, page) => {
  const details = ofAddresses(
    prepared,
    asked,
    parts,
    page.map(({ group }) => group),
  )
  const some = ipsOf(
    prepared,
    page.flatMap(({ group }) => (group.key < 0 ? [] : group.ips.slice(0, 1))),
  )
  return page.flatMap(({ group, source }) => {
    const detail = details.get(group.key)
    if (!detail) return []
    const { reports: _, ...counted } = detail
    const organization = some.get(group.ips[0] ?? 0)?.organization
    return {
      source,
      ipCount: group.ips.length,
      ...counted,
      ...(group.key >= 0 && organization && { organization }),
      ...seenOf(prepared, asked.domain, group.ips),
    }
  })
}

const DETAILED: Record<Grouped['groupBy'], Detail> = {
  ip: byAddress,
  organization: byOrganization,
}
