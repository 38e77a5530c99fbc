import type { SourceQuery } from '../../../../services/aggregates/aggregates.ts'
import { Theirs } from '../../../components/dmarc/outcome.tsx'
import { type DmarcPlace, windowOf, withQuery } from '../asked.ts'
import type { Source } from '../told.ts'

/** A longer name is not one to look for. */
export const LONGEST_NARROWED = 253

/** What the addresses of a list are narrowed down to, as the address of the page has it. */
export function conditionsOf({ only }: Pick<SourceQuery, 'only'>): Record<string, string> {
  if (!only) return {}
  return 'organization' in only ? { organization: only.organization } : { header_from: only.headerFrom }
}

/** Where the addresses are that a row counts. Undefined: it has no name to look for. */
export function addressesOf(
  { site, domain, asked }: DmarcPlace,
  by: SourceQuery['groupBy'],
  { source, organization }: Source,
): string | undefined {
  if (source === '' || source.length > LONGEST_NARROWED) return undefined
  const own = { ...windowOf(asked), group_by: 'ip' }
  const path = site.href.domainDmarcSources(domain.id)
  if (by === 'header_from') return withQuery(path, { ...own, header_from: source })
  if (by !== 'organization') return undefined
  // An address of which nobody knows whose it is stands for itself.
  if (!organization)
    return withQuery(site.href.domainDmarcSource(domain.id), { ...windowOf(asked), ip: source })
  return withQuery(path, { ...own, organization: source })
}

/** Whose addresses these are alone, and the way back to all. */
export function NarrowedTo({ place, query }: { place: DmarcPlace; query: SourceQuery }) {
  const { only } = query
  if (!only) return null
  const { site, domain, asked } = place
  const isOrganization = 'organization' in only
  const all = withQuery(site.href.domainDmarcSources(domain.id), {
    ...windowOf(asked),
    group_by: isOrganization ? 'organization' : 'header_from',
  })
  return (
    <p>
      {isOrganization ? 'Only addresses of ' : 'Only mail with this domain in From: '}
      <strong>
        <Theirs text={isOrganization ? only.organization : only.headerFrom} />
      </strong>
      {'. '}
      <a href={all}>{isOrganization ? 'All organizations' : 'All From domains'}</a>
    </p>
  )
}
