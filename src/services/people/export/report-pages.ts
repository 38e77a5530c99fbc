import type { RecordPlace, ReportedRecord } from '../../../store/aggregates.ts'
import type { Store } from '../../../store/store.ts'
import type { KeptTlsReport } from '../../../store/tls-reports.ts'

const RECORDS_AT_ONCE = 1000
/** Every day that a report may be of. */
const ALWAYS = { from: 0, to: 1_000_000 }

/** Pages of what DMARC reports say of a domain: each record with its report. */
export async function* reportPages(
  { aggregates }: Pick<Store, 'aggregates'>,
  domainId: string,
): AsyncGenerator<object[]> {
  let after: RecordPlace | undefined
  do {
    const page = await aggregates.records(domainId, ALWAYS, {
      limit: RECORDS_AT_ONCE,
      ...(after !== undefined && { after }),
    })
    if (page.records.length > 0) yield page.records.map(recordFacts)
    after = page.next
  } while (after !== undefined)
}

const TLS_REPORTS_AT_ONCE = 50

/** Pages of the TLS reports about a domain, each as it is kept. */
export async function* tlsReportPages(
  { tlsReports }: Pick<Store, 'tlsReports'>,
  domainId: string,
): AsyncGenerator<object[]> {
  let after: string | undefined
  do {
    const page = await tlsReports.whole(domainId, ALWAYS, {
      limit: TLS_REPORTS_AT_ONCE,
      ...(after !== undefined && { after }),
    })
    if (page.reports.length > 0) yield page.reports.map(tlsReportFacts)
    after = page.next
  } while (after !== undefined)
}

const moment = (seconds: number) => new Date(seconds * 1000)

function recordFacts({ report: { uid, head, receivedAt, authenticated }, record }: ReportedRecord) {
  return {
    report: uid,
    org_name: head.orgName,
    org_email: head.orgEmail,
    report_id: head.reportId,
    begin: moment(head.begin),
    end: moment(head.end),
    received_at: receivedAt,
    authenticated,
    policy_domain: head.policyDomain,
    policy: head.policy,
    source_ip: record.ip,
    messages: record.count,
    dkim_aligned: record.dkim,
    spf_aligned: record.spf,
    disposition: record.disposition,
    header_from: record.headerFrom,
    envelope_from: record.envelopeFrom,
    envelope_to: record.envelopeTo,
    auth_results: { dkim: record.results.dkim, spf: record.results.spf },
    reasons: record.results.reasons,
  }
}

function tlsReportFacts({ uid, receivedAt, authenticated, report }: KeptTlsReport) {
  return {
    report: uid,
    org_name: report.orgName,
    contact: report.contact,
    report_id: report.reportId,
    begin: moment(report.begin),
    end: moment(report.end),
    received_at: receivedAt,
    authenticated,
    policies: report.policies,
  }
}
