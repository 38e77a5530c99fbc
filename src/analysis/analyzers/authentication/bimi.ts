import { type BimiDiscovery, chooseSelector } from '../../../mail/bimi/discovery.ts'
import { type BimiView, examineBimi } from '../../../mail/bimi/examine.ts'
import { bimiRemarks } from '../../../mail/bimi/remarks.ts'
import { dmarcRemarks } from '../../../mail/bimi/requirements.ts'
import { type Analyzer, type Conclusion, conclude, neutral, undetermined } from '../../analyzer.ts'
import type { AnalysisContext } from '../../context.ts'

const WEIGHT = 0

/** Whether mailbox providers can show the sender's logo: record, drawing, certificate, and DMARC that enforces. */
export const bimi: Analyzer = {
  name: 'bimi',
  group: 'authentication',
  weight: WEIGHT,
  async run(context) {
    const { message, facts, clock, dns, web } = context
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
    const view = await examineBimi(subject, dns('other'), web('bimi'), clock.now())
    const evidence = describe(view, domain)
    const nothing = withoutRecord(view.discovery, domain, evidence)
    if (nothing) return nothing
    const remarks = [
      ...dmarcRemarks(outcomes.dmarc, discovery, isCertain(context)),
      ...bimiRemarks(view, choice),
    ]
    const findings = remarks.map(({ broken: _, ...remark }) => ({ ...remark, cost: 0 }))
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

function withoutRecord(
  { state, record }: BimiDiscovery,
  domain: string,
  evidence: Record<string, string>,
): Conclusion | undefined {
  if (state === 'failed') return undetermined(`No answer about the BIMI record of ${domain}.`, evidence)
  if (state === 'none') {
    return neutral(
      `There is no BIMI record for ${domain}: no logo is shown next to the sender's name.`,
      evidence,
    )
  }
  const isDeclined = record && record.faults.length === 0 && record.logo === '' && record.evidence === ''
  return isDeclined ? neutral(`${domain} declines to have a logo shown.`, evidence) : undefined
}

function unanswered({ logo, certificate }: BimiView, isDmarcOpen: boolean): string[] {
  const isOpen = (file: object | undefined) => file && 'unfetched' in file && file.unfetched === 'failed'
  return [
    ...(isDmarcOpen ? ['the DMARC record'] : []),
    ...(isOpen(logo) ? ['the logo'] : []),
    ...(isOpen(certificate) ? ['the mark certificate'] : []),
  ]
}

function describe({ discovery, logo, certificate }: BimiView, domain: string): Record<string, string> {
  const { state, at, selector } = discovery
  const place = selector === 'default' ? `default._bimi.${at}` : `another selector of _bimi.${at}`
  return {
    domain,
    record: state === 'record' ? `at ${place}` : state === 'none' ? 'absent' : state,
    ...(logo && { logo: logoInWords(logo) }),
    ...(certificate && { certificate: certificateInWords(certificate) }),
  }
}

function logoInWords(logo: NonNullable<BimiView['logo']>): string {
  if ('unfetched' in logo) return `${logo.host}: ${logo.unfetched}`
  return `${logo.host}: ${logo.octets} octets, ${logo.faults.length === 0 ? 'SVG Tiny PS' : 'not SVG Tiny PS'}`
}

function certificateInWords(certificate: NonNullable<BimiView['certificate']>): string {
  if ('unfetched' in certificate) return `${certificate.host}: ${certificate.unfetched}`
  const { kind, issuer, validTo, verified, root, hasRoot } = certificate
  const links = `${verified - (hasRoot ? 0 : 1)} signatures verified`
  const end = `ends in ${root}${hasRoot ? '' : ', which is not in the file'}; Mailgauge keeps no list of trusted roots`
  return `${kind} by ${issuer}, valid to ${validTo}; ${links}; ${end}`
}
