import { shareOf } from '../../../core/aggregate/share.ts'
import { csvLine } from '../../../core/files/csv.ts'
import type { AggregateSource, SourceStatus } from '../aggregates.ts'
import { dateOfDay } from '../window.ts'

/** The first line of a file of sources, whatever they are grouped by: the names of the API. */
export const SOURCE_HEADINGS = csvLine([
  'source',
  'ip',
  'ip_count',
  'reverse_dns',
  'organization',
  'organization_domain',
  'organization_type',
  'status',
  'messages',
  'share',
  'dmarc_pass',
  'dmarc_fail',
  'dmarc_pass_rate',
  'dkim_aligned',
  'spf_aligned',
  'dkim_authenticated',
  'spf_authenticated',
  'disposition_none',
  'disposition_pass',
  'disposition_quarantine',
  'disposition_reject',
  'forwarded',
  'header_from',
  'reports',
  'first_seen',
  'last_seen',
])

/** A source as a line of CSV. `all`: the messages of the whole window. */
export function sourceLine(source: AggregateSource & { status?: SourceStatus }, all: number): string {
  const { messages, pass, dispositions, organization, firstSeen, lastSeen } = source
  return csvLine([
    source.source,
    source.ip,
    source.ipCount,
    source.reverseDns,
    organization?.name,
    organization?.domain,
    organization?.type,
    source.status,
    messages,
    shareOf(messages, all),
    pass,
    messages - pass,
    shareOf(pass, messages),
    source.dkimAligned,
    source.spfAligned,
    source.dkimAuthenticated,
    source.spfAuthenticated,
    dispositions.none,
    dispositions.pass,
    dispositions.quarantine,
    dispositions.reject,
    source.forwarded,
    source.headerFrom.join(','),
    source.reports,
    firstSeen === undefined ? undefined : dateOfDay(firstSeen),
    lastSeen === undefined ? undefined : dateOfDay(lastSeen),
  ])
}
