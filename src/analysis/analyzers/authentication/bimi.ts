import { chooseSelector } from '../../../mail/authentication/bimi/discovery.ts'
import { examineBimi } from '../../../mail/authentication/bimi/examine.ts'
import { type BimiCode, bimiRemarks } from '../../../mail/authentication/bimi/remarks.ts'
import { type BimiDmarcCode, dmarcRemarks } from '../../../mail/authentication/bimi/requirements.ts'
import { type BimiNameCode, unregisteredHosts } from '../../../mail/authentication/bimi/unregistered.ts'
import { type Analyzer, conclude, neutral, priced, undetermined } from '../../analyzer.ts'
import type { AnalysisContext } from '../../context.ts'
import { describeLogo, unanswered, withoutRecord } from '../../logo.ts'

const WEIGHT = 0
const COSTS = {
  'bimi-dmarc-fail': 0,
  'bimi-dmarc-not-enforcing': 0,
  'bimi-dmarc-subdomains': 0,
  'bimi-dmarc-pct': 0,
  'bimi-dmarc-testing': 0,
  'bimi-selector-unsigned': 0,
  'bimi-selector-malformed': 0,
  'bimi-not-a-record': 0,
  'bimi-several-records': 0,
  'bimi-record-invalid': 0,
  'bimi-logo-not-fetched': 0,
  'bimi-logo-differs': 0,
  'bimi-logo-large': 0,
  'bimi-logo-type': 0,
  'bimi-logo-unreadable': 0,
  'bimi-logo-title': 0,
  'bimi-logo-elements': 0,
  'bimi-logo-active': 0,
  'bimi-logo-profile': 0,
  'bimi-logo-namespace': 0,
  'bimi-logo-position': 0,
  'bimi-logo-view-box': 0,
  'bimi-logo-not-square': 0,
  'bimi-logo-relative-size': 0,
  'bimi-logo-external': 0,
  'bimi-no-certificate': 0,
  'bimi-certificate-not-fetched': 0,
  'bimi-certificate-unreadable': 0,
  'bimi-certificate-self-signed': 0,
  'bimi-certificate-signature': 0,
  'bimi-certificate-chain': 0,
  'bimi-certificate-purpose': 0,
  'bimi-certificate-name': 0,
  'bimi-certificate-no-logo': 0,
  'bimi-certificate-expired': 0,
  'bimi-certificate-not-yet-valid': 0,
  'bimi-certificate-unknown-root': 0,
  'bimi-name-unregistered': 0,
} satisfies Record<BimiCode | BimiDmarcCode | BimiNameCode, number>

/** Whether mailbox providers can show the sender's logo: record, drawing, certificate, and DMARC that enforces. */
export const bimi: Analyzer = {
  name: 'bimi',
  group: 'authentication',
  title: 'BIMI',
  asks: 'Can mailbox providers show the sender’s logo?',
  why: 'With it some mail programs show your logo beside the message; without it nothing is lost.',
  who: 'Your DNS host for the record, your web host for the logo, and a certificate authority for the mark.',
  weight: WEIGHT,
  costs: COSTS,
  async run(context) {
    const { message, facts, clock, dns, web, settings } = context
    const [author, ...others] = message.from
    const outcomes = await facts.authentication()
    const discovery = await facts.dmarc()
    const { domain } = outcomes.dmarc
    if (!author || author.domain === '' || others.length > 0 || !domain || !discovery) {
      return neutral('A logo is looked for at the one domain of From, and there is none.')
    }
    const choice = chooseSelector(message, outcomes.dkim)
    const subject = {
      domain,
      organisation: discovery.organisation ?? discovery.publicSuffixView.organisation,
      selector: choice.selector,
      localPart: author.address.slice(0, Math.max(0, author.address.lastIndexOf('@'))),
    }
    const view = await examineBimi(subject, dns('other'), web('bimi'), clock.now(), settings.bimiRoots)
    const evidence = describeLogo(view, domain)
    const nothing = withoutRecord(view.discovery, domain, evidence)
    if (nothing) return nothing
    const unregistered = await unregisteredHosts(view, dns('other'))
    const remarks = [
      ...dmarcRemarks(outcomes.dmarc, discovery, isCertain(context)),
      ...bimiRemarks(view, choice, unregistered.names),
      ...unregistered.remarks.map((remark) => ({ ...remark, broken: true })),
    ]
    const findings = priced(
      remarks.map(({ broken: _, ...remark }) => remark),
      COSTS,
    )
    const quotes = choice.by === 'named' ? { selector: choice.selector } : {}
    const broken = remarks.filter((remark) => remark.broken)
    if (broken.length > 0) {
      const says = broken.map((remark) => remark.says).join(' ')
      // A logo that nobody can show has failed, though it costs no points.
      return { ...conclude(WEIGHT, { findings, passed: says, evidence, quotes }), status: 'failed' }
    }
    const open = unanswered(view, discovery.failure !== undefined || outcomes.dmarc.result === 'temperror')
    if (open.length > 0) {
      return undetermined(`Could not be found out, no answer: ${open.join(', ')}.`, evidence, quotes)
    }
    return conclude(WEIGHT, { findings, passed: `The logo of ${domain} can be shown.`, evidence, quotes })
  },
}

/** DMARC can fail for certain only where SPF was judged. */
function isCertain({ client }: AnalysisContext): boolean {
  return client.kind === 'public' || client.kind === 'demo'
}
