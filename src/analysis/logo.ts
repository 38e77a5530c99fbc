import type { BimiDiscovery } from '../mail/authentication/bimi/discovery.ts'
import type { BimiView } from '../mail/authentication/bimi/examine.ts'
import { type Conclusion, neutral, undetermined } from './analyzer.ts'

/** Where there is nothing to judge. */
export function withoutRecord(
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

/** What got no answer, in words. */
export function unanswered({ logo, certificate }: BimiView, isDmarcOpen: boolean): string[] {
  const isOpen = (file: object | undefined) => file && 'unfetched' in file && file.unfetched === 'failed'
  return [
    ...(isDmarcOpen ? ['the DMARC record'] : []),
    ...(isOpen(logo) ? ['the logo'] : []),
    ...(isOpen(certificate) ? ['the mark certificate'] : []),
  ]
}

/** What was found, as evidence. */
export function describeLogo(
  { discovery, logo, certificate }: BimiView,
  domain: string,
): Record<string, string> {
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
