import type { ReportsSetUp } from '../../../services/aggregates/set-up.ts'
import { DEMO_DOMAIN } from '../../../services/samples/zone.ts'
import type { Samples } from '../../deps.ts'
import { noSuchPage, refusedPage } from '../../pages/plain.tsx'
import { seeOther } from '../../respond.ts'
import { by, type Route } from '../../router.ts'
import type { Changing, DmarcPagesDeps } from './deps.ts'

interface SampleDeps extends Pick<DmarcPagesDeps, 'domains'> {
  reportsSetUp: ReportsSetUp
  samples: Samples
}

/** In evaluation: sends reports about the domain of its samples to that domain's reports address, as a mailbox provider would. */
export function sampleReportRoutes(route: Route, deps: SampleDeps): void {
  route('/domains/:domain/dmarc/sample', { post: by('dmarc.change', sampleHandler(deps)) })
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
