import type { Change } from '../../core/fix.ts'
import { quoteTxt } from '../txt-strings.ts'
import type { TransportView } from './examine.ts'
import type { TransportRemark } from './remarks.ts'
import { coversHost, policyAddress, type StsFetch, type StsPolicy } from './sts-policy.ts'

/** RFC 8461 3.2: of the order of weeks; shorter than a week protects from little. */
const SHORT_AGE = 604_800
const MOST_SHOWN = 5

const RECORD_FAULTS: Readonly<Record<string, readonly [code: string, says: string]>> = {
  'not-a-record': ['sts-not-a-record', 'is no MTA-STS record: it must begin with v=STSv1; exactly'],
  several: ['sts-several-records', 'stands there more than once: senders then act as if there were none'],
  'bad-id': ['sts-bad-id', 'has no valid id= (1 to 32 letters and digits)'],
}

/** MTA-STS: the record, the policy, and whether they fit the mail hosts (RFC 8461). */
export function stsRemarks(view: TransportView, stsId: string): TransportRemark[] {
  const { domain, sts, policy } = view
  const remarks: TransportRemark[] = []
  const fault = RECORD_FAULTS[sts.state]
  if (fault) {
    const name = `_mta-sts.${domain}`
    const record = quoteTxt(`v=STSv1; id=${stsId}`)
    const fix: Change[] = [{ kind: 'dns', name, type: 'TXT', records: [record] }]
    remarks.push({
      code: fault[0],
      says: `The TXT record at ${name} ${fault[1]}.`,
      advice: `Publish one record: ${name} TXT ${record}`,
      reference: 'RFC 8461 section 3.1',
      broken: true,
      fix,
    })
  }
  if (policy?.state === 'policy')
    return [...remarks, ...policyRemarks(view, policy.policy, policy.contentType)]
  const why = policy && unfetched(domain, policy)
  return why ? [...remarks, why] : remarks
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
    advice: `Serve the policy at ${policyAddress(domain)} with status 200, no redirect, and a certificate for ${host}; or remove the TXT record _mta-sts.${domain}.`,
    reference: 'RFC 8461 section 3.3',
    broken: true,
  }
}

function sayUnfetched(
  host: string,
  policy: Exclude<StsFetch, { state: 'policy' }>,
): readonly [code: string, says: string] | undefined {
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

function invalidPolicy({ mail }: TransportView, { faults }: StsPolicy, at: string): TransportRemark {
  const hosts = mail.hosts.slice(0, MOST_SHOWN).map((host) => `mx: ${host}`)
  const lines = ['version: STSv1', 'mode: enforce', ...hosts, 'max_age: 604800']
  return {
    code: 'sts-policy-invalid',
    says: `The MTA-STS policy is not valid: ${faults.join('; ')}.`,
    advice: `Serve at ${at} the lines ${lines.map((line) => `"${line}"`).join(', ')}.`,
    reference: POLICY,
    broken: true,
  }
}

function policyRemarks(view: TransportView, policy: StsPolicy, contentType: string): TransportRemark[] {
  const { domain, mail } = view
  const at = policyAddress(domain)
  const remarks: TransportRemark[] = []
  const add = (code: string, broken: boolean, says: string, advice: string) =>
    remarks.push({ code, says, advice, reference: POLICY, broken })
  if (policy.faults.length > 0) return [invalidPolicy(view, policy, at)]
  const open = policy.mode === 'none' ? [] : mail.hosts.filter((host) => !coversHost(policy, host))
  if (open.length > 0) {
    const names = open.slice(0, MOST_SHOWN).join(', ')
    const effect =
      policy.mode === 'enforce' ? 'so senders do not deliver to them' : 'which enforce would shut out'
    add(
      'sts-mx-not-covered',
      policy.mode === 'enforce',
      `The MTA-STS policy of ${domain} does not name the mail hosts ${names}, ${effect}.`,
      `Add ${open
        .slice(0, MOST_SHOWN)
        .map((host) => `"mx: ${host}"`)
        .join(', ')} to ${at}, then publish a new id.`,
    )
  }
  if (contentType !== 'text/plain') {
    add(
      'sts-content-type',
      false,
      'The MTA-STS policy is not served as text/plain.',
      `Serve ${at} with "Content-Type: text/plain".`,
    )
  }
  if (policy.mode === 'testing') {
    add(
      'sts-testing',
      false,
      'The MTA-STS policy is in testing mode: senders report, and deliver without TLS all the same.',
      `Once the TLS reports show no failure, write "mode: enforce" in ${at} and publish a new id.`,
    )
  }
  if (policy.mode !== 'none' && policy.maxAge !== undefined && policy.maxAge < SHORT_AGE) {
    add(
      'sts-max-age-short',
      false,
      'Senders may keep the MTA-STS policy for less than a week, which leaves room to suppress it.',
      `Write "max_age: ${SHORT_AGE}" or more in ${at}.`,
    )
  }
  return remarks
}
