import { judgeCertificate } from '../../certificates.ts'
import type { Context } from '../../context.ts'
import { type Inquiry, problem, unknown } from '../../finding.ts'
import { AFTER_SITE } from '../../next-steps.ts'

export const siteCertificate: Inquiry<Context> = {
  id: 'site-certificate',
  title: 'Certificate of the web site',
  read: 'docs/operating.md#site-certificate',
  needs: ['site.base_url'],
  async look({ settings, front, clock }) {
    const url = new URL(settings.baseUrl)
    if (settings.evaluation || url.protocol !== 'https:') return undefined
    const seen = await front()
    const shown = seen.kind === 'own' || seen.kind === 'other' ? seen.web.certificate : undefined
    if (!shown) return unknown(`No certificate of ${url.host} could be seen from here.`, AFTER_SITE)
    return judgeCertificate(shown, [url.hostname.replace(/^\[|\]$/g, '')], clock.now(), problem, {
      says: 'Renew it where TLS ends: in the reverse proxy. Send the certificates of its issuers with it.',
    })
  },
}
