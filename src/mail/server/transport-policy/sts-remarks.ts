import { verbatim } from '../../../core/verbatim.ts'
import { beginningOf, inLines, txtChange } from '../../fixing/changes.ts'
import { leavesOut, stillHolds } from '../../fixing/unregistered-words.ts'
import { MOST_NAMED, type TransportView } from './examine.ts'
import type { StsCode, TransportRemark } from './remark.ts'
import { repairStsRecord } from './repair.ts'
import { coversHost, policyAddress, type StsFetch, TOO_LONG } from './sts-policy.ts'
import type { StsRecord } from './sts-record.ts'
import { repairStsPolicy } from './sts-repair.ts'

/** RFC 8461 3.2: of the order of weeks; shorter than a week protects from little. */
const SHORT_AGE = 604_800
const MOST_SHOWN = 5

const RECORD_FAULTS: Readonly<Partial<Record<StsRecord['state'], readonly [code: StsCode, says: string]>>> = {
  'not-a-record': ['sts-not-a-record', 'is no MTA-STS record: it must begin with v=STSv1; exactly'],
  several: ['sts-several-records', 'stands there more than once: senders then act as if there were none'],
  'bad-id': ['sts-bad-id', 'has no valid id= (1 to 32 letters and digits)'],
}

/** MTA-STS: the record, the policy, and whether they fit the mail hosts (RFC 8461). */
export function stsRemarks(
  view: TransportView,
  stsId: string,
  unregistered: ReadonlySet<string>,
): TransportRemark[] {
  const { domain, sts, policy } = view
  const remarks: TransportRemark[] = []
  const fault = RECORD_FAULTS[sts.state]
  if (fault) {
    remarks.push({
      code: fault[0],
      says: `The TXT record at _mta-sts.${domain} ${fault[1]}.`,
      ...recordOffer(view, stsId),
      reference: 'RFC 8461 section 3.1',
      broken: true,
    })
  }
  if (policy?.state === 'policy') return [...remarks, ...policyRemarks(view, policy, stsId, unregistered)]
  // Where its name leads to nobody, nothing can be served.
  const why = policy && !unregistered.has(`mta-sts.${domain}`) ? unfetched(domain, policy) : undefined
  return why ? [...remarks, why] : remarks
}

/** Once the record can be read, senders go by the policy: it is offered where that shuts no mail host out. */
function recordOffer(view: TransportView, stsId: string): Pick<TransportRemark, 'advice' | 'changes'> {
  const { domain, sts, policy } = view
  const name = `_mta-sts.${domain}`
  if (sts.alias !== undefined) {
    return { advice: `${name} is an alias of ${sts.alias}: the record is to be corrected there.` }
  }
  const { texts = [] } = sts
  const text = repairStsRecord(texts, stsId)
  if (!text) {
    return {
      advice: `Leave one TXT record at ${name}: ${verbatim('v=STSv1;')} first, then id= with a new id of letters and digits, such as ${stsId}.`,
    }
  }
  if (!isHarmless(view)) {
    const why = policy?.state === 'policy' ? 'it does not fit yet' : 'it could not be fetched'
    return {
      advice: `Senders go by the policy at ${policyAddress(domain)} as soon as the TXT record of ${name} can be read, and ${why}: see to the policy first. Then write ${verbatim('v=STSv1;')} first in the record, and id= with letters and digits alone.`,
    }
  }
  const change = txtChange(name, text, beginningOf(texts, 'v=STSv1'))
  const effect = isEnforced(view) ? `${ENFORCED} ` : ''
  return { advice: `${effect}Publish one record: ${inLines([change])}`, changes: [change] }
}

const ENFORCED =
  'With mode: enforce, senders that know MTA-STS then deliver over TLS alone, to hosts with a valid certificate for the name that the MX record has.'

const isEnforced = ({ policy }: TransportView) =>
  policy?.state === 'policy' && policy.policy.mode === 'enforce'

/** The policy can be used, and names every mail host or enforces nothing. */
function isHarmless(view: TransportView): boolean {
  const { policy } = view
  if (policy?.state !== 'policy' || policy.policy.faults.length > 0) return false
  if (policy.policy.mode !== 'enforce') return true
  const hosts = allHosts(view)
  return hosts?.every((host) => coversHost(policy.policy, host)) ?? false
}

/** Every mail host; undefined: some may not be known. */
function allHosts({ mail }: TransportView): string[] | undefined {
  return mail.state === 'hosts' && mail.hosts.length > 0 && mail.hosts.length < MOST_NAMED
    ? mail.hosts
    : undefined
}

/** There is a record, and the policy it speaks of cannot be had. */
function unfetched(
  domain: string,
  policy: Exclude<StsFetch, { state: 'policy' }>,
): TransportRemark | undefined {
  const host = `mta-sts.${domain}`
  const said = sayUnfetched(host, policy)
  if (!said) return undefined
  const [code, says] = said
  return {
    code,
    says: `The MTA-STS policy cannot be used: ${says}.`,
    advice: `Serve the policy at ${policyAddress(domain)} with status 200, no redirect, and a certificate for ${host}. To give MTA-STS up, remove the TXT record _mta-sts.${domain}.`,
    reference: 'RFC 8461 section 3.3',
    broken: true,
  }
}

function sayUnfetched(
  host: string,
  policy: Exclude<StsFetch, { state: 'policy' }>,
): readonly [code: StsCode, says: string] | undefined {
  switch (policy.state) {
    case 'redirect':
      return ['sts-policy-redirect', `${host} answers with a redirect, which senders must not follow`]
    case 'tls':
      return ['sts-policy-tls', `${host} has no valid certificate for its name`]
    case 'not-public':
      return ['sts-policy-not-public', `${host} has an address that is not public`]
    case 'no-host':
      return ['sts-policy-no-host', `${host} has no address`]
    case 'status':
      return ['sts-policy-status', `${host} answers with status ${policy.status}`]
    default:
      return undefined
  }
}

const POLICY = 'RFC 8461 section 3.2'

type Fetched = Extract<StsFetch, { state: 'policy' }>

function invalidPolicy(
  view: TransportView,
  { policy, text }: Fetched,
  stsId: string,
  unregistered: ReadonlySet<string>,
): TransportRemark {
  const { domain } = view
  const hosts = allHosts(view)
  const isWhole = policy.faults.every((fault) => fault !== TOO_LONG)
  const lines = hosts && isWhole ? repairStsPolicy(text, hosts, unregistered) : undefined
  const nobodys = policy.mx.filter((pattern) => unregistered.has(pattern.replace('*.', '')))
  const [held, gone] = [true, false].map((is) =>
    nobodys.map((pattern) => `mx: ${pattern}`).filter((line) => lines?.includes(line) === is),
  )
  const beside = [leavesOut(gone ?? []), stillHolds(held ?? [], 'this line', 'these lines')].filter(Boolean)
  const effect = lines?.includes('mode: enforce') ? ` ${ENFORCED}` : ''
  return {
    code: 'sts-policy-invalid',
    says: `The MTA-STS policy is not valid: ${policy.faults.join('; ')}.`,
    advice: lines
      ? `Serve at ${policyAddress(domain)} the lines ${quotedLines(lines)}. ${[`${newId(domain, stsId)}${effect}`, ...beside].join('\n')}`
      : `Correct the policy at ${policyAddress(domain)}: ${policy.faults.join('; ')}. ${WHICH_MODE} ${newId(domain, stsId)}`,
    reference: POLICY,
    broken: true,
  }
}

const WHICH_MODE = `It needs "${verbatim('version: STSv1')}", a mode, an mx line for each mail host, and max_age. "${verbatim('mode: testing')}" lets senders report and changes no delivery; "${verbatim('mode: enforce')}" is for when their reports show no failure.`

const quotedLines = (lines: readonly string[]) => lines.map((line) => `"${verbatim(line)}"`).join(', ')

/** RFC 8461 3.3: senders look for a changed policy only where the id is another. */
function newId(domain: string, stsId: string): string {
  return `Then give the TXT record of _mta-sts.${domain} a new id, such as ${stsId}.`
}

/** What has to hold before a policy that is tried out may enforce. */
function onceClean(view: TransportView, open: readonly string[]): string {
  const named = open.length > 0 || !allHosts(view) ? 'Once every mail host is named and' : 'Once'
  const reports = view.report.state === 'record' ? '' : ' (they need a TLS-RPT record)'
  return `${named} the TLS reports${reports} show no failure`
}

function policyRemarks(
  view: TransportView,
  fetched: Fetched,
  stsId: string,
  unregistered: ReadonlySet<string>,
): TransportRemark[] {
  const { domain, mail } = view
  const { policy, contentType } = fetched
  const at = policyAddress(domain)
  const remarks: TransportRemark[] = []
  const add = (code: StsCode, broken: boolean, says: string, advice: string) =>
    remarks.push({ code, says, advice, reference: POLICY, broken })
  if (policy.faults.length > 0) return [invalidPolicy(view, fetched, stsId, unregistered)]
  const isOpen = (host: string) => !coversHost(policy, host) && !unregistered.has(host)
  const open = policy.mode === 'none' ? [] : mail.hosts.filter(isOpen)
  if (open.length > 0) {
    const names = `${open.slice(0, MOST_SHOWN).join(', ')}${open.length > MOST_SHOWN ? ` and ${open.length - MOST_SHOWN} more` : ''}`
    const effect =
      policy.mode === 'enforce' ? 'so senders do not deliver to them' : 'which enforce would shut out'
    add(
      'sts-mx-not-covered',
      policy.mode === 'enforce',
      `The MTA-STS policy of ${domain} does not name the mail hosts ${names}, ${effect}.`,
      `Add ${quotedLines(open.map((host) => `mx: ${host}`))} to ${at}, and leave the rest as it is. ${newId(domain, stsId)}`,
    )
  }
  if (contentType !== 'text/plain') {
    add(
      'sts-content-type',
      false,
      'The MTA-STS policy is not served as text/plain.',
      `Serve ${at} with "${verbatim('Content-Type: text/plain')}".`,
    )
  }
  if (policy.mode === 'testing') {
    add(
      'sts-testing',
      false,
      'The MTA-STS policy is in testing mode: senders report, and deliver without TLS all the same.',
      `${onceClean(view, open)}, write "${verbatim('mode: enforce')}" in ${at}, and leave the rest as it is. ${newId(domain, stsId)}`,
    )
  }
  if (policy.mode !== 'none' && policy.maxAge !== undefined && policy.maxAge < SHORT_AGE) {
    add(
      'sts-max-age-short',
      false,
      'Senders may keep the MTA-STS policy for less than a week, which leaves room to suppress it.',
      `Write "${verbatim(`max_age: ${SHORT_AGE}`)}" or more in ${at}. ${newId(domain, stsId)}`,
    )
  }
  return remarks
}
