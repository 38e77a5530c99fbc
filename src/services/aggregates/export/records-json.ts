import { networkOf } from '../../../core/aggregate/network-name.ts'
import type { ReportedRecord } from '../aggregates.ts'
import { schemaOf, subdomainPolicyOf, testingOf, timeOf, wholeResults } from './parsedmarc.ts'

/** Writes records as an array of reports in parsedmarc's form, piece by piece: a document that was cut short is none. */
export function createRecordDocument(): { add(records: readonly ReportedRecord[]): string; end(): string } {
  let uid: string | undefined
  return {
    add(records) {
      let text = ''
      for (const one of records) {
        if (one.report.uid === uid) text += ',\n'
        else {
          text += uid === undefined ? '[\n' : '\n]},\n'
          text += `${JSON.stringify(reportOf(one.report)).slice(0, -1)},"records":[\n`
          uid = one.report.uid
        }
        text += JSON.stringify(recordOf(one))
      }
      return text
    },
    end: () => (uid === undefined ? '[]\n' : '\n]}\n]\n'),
  }
}

/** All of a report but its records. */
function reportOf({ uid, head, receivedAt, authenticated }: ReportedRecord['report']) {
  const { policy } = head
  return {
    report_uid: uid,
    received_at: receivedAt.toISOString(),
    authenticated,
    xml_schema: schemaOf(head),
    report_metadata: {
      org_name: head.orgName,
      org_email: head.orgEmail ?? null,
      org_extra_contact_info: head.extraContact ?? null,
      report_id: head.reportId,
      begin_date: timeOf(head.begin),
      end_date: timeOf(head.end),
      timespan_requires_normalization: false,
      original_timespan_seconds: head.end - head.begin,
      errors: head.errors,
      generator: head.generator ?? null,
    },
    policy_published: {
      domain: head.policyDomain,
      adkim: policy.adkim,
      aspf: policy.aspf,
      p: policy.p,
      sp: subdomainPolicyOf(policy),
      np: policy.np ?? null,
      pct: policy.pct === undefined ? null : String(policy.pct),
      fo: policy.fo ?? null,
      testing: testingOf(policy) ?? null,
      discovery_method: policy.discovery ?? null,
    },
  }
}

function recordOf({ report: { head }, record, name }: ReportedRecord) {
  const { dkim, spf, reasons } = wholeResults(record.results)
  const network = networkOf(name.organization)
  return {
    interval_begin: timeOf(head.begin),
    interval_end: timeOf(head.end),
    normalized_timespan: false,
    source: {
      ip_address: record.ip,
      country: null,
      reverse_dns: name.reverseDns ?? null,
      base_domain: name.organization?.domain ?? null,
      name: name.organization?.name ?? null,
      type: name.organization?.type ?? null,
      asn: network?.number ?? null,
      as_name: network?.name ?? null,
      as_domain: null,
    },
    count: record.count,
    alignment: { spf: record.spf, dkim: record.dkim, dmarc: record.spf || record.dkim },
    policy_evaluated: {
      disposition: record.disposition,
      dkim: passOrFail(record.dkim),
      spf: passOrFail(record.spf),
      policy_override_reasons: reasons,
    },
    identifiers: {
      header_from: record.headerFrom,
      envelope_from: record.envelopeFrom ?? null,
      envelope_to: record.envelopeTo ?? null,
    },
    auth_results: { dkim, spf },
  }
}

const passOrFail = (isPass: boolean) => (isPass ? 'pass' : 'fail')
