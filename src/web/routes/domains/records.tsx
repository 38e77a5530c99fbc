import type { RecordTelling } from '../../../services/monitors/looking/records-view.ts'
import { RecordsDocument } from '../../pages/domains/records.tsx'
import { noSuchPage } from '../../pages/plain.tsx'
import { ownPage } from '../../respond.ts'
import type { DomainPagesDeps, Reading } from './deps.ts'

const MOST_FROM = 100_000

/** Shows what the records of a domain say and said. */
export function recordsHandler(deps: DomainPagesDeps, records: RecordTelling): Reading {
  return async ({ request, site, actor, params }) => {
    const id = params['domain'] ?? ''
    const [domain, told] = await Promise.all([deps.domains.read(actor, id), records.ofDomain(actor, id)])
    if (!domain.ok || !told.ok) return noSuchPage(site)
    const asked = new URL(request.url).searchParams.get('from') ?? ''
    const from = /^\d{1,6}$/.test(asked) ? Math.min(Number(asked), MOST_FROM) : 0
    return ownPage(
      <RecordsDocument
        site={site}
        domain={domain.value}
        records={told.value}
        from={from}
        now={deps.clock.now()}
      />,
    )
  }
}
