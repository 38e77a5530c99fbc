import type { TlsFailure, TlsPolicy } from '../../../core/tls-report.ts'
import type { KeptTlsReport } from '../../tls-reports/tls-reports.ts'
import { timeOf } from './parsedmarc.ts'

/** A TLS report in parsedmarc's form, with what is known of how it came. */
export function tlsReportDocument({ uid, receivedAt, authenticated, report }: KeptTlsReport) {
  return {
    report_uid: uid,
    received_at: receivedAt.toISOString(),
    authenticated,
    organization_name: report.orgName,
    begin_date: timeOf(report.begin),
    end_date: timeOf(report.end),
    contact_info: report.contact ?? null,
    report_id: report.reportId,
    policies: report.policies.map(policyOf),
  }
}

const policyOf = ({ domain, type, lines, hosts, successes, failures, details }: TlsPolicy) => ({
  policy_domain: domain ?? null,
  policy_type: type,
  ...(lines.length > 0 && { policy_strings: lines }),
  ...(hosts.length > 0 && { mx_host_patterns: hosts }),
  successful_session_count: successes,
  failed_session_count: failures,
  ...(details.length > 0 && { failure_details: details.map(failureOf) }),
})

const failureOf = (one: TlsFailure) => ({
  result_type: one.type,
  failed_session_count: one.sessions,
  ...(one.sendingIp !== undefined && { sending_mta_ip: one.sendingIp }),
  ...(one.receivingIp !== undefined && { receiving_ip: one.receivingIp }),
  ...(one.receivingHost !== undefined && { receiving_mx_hostname: one.receivingHost }),
  ...(one.receivingHelo !== undefined && { receiving_mx_helo: one.receivingHelo }),
  ...(one.information !== undefined && { additional_info_uri: one.information }),
  ...(one.reason !== undefined && { failure_reason_code: one.reason }),
})
