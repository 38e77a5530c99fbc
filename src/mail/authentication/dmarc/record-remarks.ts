import { exampleLines, txtChange } from '../../fixing/changes.ts'
import { isFreemail } from '../../reading/domains/known-domains.ts'
import type { Remark } from '../../remark.ts'
import { type DmarcDestination, readReportUris } from './destinations.ts'
import { reportsElsewhere } from './no-record.ts'
import { type DmarcOffer, offerFor, policyAdvice } from './offer.ts'
import { policyOf, unusablePolicies } from './policy.ts'
import { type DmarcDiscovery, isFaulty, isOwn } from './record.ts'
import type { DmarcProblem, DmarcProblemCode, DmarcRecord } from './tags.ts'

/** What is said of a record that is there. */
export type DmarcRecordCode =
  | DmarcProblemCode
  | 'dmarc-policy-none'
  | 'dmarc-testing'
  | 'dmarc-spf-only'
  | 'dmarc-views-differ'
  | `dmarc-${DmarcDestination['tag']}-${'unauthorized' | 'unreachable'}`

const TAGS = 'RFC 9989 section 4.7'

/** What could be better about a record that is there. `fails`: the message does not pass DMARC. */
export function recordRemarks(
  discovery: DmarcDiscovery,
  passesBySpfAlone: boolean,
  fails = false,
): Remark<DmarcRecordCode>[] {
  const { record, recordDomain = '', destinations, publicSuffixView, domain } = discovery
  if (!record) return []
  // The record of a public suffix is nobody's here to change.
  const isTheirs = isOwn(recordDomain, publicSuffixView.organisation)
  return [
    ...brokenElsewhere(discovery, fails),
    ...(isTheirs
      ? inOneRecord(
          [...lintRemarks(discovery, record, fails), ...policyRemarks(record, `_dmarc.${recordDomain}`)],
          `_dmarc.${recordDomain}`,
        )
      : []),
    ...(passesBySpfAlone ? [spfOnly(domain)] : []),
    ...(discovery.viewsDiffer ? [viewRemark(discovery)] : []),
    ...(isTheirs ? destinations.flatMap((one) => destinationRemarks(one, recordDomain)) : []),
  ]
}

/** Records of other names on the way that nobody can use. */
function brokenElsewhere(discovery: DmarcDiscovery, fails: boolean): Remark<DmarcRecordCode>[] {
  const { steps, recordDomain, publicSuffixView, problems } = discovery
  const broken = steps.filter(
    (step) => step.name !== recordDomain && isFaulty(step) && isOwn(step.name, publicSuffixView.organisation),
  )
  return broken.flatMap((step) => {
    const found = problems.filter(({ name }) => name === step.name)
    return withOffer(found, offerFor(step, discovery, fails))
  })
}

/** Faults that one record does away with: they share the advice, so that it stands there once. */
function withOffer(
  found: readonly DmarcProblem[],
  { change, advice }: DmarcOffer,
): Remark<DmarcRecordCode>[] {
  const all = found.map(told).join(' ')
  return found.map(({ code, says }) => ({
    code,
    says,
    advice: `${all} ${advice}`,
    reference: TAGS,
    ...(change && { changes: [change] }),
  }))
}

const told = ({ says, at }: DmarcProblem) =>
  `${says}${at === undefined ? '' : ` (character ${at} of the record)`}`

/** What is wrong with the record that applies: what one record corrects together, the rest each by itself. */
function lintRemarks(
  discovery: DmarcDiscovery,
  record: DmarcRecord,
  fails: boolean,
): Remark<DmarcRecordCode>[] {
  const { steps, recordDomain = '', receiving } = discovery
  const at = `_dmarc.${recordDomain}`
  const step = steps.find(({ name }) => name === recordDomain)
  const found = discovery.problems.filter(({ name }) => name === undefined)
  if (record.tags['rua'] === undefined) {
    found.push({ code: 'dmarc-no-reports', says: 'No aggregate reports are asked for.' })
  }
  if (found.length === 0) return []
  const offer: DmarcOffer = step ? offerFor(step, discovery, fails) : { advice: '' }
  const left = offer.record && faultsOf(offer.record)
  const isSolved = (problem: DmarcProblem) =>
    offer.change !== undefined && left !== undefined && !left.has(keyOf(problem))
  const open = found.filter((problem) => !isSolved(problem))
  return [
    ...withOffer(found.filter(isSolved), offer),
    ...open.map((problem): Remark<DmarcRecordCode> => {
      const { code, says } = problem
      const advice = `${told(problem)} ${inWords(problem, record, at, reportsElsewhere(recordDomain, receiving[recordDomain]))}`
      return { code, says, advice, reference: code === 'dmarc-no-reports' ? 'RFC 9990 section 3' : TAGS }
    }),
  ]
}

const keyOf = ({ code, says }: DmarcProblem) => `${code} ${says}`

function faultsOf(record: DmarcRecord): Set<string> {
  const faults = [...record.problems, ...readReportUris(record).problems].map(keyOf)
  return new Set(
    record.tags['rua'] === undefined
      ? [...faults, 'dmarc-no-reports No aggregate reports are asked for.']
      : faults,
  )
}

/** What to do about one fault where no record can be offered. */
function inWords(problem: DmarcProblem, record: DmarcRecord, at: string, reports: string): string {
  const { code, fix, tag } = problem
  const isPolicyOpen = tag !== undefined && unusablePolicies(record).includes(tag)
  // A p= that is added lets the record's other policies apply.
  if (isPolicyOpen || code === 'dmarc-no-policy') return policyAdvice(record, at)
  if (code === 'dmarc-no-reports') return reports
  if (code === 'dmarc-weaker-sp' || code === 'dmarc-weaker-np') {
    return 'Where that is not meant, raise it step by step, once the reports show that all mail of those names passes.'
  }
  if (code === 'dmarc-bad-value') {
    return `Receivers take the default in its place. Correct it in the TXT record of ${at}, and leave the rest as it is.`
  }
  if (code === 'dmarc-historic-tag') return historicWords(problem, record, at)
  if (code === 'dmarc-uri-size' || code === 'dmarc-many-uris') return 'The addresses can stay as they are.'
  return fix
    ? `Write ${fix} in the TXT record of ${at}.`
    : `Correct it in the TXT record of ${at}, and leave the rest as it is.`
}

/** A tag that only older receivers read. */
function historicWords({ says }: DmarcProblem, record: DmarcRecord, at: string): string {
  if (says.startsWith('pct ') && isPartial(record)) {
    return `Receivers that go by RFC 9989 apply the policy to all mail already; older ones do so once pct is removed, so leave it in the TXT record of ${at} until the reports show that all your own mail passes.`
  }
  return 'Nothing changes for receivers that go by RFC 9989 when the tag is removed.'
}

/** Older receivers apply the policy to a share of the mail. */
function isPartial(record: DmarcRecord): boolean {
  const { p, sp, np } = policyOf(record)
  return record.tags['pct'] !== '100' && [p, sp, np].some((policy) => policy !== 'none')
}

/** What asks for more than today comes step by step, and never as a record to copy. */
function policyRemarks(record: DmarcRecord, at: string): Remark<DmarcRecordCode>[] {
  const remarks: Remark<DmarcRecordCode>[] = []
  if (record.tags['p'] === 'none') {
    const says = 'p=none asks receivers to do nothing about forged mail.'
    remarks.push({
      code: 'dmarc-policy-none',
      says,
      advice: `${says} ${stepByStep(at)}`,
      reference: 'RFC 9989 section 5.1.4',
    })
  }
  if (record.tags['t'] === 'y') {
    const says = 't=y weakens the policy by one step.'
    remarks.push({
      code: 'dmarc-testing',
      says,
      advice: `${says} Remove t=y from the TXT record of ${at} once the reports show that all your own mail passes.`,
      reference: TAGS,
    })
  }
  return remarks
}

/** Where a record that asks for reports is offered, it is the one that is published now: the policy is raised in it later,
 * and what asks for nothing yet says nothing apart. */
function inOneRecord(
  remarks: readonly Remark<DmarcRecordCode>[],
  at: string,
): readonly Remark<DmarcRecordCode>[] {
  const reports = remarks.find(({ code, changes }) => code === 'dmarc-no-reports' && changes)
  const policy = remarks.find(({ code }) => code === 'dmarc-policy-none')
  if (!reports || !policy) return remarks
  const advice = `${policy.says} ${reports.advice}\n${laterOn(at)}`
  const isOne = (remark: Remark<DmarcRecordCode>) =>
    remark === policy || (remark.changes !== undefined && remark.advice === reports.advice)
  return remarks.map((remark) => (isOne(remark) ? { ...remark, advice } : remark))
}

const UNTIL_CLEAN =
  'Read the aggregate reports (rua=) until they show only senders of yours, each passing by SPF or DKIM.'

const laterOn = (at: string) =>
  `${UNTIL_CLEAN} Only then raise p= in this TXT record of ${at} to quarantine, and to reject when the reports stay clean.`

/** How a domain comes to a policy that receivers act on, without losing mail of its own. */
export function stepByStep(at: string): string {
  return `${UNTIL_CLEAN} Then write p=quarantine in the TXT record of ${at}, leaving the rest as it is, and p=reject when the reports stay clean.`
}

function spfOnly(domain: string): Remark<DmarcRecordCode> {
  const says = 'DMARC passes by SPF alone, which forwarding breaks.'
  return {
    code: 'dmarc-spf-only',
    says,
    advice: `${says} Sign with DKIM as d=${domain}.`,
    reference: 'RFC 9989 section 7.3',
  }
}

function viewRemark({
  domain,
  recordDomain,
  organisation,
  publicSuffixView,
}: DmarcDiscovery): Remark<DmarcRecordCode> {
  const { organisation: listed, recordDomain: listedRecord } = publicSuffixView
  const says = `Receivers that go by the Public Suffix List take ${listed} for the organization of ${domain} and find ${listedRecord ? `the record of ${listedRecord}` : 'no record'}; by RFC 9989 it is ${organisation}, with ${recordDomain ? `the record of ${recordDomain}` : 'no record'}.`
  return {
    code: 'dmarc-views-differ',
    says,
    advice: `${says} A record at _dmarc.${domain} itself is seen by both. Its p= takes the place of the policy that applies by now, so write the one that you want for ${domain}.`,
    reference: 'RFC 9989 section 4.10; RFC 7489 section 3.2',
  }
}

function destinationRemarks(
  { tag, domain, authorized, consentName, receives }: DmarcDestination,
  recordDomain: string,
): Remark<DmarcRecordCode>[] {
  const remarks: Remark<DmarcRecordCode>[] = []
  if (authorized === 'no' && consentName !== undefined) {
    const consent = exampleLines([txtChange(consentName, 'v=DMARC1')])
    const says = `${domain} does not consent to reports about ${recordDomain} (${tag}=), so none are sent there.`
    const advice = isFreemail(domain)
      ? `${domain} publishes no such consent: name an address at ${recordDomain}, or of a service that reads DMARC reports.`
      : `Its owner must publish: ${consent}`
    remarks.push({
      code: `dmarc-${tag}-unauthorized`,
      says,
      advice: `${says} ${advice}`,
      reference: 'RFC 9990 section 4; RFC 7489 section 7.1',
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
