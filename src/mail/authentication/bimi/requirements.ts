import { asksForReports } from '../dmarc/policy.ts'
import type { DmarcDiscovery } from '../dmarc/record.ts'
import { stepByStep } from '../dmarc/record-remarks.ts'
import type { DmarcRecord } from '../dmarc/tags.ts'
import type { DmarcOutcome } from '../verify/outcome.ts'
import type { BimiRemark } from './remarks.ts'

/** What is said of the DMARC record that a logo needs. */
export type BimiDmarcCode =
  | 'bimi-dmarc-fail'
  | 'bimi-dmarc-not-enforcing'
  | 'bimi-dmarc-subdomains'
  | 'bimi-dmarc-pct'
  | 'bimi-dmarc-testing'

const REFERENCE = 'draft-brand-indicators-for-message-identification section 7.1'

/** What DMARC must be like before a receiver looks for a logo (draft 7.1). `mayFail`: its failure is certain. */
export function dmarcRemarks(
  outcome: DmarcOutcome,
  discovery: DmarcDiscovery,
  mayFail: boolean,
): BimiRemark<BimiDmarcCode>[] {
  const remarks: BimiRemark<BimiDmarcCode>[] = []
  const records = applying(discovery)
  const at = `_dmarc.${discovery.recordDomain ?? discovery.publicSuffixView.organisation}`
  // What cannot be used has to be put right first, as the DMARC check says.
  const first = firstOf(discovery.record)
  const add = (code: BimiDmarcCode, broken: boolean, says: string, advice: string) =>
    remarks.push({ code, says, advice, reference: REFERENCE, broken })
  if (outcome.result === 'fail' && mayFail) {
    add(
      'bimi-dmarc-fail',
      true,
      'DMARC fails, so no logo is shown next to this message.',
      'Make DMARC pass first: see the DMARC check.',
    )
  }
  const isEnforced = records.length > 0 && records.every(({ tags }) => isStrict(tags['p']))
  if (!isEnforced && !discovery.failure) {
    add(
      'bimi-dmarc-not-enforcing',
      true,
      'The DMARC policy is not p=quarantine or p=reject, which a logo needs at the domain and at its organization.',
      first + stepByStep(at),
    )
  }
  if (records.some(({ tags }) => tags['sp'] === 'none')) {
    add(
      'bimi-dmarc-subdomains',
      true,
      'DMARC asks nothing for names below the domain (sp=none), which rules a logo out.',
      `Without sp=none, ${at} asks the same for names below the domain as for itself, which strikes mail of theirs that fails DMARC. ${ONCE_CLEAN}, remove sp=none.`,
    )
  }
  const partial = records.filter(({ tags }) => Number(tags['pct'] ?? 100) < 100)
  if (partial.length > 0) {
    add(
      'bimi-dmarc-pct',
      partial.some(({ tags }) => tags['p'] === 'quarantine'),
      'DMARC acts on a share of the mail only (pct): with p=quarantine no logo is shown, and Gmail shows none at all.',
      `Receivers that go by RFC 9989 act on all mail already; older ones do so without pct. ${ONCE_CLEAN}, remove pct from the TXT record of ${at}.`,
    )
  }
  if (records.some(({ tags }) => tags['t'] === 'y')) {
    add(
      'bimi-dmarc-testing',
      false,
      'DMARC is in test mode (t=y): receivers that heed it show no logo.',
      `${ONCE_CLEAN}, remove t=y from the TXT record of ${at}.`,
    )
  }
  return remarks
}

function firstOf(record: DmarcRecord | undefined): string {
  if (!record) return 'Publish a record with p=none and rua= first: see the DMARC check. '
  return asksForReports(record) ? '' : 'Ask for reports first: see the DMARC check. '
}

/** The record that applies, and the organization's own where that is another. */
function applying({ record, steps, organisation }: DmarcDiscovery): DmarcRecord[] {
  const above = steps.find((step) => step.name === organisation && step.state === 'record')?.record
  return [...new Set([record, above].flatMap((found) => found ?? []))]
}

const ONCE_CLEAN = 'Once the aggregate reports show that all your own mail passes'

const isStrict = (policy: string | undefined) => policy === 'quarantine' || policy === 'reject'
