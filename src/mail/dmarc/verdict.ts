import type { Change } from '../../core/fix.ts'
import type { Alignment, Authentication } from '../authenticate.ts'
import { isDomainName } from '../authentication/results.ts'
import type { DmarcDiscovery } from '../dmarc-record.ts'
import { isPrivateName } from '../hosts/private-names.ts'
import { inLines, LONGEST_TXT, txtChange } from '../mending/changes.ts'
import type { Remark } from '../remark.ts'
import type { DmarcDestination } from './destinations.ts'

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

/** There is no record that receivers can use. */
export function noRecordRemark(discovery: DmarcDiscovery): Remark {
  const { domain, record, recordDomain, problems } = discovery
  const fault = problems[0]
  const says = record
    ? `The DMARC record of ${recordDomain} cannot be used: ${fault?.says ?? 'it names no valid policy.'}`
    : `There is no DMARC record for ${domain}.${fault ? ` ${fault.says}` : ''}`
  return { code: 'dmarc-none', says, reference: 'RFC 9989 section 4.10', ...firstRecord(discovery) }
}

function firstRecord(discovery: DmarcDiscovery): Pick<Remark, 'advice' | 'fix'> {
  const { domain, publicSuffixView, record, recordDomain, steps } = discovery
  const at = publicSuffixView.organisation
  if (!isDomainName(domain) || isPrivateName(domain)) {
    const example = inLines([monitoring('example.org')])
    return { advice: `Write in From an address at a domain of your own, and publish there: ${example}` }
  }
  const useless = steps.filter(({ name, state, nearMisses }) => {
    const counts =
      state === 'several' || state === 'unreadable' || (state === 'none' && nearMisses.length > 0)
    return (counts || (record && name === recordDomain)) && (name === at || name.endsWith(`.${at}`))
  })
  const names = useless.map(({ name }) => `_dmarc.${name}`)
  const first = names.length > 0 ? `Delete the TXT records of DMARC that stand at ${names.join(', ')}. ` : ''
  const publish = monitoring(at)
  const removed = names.filter((name) => name !== publish.name)
  return {
    advice: `${first}Publish: ${inLines([publish])}`,
    fix: [...removed.map((name) => ({ ...publish, name, records: [] })), publish],
  }
}

/** The record to begin with: it asks for reports, and receivers do nothing else about it. */
function monitoring(domain: string) {
  return txtChange(`_dmarc.${domain}`, `v=DMARC1; p=none; rua=mailto:dmarc@${domain}`)
}

/** A record, and nothing that passes in the name of From. */
export function failRemark({ spf, dkim, dmarc }: Authentication): Remark {
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
    advice: `Sign with DKIM as d=${domain}, or use an envelope sender at ${domain} whose SPF record allows the sending host: one of the two is enough.`,
    reference: 'RFC 9989 section 4.4',
  }
}

/** What could be better about a record that is there. */
export function recordRemarks(discovery: DmarcDiscovery, passesBySpfAlone: boolean): Remark[] {
  const { record, recordDomain = '', problems, destinations } = discovery
  if (!record) return []
  const at = `_dmarc.${recordDomain}`
  const remarks: Remark[] = problems.map(({ code, says, at: position, fix }) => {
    const where = position === undefined ? '' : ` (character ${position} of the record)`
    const advice = fix ? `Write ${fix} in the TXT record of ${at}.` : `Correct the TXT record of ${at}.`
    return { code, says, advice: `${says}${where} ${advice}`, reference: 'RFC 9989 section 4.7' }
  })
  const add = (
    code: string,
    says: string,
    advice: string,
    reference = 'RFC 9989 section 4.7',
    fix?: Change,
  ) => remarks.push({ code, says, advice: `${says} ${advice}`, reference, ...(fix && { fix: [fix] }) })
  const isShort = record.text.length <= LONGEST_TXT
  if (record.tags['p'] === 'none') {
    // No fix: it is for the publisher to say when the time has come.
    const enforcing = txtChange(at, record.text.replace(/\bp\s{0,5}=\s{0,5}none\b/i, 'p=quarantine'))
    add(
      'dmarc-policy-none',
      'p=none asks receivers to do nothing about forged mail.',
      `Once the reports show only your own senders, ${isShort ? `publish: ${inLines([enforcing])}` : 'make it p=quarantine.'}`,
      'RFC 9989 section 5.1.4',
    )
  }
  if (record.tags['t'] === 'y')
    add(
      'dmarc-testing',
      't=y weakens the policy by one step.',
      `Remove t=y from the TXT record of ${at} when testing is over.`,
    )
  if (record.tags['rua'] === undefined) {
    const text = record.text.replace(/[;\s]{0,10}$/, '')
    const reporting = txtChange(at, `${text}; rua=mailto:dmarc@${recordDomain}`, 'v=DMARC1')
    add(
      'dmarc-no-reports',
      'No aggregate reports are asked for.',
      isShort ? `Publish: ${inLines([reporting])}` : `Add rua=mailto:dmarc@${recordDomain} to it.`,
      'RFC 9990 section 3',
      isShort ? reporting : undefined,
    )
  }
  if (passesBySpfAlone)
    add(
      'dmarc-spf-only',
      'DMARC passes by SPF alone, which forwarding breaks.',
      `Sign with DKIM as d=${discovery.domain}.`,
      'RFC 9989 section 7.3',
    )
  if (discovery.viewsDiffer) remarks.push(viewRemark(discovery))
  return [...remarks, ...destinations.flatMap((destination) => destinationRemarks(destination, recordDomain))]
}

function viewRemark({ domain, recordDomain, organisation, publicSuffixView }: DmarcDiscovery): Remark {
  const { organisation: listed, recordDomain: listedRecord } = publicSuffixView
  const says = `Receivers that go by the Public Suffix List take ${listed} for the organization of ${domain} and find ${listedRecord ? `the record of ${listedRecord}` : 'no record'}; by RFC 9989 it is ${organisation}, with ${recordDomain ? `the record of ${recordDomain}` : 'no record'}.`
  return {
    code: 'dmarc-views-differ',
    says,
    advice: `${says} Publish a record at _dmarc.${domain} itself, so that both see the same.`,
    reference: 'RFC 9989 section 4.10; RFC 7489 section 3.2',
  }
}

function destinationRemarks(
  { tag, domain, authorized, consentName, receives }: DmarcDestination,
  recordDomain: string,
): Remark[] {
  const remarks: Remark[] = []
  if (authorized === 'no' && consentName !== undefined) {
    const consent = txtChange(consentName, 'v=DMARC1', 'v=DMARC1')
    const says = `${domain} does not consent to reports about ${recordDomain} (${tag}=), so none are sent there.`
    remarks.push({
      code: `dmarc-${tag}-unauthorized`,
      says,
      advice: `${says} Its owner must publish: ${inLines([consent])}`,
      reference: 'RFC 9990 section 4; RFC 7489 section 7.1',
      fix: [consent],
    })
  }
  if (receives === 'no') {
    const says = `${domain}, which ${tag}= names, takes no mail.`
    remarks.push({
      code: `dmarc-${tag}-unreachable`,
      says,
      advice: `${says} Name an address at a domain that has an MX record.`,
      reference: 'RFC 9990 section 3',
    })
  }
  return remarks
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
