import type { ReportsSetUp } from '../../../services/aggregates/set-up.ts'
import { DEMO_DOMAIN } from '../../../services/samples/zone.ts'
import type { WebDeps } from '../../deps.ts'
import { withQuery } from '../../pages/dmarc/asked.ts'
import { noSuchPage, refusedPage } from '../../pages/plain.tsx'
import { seeOther } from '../../respond.ts'
import { by, type Route } from '../../router.ts'
import type { Changing, DmarcPagesDeps } from './deps.ts'

type SampleDeps = Pick<DmarcPagesDeps, 'domains'> &
  Pick<NonNullable<WebDeps['evaluation']>, 'samples' | 'year'> & { reportsSetUp: ReportsSetUp }

/** In evaluation, of the domain of its samples alone: has reports about it sent to its reports address, as a mailbox provider would, or
 * loads a year of them. */
export function sampleReportRoutes(route: Route, deps: SampleDeps): void {
  route('/domains/:domain/dmarc/sample', { post: by('dmarc.change', sampleHandler(deps)) })
  route('/domains/:domain/dmarc/sample-year', { post: by('dmarc.change', yearHandler(deps)) })
}

function sampleHandler({ domains, reportsSetUp, samples }: SampleDeps): Changing {
  return async ({ site, actor, params }) => {
    const id = params['domain'] ?? ''
    const domain = await domains.read(actor, id)
    if (!domain.ok || domain.value.domain !== DEMO_DOMAIN) return noSuchPage(site)
    const setUp = await reportsSetUp.of(actor, id)
    const address = setUp.ok ? setUp.value?.address : undefined
    if (address === undefined) {
      return refusedPage(site, 409, {
        title: 'No reports were sent',
        says: `Verify ${DEMO_DOMAIN} first: a domain has a reports address once it is verified.`,
      })
    }
    const sent = await samples.sendReports(address)
    if (sent.ok) return seeOther(`${site.href.domainDmarcFiles(id)}?sent`)
    return refusedPage(site, 503, {
      title: 'The reports were not accepted',
      says: 'The SMTP listener did not take them. The log says why.',
    })
  }
}

const YEAR = { days: '366' }

/** The year takes some seconds; it is there when the page is. */
function yearHandler({ domains, year }: SampleDeps): Changing {
  return async ({ site, actor, params }) => {
    const id = params['domain'] ?? ''
    const domain = await domains.read(actor, id)
    if (!domain.ok || domain.value.domain !== DEMO_DOMAIN) return noSuchPage(site)
    if (!domain.value.verified) {
      return refusedPage(site, 409, {
        title: 'No reports were loaded',
        says: `Verify ${DEMO_DOMAIN} first: reports count for verified domains alone.`,
      })
    }
    await year.load(actor.accountId, id)
    return seeOther(withQuery(site.href.domainDmarc(id), YEAR))
  }
}
