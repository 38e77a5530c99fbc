import type { Unregistered } from '../mail/fixing/unregistered-names.ts'
import type { TransportView } from '../mail/server/transport-policy/examine.ts'
import type { TransportCode } from '../mail/server/transport-policy/remark.ts'
import { transportRemarks } from '../mail/server/transport-policy/remarks.ts'
import type { TransportNameCode } from '../mail/server/transport-policy/unregistered.ts'
import { type Conclusion, conclude, neutral, priced, undetermined } from './analyzer.ts'

/** Nothing here costs points: it is about mail to the domain, not about mail from it. */
const WEIGHT = 0
export const COSTS = {
  'sts-not-a-record': 0,
  'sts-several-records': 0,
  'sts-bad-id': 0,
  'sts-policy-redirect': 0,
  'sts-policy-tls': 0,
  'sts-policy-not-public': 0,
  'sts-policy-no-host': 0,
  'sts-policy-status': 0,
  'sts-policy-invalid': 0,
  'sts-mx-not-covered': 0,
  'sts-content-type': 0,
  'sts-testing': 0,
  'sts-max-age-short': 0,
  'tlsrpt-not-a-record': 0,
  'tlsrpt-several-records': 0,
  'tlsrpt-no-address': 0,
  'tlsrpt-bad-address': 0,
  'tlsrpt-missing': 0,
  'dane-unusable': 0,
  'dane-not-validated': 0,
  'caa-unknown-critical': 0,
  'transport-name-unregistered': 0,
} satisfies Record<TransportCode | TransportNameCode, number>

/** What a domain publishes of how mail to it is carried, whether that works, and which names in it look unregistered; `now` makes the id
 * of a new policy. */
export function concludeTransport(
  view: TransportView,
  unregistered: Pick<Unregistered<TransportNameCode>, 'remarks' | 'names'>,
  now: Date,
): Conclusion {
  const evidence = describe(view)
  const stsId = now.toISOString().replace(/\D/g, '').slice(0, 14)
  const remarks = [
    ...unregistered.remarks.map((remark) => ({ ...remark, broken: true })),
    ...transportRemarks(view, stsId, unregistered.names),
  ]
  const findings = priced(
    remarks.map(({ broken: _, ...remark }) => remark),
    COSTS,
  )
  const passed = `${view.domain} publishes ${publishedBy(view).join(', ')}.`
  const broken = remarks.filter((remark) => remark.broken)
  if (broken.length > 0) {
    // What is published and cannot be used has failed, though mail from the domain suffers nothing.
    const conclusion = conclude(WEIGHT, {
      findings,
      passed: broken.map(({ says }) => says).join(' '),
      evidence,
    })
    return { ...conclusion, status: 'failed' }
  }
  const open = unanswered(view)
  if (open.length > 0) {
    return undetermined(`Could not be found out for ${view.domain}, no answer: ${open.join(', ')}.`, evidence)
  }
  if (publishedBy(view).length === 0 && findings.length === 0) {
    return neutral(
      `${view.domain} publishes neither MTA-STS nor TLS-RPT nor DANE. They protect mail to it, not the mail it sends.`,
      evidence,
    )
  }
  return conclude(WEIGHT, { findings, passed, evidence })
}

function publishedBy({ sts, policy, report, dane }: TransportView): string[] {
  const mode = policy?.state === 'policy' && policy.policy.mode ? ` (${policy.policy.mode})` : ''
  return [
    ...(sts.state === 'record' ? [`MTA-STS${mode}`] : []),
    ...(report.state === 'record' ? ['TLS-RPT'] : []),
    ...(dane.some(({ state }) => state === 'usable') ? ['DANE'] : []),
  ]
}

function unanswered({ mail, sts, policy, report, dane, caa }: TransportView): string[] {
  return [
    ...(mail.state === 'failed' ? ['the mail hosts'] : []),
    ...(sts.state === 'failed' ? ['the MTA-STS record'] : []),
    ...(policy?.state === 'failed' ? ['the MTA-STS policy'] : []),
    ...(report.state === 'failed' ? ['the TLS-RPT record'] : []),
    ...dane.flatMap(({ host, state }) => (state === 'failed' ? [`the TLSA records of ${host}`] : [])),
    ...(caa.state === 'failed' ? ['the CAA records'] : []),
  ]
}

const STATES: Readonly<Record<string, string>> = { none: 'absent', record: 'present', failed: 'no answer' }

function describe(view: TransportView): Record<string, string> {
  const { domain, mail, sts, policy, report, dane, caa } = view
  return {
    domain,
    mail_hosts:
      mail.state === 'refuses' ? 'none, by a null MX' : mail.hosts.slice(0, 5).join(', ') || 'no answer',
    mta_sts:
      sts.state === 'record' ? `present, id ${sts.id}` : (STATES[sts.state] ?? `faulty (${sts.state})`),
    ...(policy && { mta_sts_policy: policyInWords(policy) }),
    tls_rpt:
      report.state === 'record'
        ? `present (${report.schemes.join(', ')})`
        : (STATES[report.state] ?? `faulty (${report.state})`),
    dane: dane.map(daneInWords).join('; ') || 'not asked',
    dnssec: mail.validated ? 'the MX answer is validated' : 'not validated, or not by our resolver',
    caa: caaInWords(caa),
  }
}

function policyInWords(policy: NonNullable<TransportView['policy']>): string {
  if (policy.state !== 'policy')
    return policy.state === 'failed' ? 'no answer' : `cannot be fetched (${policy.state})`
  const { mode, mx, maxAge, faults } = policy.policy
  if (faults.length > 0) return 'not valid'
  return `mode ${mode}, max_age ${maxAge}, ${mx.length} mx`
}

function daneInWords({ host, state, validated, records }: TransportView['dane'][number]): string {
  if (records === 0) return `${host} ${STATES[state] ?? state}`
  return `${host} ${state} (${records} TLSA, ${validated ? 'validated' : 'not validated'})`
}

function caaInWords({ state, at, issuers }: TransportView['caa']): string {
  if (state !== 'records') return STATES[state] ?? state
  return `at ${at}: ${issuers.map(({ tag, value }) => `${tag} ${value}`).join(', ') || 'no issuers named'}`
}
