import type { MarkCertificate } from '../mail/authentication/bimi/certificate.ts'
import type { BimiDiscovery } from '../mail/authentication/bimi/discovery.ts'
import type { BimiView } from '../mail/authentication/bimi/examine.ts'
import { ROOTS_DATE } from '../mail/authentication/bimi/roots.ts'
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
    ...(certificate && 'faults' in certificate
      ? certificate.faults.flatMap(({ unsure }) =>
          unsure === undefined ? [] : [`the root certificate of ${unsure}, which is not at hand here`],
        )
      : []),
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
    ...(certificate && !('unfetched' in certificate) && shownBy(certificate)),
  }
}

function logoInWords(logo: NonNullable<BimiView['logo']>): string {
  if ('unfetched' in logo) return `${logo.host}: ${logo.unfetched}`
  return `${logo.host}: ${logo.octets} octets, ${logo.faults.length === 0 ? 'SVG Tiny PS' : 'not SVG Tiny PS'}`
}

function certificateInWords(certificate: NonNullable<BimiView['certificate']>): string {
  if ('unfetched' in certificate) return `${certificate.host}: ${certificate.unfetched}`
  const { kind, issuer, validTo, verified, root, hasRoot, known } = certificate
  const links = `${verified - (hasRoot || known ? 0 : 1)} signatures verified`
  const end = `ends in ${root}, ${known ? rootInWords(known) : unknownInWords(certificate)}`
  return `${kind === 'unknown' ? 'mark certificate of no stated type' : kind} by ${issuer}, valid to ${validTo}; ${links}; ${end}`
}

const unknownInWords = ({ faults }: MarkCertificate): string =>
  faults.some(({ unsure }) => unsure !== undefined)
    ? 'whose certificate is not at hand here'
    : 'which is no known mark authority'

function rootInWords({ authority, note }: NonNullable<MarkCertificate['known']>): string {
  if (authority === undefined) return 'a root that the operator of this service trusts'
  return `a root of the mark authority ${authority} (list of ${ROOTS_DATE})${note === undefined ? '' : `, ${note}`}`
}

const NO_CMC = 'spamresource.com/2025/01/apple-vmc-support-update.html, 2025-01'

/** What Gmail and Apple Mail do with such a certificate, as they say themselves. */
function shownBy({ kind, faults }: MarkCertificate): Record<string, string> {
  if (faults.length > 0) return {}
  const updates = 'Google Workspace Updates, 2024-09-24'
  return {
    ...(kind === 'VMC' && { gmail: `shows the logo with the blue checkmark of a VMC (${updates})` }),
    ...(kind === 'CMC' && { gmail: `shows the logo of a CMC, without the checkmark of a VMC (${updates})` }),
    apple_mail:
      'shows the logo where the mailbox provider has verified the certificate and signs that it did (developer.apple.com/support/bimi, seen 2026-11-23)',
    ...(kind === 'CMC' && { icloud_mail: `takes no CMC, by a secondary source (${NO_CMC})` }),
  }
}
