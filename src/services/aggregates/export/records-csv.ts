import { networkOf } from '../../../core/aggregate/network-name.ts'
import type { Results } from '../../../core/aggregate/report.ts'
import { csvCells, csvLine } from '../../../core/files/csv.ts'
import type { ReportedRecord } from '../aggregates.ts'
import { schemaOf, subdomainPolicyOf, testingOf, timeOf, wholeResults } from './parsedmarc.ts'

/** parsedmarc's columns without the country, behind three of ours. */
const COLUMNS = [
  'report_uid',
  'received_at',
  'authenticated',
  'xml_schema',
  'org_name',
  'org_email',
  'org_extra_contact_info',
  'report_id',
  'begin_date',
  'end_date',
  'errors',
  'domain',
  'adkim',
  'aspf',
  'p',
  'sp',
  'np',
  'pct',
  'fo',
  'testing',
  'discovery_method',
  'source_ip_address',
  'source_reverse_dns',
  'source_base_domain',
  'source_name',
  'source_type',
  'source_asn',
  'source_as_name',
  'count',
  'spf_aligned',
  'dkim_aligned',
  'dmarc_aligned',
  'disposition',
  'policy_override_reasons',
  'policy_override_comments',
  'envelope_from',
  'header_from',
  'envelope_to',
  'dkim_domains',
  'dkim_selectors',
  'dkim_results',
  'spf_domains',
  'spf_scopes',
  'spf_results',
] as const

/** The first line of a file of records. */
export const RECORD_HEADINGS = csvLine(COLUMNS)

/** Writes records as lines of CSV. Records of one report come one behind the other: what they share is written once. */
export function createRecordLines(): (records: readonly ReportedRecord[]) => string {
  let shared = { uid: '', cells: '' }
  const results = new WeakMap<Results, ResultCells>()

  return (records) => {
    let lines = ''
    for (const one of records) {
      if (one.report.uid !== shared.uid) shared = { uid: one.report.uid, cells: reportCells(one.report) }
      let cells = results.get(one.record.results)
      if (!cells) {
        cells = resultCells(one.record.results)
        results.set(one.record.results, cells)
      }
      lines += `${shared.cells},${recordCells(one, cells)}\r\n`
    }
    return lines
  }
}

/** Up to `discovery_method`. */
function reportCells({ uid, head, receivedAt, authenticated }: ReportedRecord['report']): string {
  const { policy } = head
  return csvCells([
    uid,
    receivedAt.toISOString(),
    authenticated,
    schemaOf(head),
    head.orgName,
    head.orgEmail,
    head.extraContact,
    head.reportId,
    timeOf(head.begin),
    timeOf(head.end),
    head.errors.join('|'),
    head.policyDomain,
    policy.adkim,
    policy.aspf,
    policy.p,
    subdomainPolicyOf(policy),
    policy.np,
    policy.pct,
    policy.fo,
    testingOf(policy),
    policy.discovery,
  ])
}

/** What stands before the envelope, and behind it. */
interface ResultCells {
  reasons: string
  authentication: string
}

function recordCells({ record, name }: ReportedRecord, { reasons, authentication }: ResultCells): string {
  const { organization } = name
  const network = networkOf(organization)
  const source = csvCells([
    record.ip,
    name.reverseDns,
    organization?.domain,
    organization?.name,
    organization?.type,
    network?.number,
    network?.name,
    record.count,
    record.spf,
    record.dkim,
    record.spf || record.dkim,
    record.disposition,
  ])
  const names = csvCells([record.envelopeFrom, record.headerFrom, record.envelopeTo])
  return `${source},${reasons},${names},${authentication}`
}

function resultCells(results: Results): ResultCells {
  const { dkim, spf, reasons } = wholeResults(results)
  const list = <T>(of: readonly T[], text: (one: T) => string) => of.map(text).join(',').toLowerCase()
  return {
    reasons: csvCells([list(reasons, ({ type }) => type), reasons.map(({ comment }) => comment).join('|')]),
    authentication: csvCells([
      list(dkim, ({ domain }) => domain),
      list(dkim, ({ selector }) => selector),
      list(dkim, ({ result }) => result),
      list(spf, ({ domain }) => domain),
      list(spf, ({ scope }) => scope),
      list(spf, ({ result }) => result),
    ]),
  }
}
