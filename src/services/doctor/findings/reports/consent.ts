import type { Context } from '../../context.ts'
import { dnsWords } from '../../failure-words.ts'
import { attention, type Inquiry, inDns, ok, unknown } from '../../finding.ts'
import { AFTER_RESOLVER } from '../../next-steps.ts'

/** Domains that are nobody's here (RFC 2606): what is said of each is said of all. */
const FOREIGN = ['example.com', 'example.net']

export const reportsConsent: Inquiry<Context> = {
  id: 'dmarc-consent',
  title: 'Consent to DMARC reports about other domains',
  read: 'docs/operating.md#dmarc-consent',
  needs: ['smtp.domain', 'dmarc.host'],
  async look(context) {
    const { evaluation, reportsHost: host } = context.settings
    if (evaluation) return undefined
    const seen = await Promise.all(FOREIGN.map((domain) => context.consent(domain, host, context.resolver)))
    const name = `*._report._dmarc.${host}`
    const publish = inDns('Publish this record once, for all domains:', `${name}. IN TXT "v=DMARC1"`)
    const failed = seen.find(({ kind }) => kind === 'failure')
    if (failed?.kind === 'failure')
      return unknown(
        `The TXT records below _report._dmarc.${host} could not be asked for: ${dnsWords(failed.reason)}.`,
        AFTER_RESOLVER,
      )
    const elsewhere = seen.find((one) => one.kind === 'consent' && one.uris.length > 0)
    if (elsewhere?.kind === 'consent') {
      const uris = elsewhere.uris.map((uri) => JSON.stringify(uri.slice(0, 100))).join(', ')
      return attention(
        `${name} names ${uris} in rua=, so receivers send reports there and not to the addresses of domains.`,
        inDns('Publish it without rua=:', `${name}. IN TXT "v=DMARC1"`),
      )
    }
    if (seen.every(({ kind }) => kind === 'consent'))
      return ok(`${host} says that it takes DMARC reports about every domain.`)
    return attention(
      `${host} does not say that it takes DMARC reports about other domains: receivers send only those about domains of its own organization.`,
      publish,
    )
  },
}
