import { isDomainName } from '../../reading/domains/domain-name.ts'
import type { Remark } from '../../remark.ts'
import type { Alignment, Authentication } from '../verify/outcome.ts'
import type { DmarcDestination } from './destinations.ts'
import { type DmarcDiscovery, isOwn } from './record.ts'

/** Could SPF still have made DMARC pass, had it been judged? Only for an envelope sender that aligns (RFC 9989 4.4.2). */
export function spfMightAlign(alignment: Alignment | undefined, discovery: DmarcDiscovery): boolean {
  if (alignment === undefined || alignment === 'unknown' || alignment === 'strict') return true
  return alignment === 'relaxed' && discovery.record?.tags['aspf'] !== 's'
}

/** Does DMARC pass by SPF alone? A signature whose key could not be fetched leaves that open. */
export function passesBySpfAlone({ dkim, dmarc }: Authentication): boolean {
  const isOpen = dkim.some(
    ({ result, alignment }) => result === 'temperror' && alignment !== undefined && alignment !== 'none',
  )
  return dmarc.result === 'pass' && !dmarc.dkimAligned && !isOpen
}

/** Nothing passes in the name of the organization, whatever record there is. False: SPF or a key is not known. */
export function surelyFails(
  { spf, dkim }: Authentication,
  { publicSuffixView, domain }: DmarcDiscovery,
): boolean {
  const { organisation } = publicSuffixView
  const mayPass = (one: { result: string; domain: string }) =>
    (one.result === 'pass' || one.result === 'temperror') &&
    (one.domain === domain || isOwn(one.domain, organisation))
  return spf !== undefined && ![spf, ...dkim].some(mayPass)
}

/** A record, and nothing that passes in the name of From. */
export function failRemark(outcomes: Authentication): Remark<'dmarc-fail'> {
  const { spf, dkim, dmarc } = outcomes
  const { domain = 'From', policy, envelopeAlignment } = dmarc
  const spfPart = spf
    ? `SPF gives ${spf.result} for ${spf.domain}${envelopeAlignment === 'none' ? ', which is not of the same organization' : ''}`
    : 'SPF was not judged'
  const signers = dkim.filter(({ result }) => result === 'pass').map((signature) => signature.domain)
  const dkimPart =
    signers.length > 0
      ? `the valid DKIM signatures are those of ${[...new Set(signers)].join(', ')}`
      : 'no DKIM signature is valid'
  return {
    code: 'dmarc-fail',
    says: `DMARC fails for ${domain} (policy ${policy ?? 'none'}): ${spfPart}, and ${dkimPart}.`,
    advice: `${bySignature(domain, dkim)}, or ${byEnvelope(domain, outcomes)}: one of the two is enough.`,
    reference: 'RFC 9989 section 4.4',
  }
}

/** What is signed in this name already is to arrive unbroken; what a service signs in its own is to be signed in this one. */
function bySignature(domain: string, dkim: Authentication['dkim']): string {
  if (dkim.some(({ alignment, result }) => alignment === 'strict' && result !== 'pass'))
    return `Make the DKIM signature of ${domain} valid`
  const signer = dkim.find(
    ({ alignment, result, domain: by }) => alignment === 'none' && result === 'pass' && isDomainName(by),
  )
  return signer
    ? `Let the service that signs as ${signer.domain} sign as d=${domain} (most call it domain authentication)`
    : `Sign with DKIM as d=${domain}`
}

/** A null sender is judged by the HELO name, and has to stay: bounces must not be answered (RFC 5321 4.5.5). */
function byEnvelope(domain: string, { spf, dmarc }: Authentication): string {
  const isOwn = spf?.domain === domain && dmarc.envelopeAlignment === 'strict'
  const [name, how] =
    spf?.identity === 'helo'
      ? [`the HELO name ${domain}`, `give the host a HELO name at ${domain}`]
      : [domain, `use an envelope sender at ${domain}`]
  return isOwn
    ? `let the SPF record of ${name} allow the sending host`
    : `${how} whose SPF record allows the sending host`
}

const CONSENTS: Record<DmarcDestination['authorized'], string> = {
  'not-needed': 'the same organization',
  yes: 'it agreed to take these reports',
  no: 'it did not agree to take these reports',
  undetermined: 'whether it agreed could not be found out',
}

const RECEIVES: Record<DmarcDestination['receives'], string> = {
  yes: 'it takes mail',
  no: 'it takes no mail',
  undetermined: 'whether it takes mail could not be found out',
}

/** What was found, as evidence. */
export function describeDmarc(
  { spf, dkim, dmarc }: Authentication,
  discovery: DmarcDiscovery | undefined,
): Record<string, string> {
  const { domain, policy, envelopeAlignment, result } = dmarc
  const signatures = dkim.filter(
    (signature) => signature.alignment !== undefined && isDomainName(signature.domain),
  )
  const reports = discovery?.destinations.map(
    ({ tag, domain: to, authorized, receives }) =>
      `${tag} to ${to}: ${CONSENTS[authorized]}, ${RECEIVES[receives]}`,
  )
  return {
    ...(domain && { checked_domain: domain }),
    result,
    ...(policy && { policy }),
    ...(discovery?.recordDomain && { record_domain: discovery.recordDomain }),
    ...(discovery?.record && { record: discovery.record.text }),
    ...(discovery?.organisation && { organization: discovery.organisation }),
    ...(discovery && { organization_by_public_suffix_list: discovery.publicSuffixView.organisation }),
    ...(spf &&
      envelopeAlignment && {
        spf_alignment: `${spf.domain} ${spf.result}: ${alignmentWord(envelopeAlignment)}`,
      }),
    ...(signatures.length > 0 && {
      dkim_alignment: signatures
        .map((one) => `${one.domain} ${one.result}: ${alignmentWord(one.alignment)}`)
        .join('; '),
    }),
    ...(reports && reports.length > 0 && { reports: reports.join('; ') }),
  }
}

function alignmentWord(alignment: Alignment | undefined): string {
  if (alignment === 'strict') return 'same domain'
  if (alignment === 'relaxed') return 'same organization'
  return alignment === 'none' ? 'not aligned' : 'unknown'
}
