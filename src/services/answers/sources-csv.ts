import { shareOf } from '../../core/aggregate/share.ts'
import { csvLine } from '../../core/files/csv.ts'
import { granted, type Result } from '../../core/refusal.ts'
import type { AggregateWindow } from '../../store/aggregates.ts'
import type { ExportFile } from '../aggregates/export/exports.ts'
import { dateOfDay } from '../aggregates/window.ts'
import type { DomainActor } from '../domains/domains.ts'
import type { AnsweredSource } from './answered.ts'
import type { SourceAnswers } from './source-answers.ts'

/** The first line of a file of sources with what each is and what to do. */
const ADVISED_HEADINGS = csvLine([
  'key',
  'name',
  'mark',
  'standing',
  'advice',
  'record_name',
  'record_type',
  'record_value',
  'advice_url',
  'reasons',
  'status',
  'sender',
  'organization',
  'organization_domain',
  'basis',
  'messages',
  'share',
  'dmarc_pass',
  'dmarc_fail',
  'dmarc_pass_rate',
  'dkim_aligned',
  'spf_aligned',
  'disposition_none',
  'disposition_pass',
  'disposition_quarantine',
  'disposition_reject',
  'forwarded',
  'mailing_list',
  'unaligned',
  'signature_broken',
  'ip_count',
  'ips',
  'header_from',
  'dkim_domains_passed',
  'dkim_domains_failed',
  'spf_domains_passed',
  'spf_domains_failed',
  'spf_term',
  'first_seen',
  'last_seen',
  'last_passed',
])

/** Every source of a window as CSV, with what it is and what to do about it. */
export async function sourcesWithAdvice(
  answers: Pick<SourceAnswers, 'sources'>,
  actor: DomainActor,
  domainId: string,
  window: AggregateWindow,
): Promise<Result<ExportFile>> {
  const read = await answers.sources(actor, domainId, window)
  if (!read.ok) return read
  const { domain, sources, rest } = read.value
  const whole = sources.reduce((sum, { messages }) => sum + messages, rest?.messages ?? 0)
  const days = `${dateOfDay(window.from)}-${dateOfDay(window.to)}`
  return granted({
    name: `dmarc-sources-with-advice-${domain}-${days}.csv`,
    type: 'text/csv; charset=utf-8',
    parts: lines(sources, whole),
  })
}

async function* lines(sources: readonly AnsweredSource[], whole: number): AsyncGenerator<string, void> {
  yield ADVISED_HEADINGS
  for (const source of sources)
    yield csvLine([...saidCells(source), ...countCells(source, whole), ...seenCells(source)])
}

const saidCells = ({ key, name, mark, standing, advice, reasons, ...source }: AnsweredSource) => [
  key,
  name,
  mark,
  standing,
  advice.says,
  advice.record?.name,
  advice.record?.type,
  advice.record?.value,
  advice.url,
  reasons.join(' '),
  source.status,
  source.sender?.name,
  source.organization?.name,
  source.organization?.domain,
  source.basis,
]

const countCells = ({ messages, pass, dispositions, ...source }: AnsweredSource, whole: number) => [
  messages,
  shareOf(messages, whole),
  pass,
  messages - pass,
  shareOf(pass, messages),
  source.dkimAligned,
  source.spfAligned,
  dispositions.none,
  dispositions.pass,
  dispositions.quarantine,
  dispositions.reject,
  source.forwarded,
  source.listed,
  source.unaligned,
  source.broken,
]

const seenCells = ({
  ipCount,
  ips,
  headerFrom,
  firstSeen,
  lastSeen,
  lastPassed,
  ...source
}: AnsweredSource) => [
  ipCount,
  ips.map(({ ip }) => ip).join(','),
  headerFrom.join(','),
  domainsOf(source.dkimDomains, true),
  domainsOf(source.dkimDomains, false),
  domainsOf(source.spfDomains, true),
  domainsOf(source.spfDomains, false),
  source.spfTerm,
  dateOfDay(firstSeen),
  dateOfDay(lastSeen),
  lastPassed === undefined ? undefined : dateOfDay(lastPassed),
]

const domainsOf = (domains: AnsweredSource['dkimDomains'], hasPassed: boolean): string =>
  domains.flatMap(({ domain, passed }) => (passed === hasPassed ? [domain] : [])).join(',')
