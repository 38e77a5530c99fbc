import { csvCells, csvLine } from '../../../core/files/csv.ts'
import type { TlsFailure, TlsPolicy } from '../../../core/tls-report.ts'
import type { KeptTlsReport } from '../../tls-reports/tls-reports.ts'
import { timeOf } from './parsedmarc.ts'

/** The first line of a file of TLS reports: the columns of parsedmarc. */
export const TLS_HEADINGS = csvLine([
  'organization_name',
  'begin_date',
  'end_date',
  'report_id',
  'result_type',
  'successful_session_count',
  'failed_session_count',
  'policy_domain',
  'policy_type',
  'policy_strings',
  'mx_host_patterns',
  'sending_mta_ip',
  'receiving_ip',
  'receiving_mx_hostname',
  'receiving_mx_helo',
  'additional_info_uri',
  'failure_reason_code',
])

const NO_DETAIL = csvCells(new Array(6))

/** A report as lines of CSV: one for each policy with its successes, and one for each kind of failure. */
export function tlsLines({ report }: Pick<KeptTlsReport, 'report'>): string {
  const shared = csvCells([report.orgName, timeOf(report.begin), timeOf(report.end), report.reportId])
  return report.policies.map((policy) => policyLines(shared, policy)).join('')
}

function policyLines(shared: string, policy: TlsPolicy): string {
  const { successes, failures, details } = policy
  const whose = csvCells([policy.domain, policy.type, policy.lines.join('|'), policy.hosts.join('|')])
  // Failed sessions without details stand beside the successes, so that the column adds up.
  const told = details.reduce((sum, { sessions }) => sum + sessions, 0)
  const untold = failures > told ? failures - told : undefined
  const first = `${shared},${csvCells([undefined, successes, untold])},${whose},${NO_DETAIL}\r\n`
  return first + details.map((detail) => detailLine(shared, whose, detail)).join('')
}

const detailLine = (shared: string, whose: string, detail: TlsFailure): string =>
  `${shared},${csvCells([detail.type, undefined, detail.sessions])},${whose},${csvCells([
    detail.sendingIp,
    detail.receivingIp,
    detail.receivingHost,
    detail.receivingHelo,
    detail.information,
    detail.reason,
  ])}\r\n`
