import { granted, type Result } from '../../../core/refusal.ts'
import type { AnsweredSources } from '../../../services/answers/answered.ts'
import { PAGE_PATIENCE_MS } from '../../../services/answers/soon.ts'
import type { DmarcPlace } from '../../pages/dmarc/asked.ts'
import { OverviewDocument } from '../../pages/dmarc/overview.tsx'
import type { ListsProps } from '../../pages/dmarc/overview-lists.tsx'
import { ownPage } from '../../respond.ts'
import type { DmarcPagesDeps, Reading } from './deps.ts'
import { listPlaceOf, refusal, statusOf } from './place.ts'

/** Sources and reports that stand in the overview. */
const SHOWN = 5
/** Shows what reports say of a domain, summed. */
export function overviewHandler(deps: DmarcPagesDeps): Reading {
  const { aggregates, files, readiness, answers } = deps
  return async (visit) => {
    const place = await listPlaceOf(deps, visit)
    if (place instanceof Response) return place
    const { site, actor } = visit
    const { id } = place.domain
    const { window } = place.asked
    const [summary, reports, listed, ready, answered] = await Promise.all([
      aggregates.summary(actor, id, window),
      aggregates.reports(actor, id, window, { limit: SHOWN, offset: 0 }),
      files?.list(actor, id, { limit: 1 }),
      readiness?.soon(actor, id, PAGE_PATIENCE_MS),
      answers?.soon(actor, id, window, PAGE_PATIENCE_MS),
    ])
    if (!summary.ok) return refusal(site, summary.refusal)
    if (!reports.ok) return refusal(site, reports.refusal)
    const senders = await sendersOf(deps, visit, place, answered)
    if (!senders.ok) return refusal(site, senders.refusal)
    return ownPage(
      <OverviewDocument
        place={place}
        summary={summary.value}
        senders={senders.value}
        reports={reports.value.reports}
        files={listed?.ok ? listed.value.counts : {}}
        {...(readiness && { readiness: foundIn(ready) ?? 'not_counted' })}
        isOpen={isOpen(ready) || isOpen(answered)}
      />,
      statusOf(place),
    )
  }
}

type Soon<T> = Result<{ found?: T }> | undefined

const foundIn = <T,>(answer: Soon<T>): T | undefined => (answer?.ok ? answer.value.found : undefined)
const isOpen = (answer: Soon<unknown>): boolean => answer?.ok === true && answer.value.found === undefined

/** Who sends; where nobody knows, or it takes too long, the addresses with most messages. */
async function sendersOf(
  { aggregates }: DmarcPagesDeps,
  { actor }: Pick<Parameters<Reading>[0], 'actor'>,
  { domain: { id }, asked: { window } }: DmarcPlace,
  answered: Soon<AnsweredSources>,
): Promise<Result<ListsProps['senders']>> {
  if (answered?.ok) return granted(answered.value.found ?? 'open')
  const query = { groupBy: 'ip', sort: 'messages', limit: SHOWN, offset: 0 } as const
  const found = await aggregates.sources(actor, id, window, query)
  return found.ok ? granted(found.value.sources) : found
}
