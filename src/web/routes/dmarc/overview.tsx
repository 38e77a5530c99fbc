import type { Result } from '../../../core/refusal.ts'
import { OverviewDocument } from '../../pages/dmarc/overview.tsx'
import { ownPage } from '../../respond.ts'
import type { DmarcPagesDeps, Reading } from './deps.ts'
import { listPlaceOf, refusal, statusOf } from './place.ts'

/** Sources and reports that stand in the overview. */
const SHOWN = 5
/** So long a page waits for what has to look records up; its rest is there without. */
const LONGEST_WAIT_MS = 1_500

/** Shows what reports say of a domain, summed. */
export function overviewHandler(deps: DmarcPagesDeps): Reading {
  const { aggregates, files, readiness, answers } = deps
  return async (visit) => {
    const place = await listPlaceOf(deps, visit)
    if (place instanceof Response) return place
    const { site, actor } = visit
    const { id } = place.domain
    const { window } = place.asked
    const [summary, sources, reports, listed, ready, answered] = await Promise.all([
      aggregates.summary(actor, id, window),
      aggregates.sources(actor, id, window, { groupBy: 'ip', sort: 'messages', limit: SHOWN, offset: 0 }),
      aggregates.reports(actor, id, window, { limit: SHOWN, offset: 0 }),
      files?.list(actor, id, { limit: 1 }),
      readiness && atMost(readiness.readiness(actor, id), LONGEST_WAIT_MS),
      answers && atMost(answers.sources(actor, id, window), LONGEST_WAIT_MS),
    ])
    if (!summary.ok) return refusal(site, summary.refusal)
    if (!sources.ok) return refusal(site, sources.refusal)
    if (!reports.ok) return refusal(site, reports.refusal)
    return ownPage(
      <OverviewDocument
        place={place}
        summary={summary.value}
        sources={sources.value.sources}
        senders={known(answered)}
        reports={reports.value.reports}
        files={known(listed)?.counts ?? {}}
        {...(readiness && { readiness: known(ready) ?? 'not_counted' })}
      />,
      statusOf(place),
    )
  }
}

const atMost = <T,>(answer: Promise<T>, ms: number): Promise<T | undefined> =>
  Promise.race([answer, Bun.sleep(ms).then(() => undefined)])

const known = <T,>(answer: Result<T> | undefined): T | undefined => (answer?.ok ? answer.value : undefined)
