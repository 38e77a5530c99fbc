import { isLongRange, type PublishedPolicy } from '../../core/aggregate/report.ts'
import { shareOf } from '../../core/aggregate/share.ts'
import type {
  AggregateSlice,
  AggregateSource,
  AggregateSummary,
  AggregateWindow,
  Counts,
  DayCounts,
  SourceGroup,
  SourceStatus,
} from './aggregates.ts'
import { dateOfDay, isSettled } from './window.ts'

/** What reports say as the API and commands write it. Absent is a missing key; a rate of no messages is null. */

const MOST_FROM_DOMAINS = 10

const secondsToTime = (seconds: number) => new Date(seconds * 1000).toISOString()

const given = (text: string | undefined) => text !== undefined && text !== ''

/** What the window of a body is made of. */
export interface WindowFacts {
  window: AggregateWindow
  latestReportAt?: Date | undefined
  now: Date
}

export function windowBody({ window, latestReportAt, now }: WindowFacts) {
  return {
    from: dateOfDay(window.from),
    to: dateOfDay(window.to),
    days: window.to - window.from + 1,
    settled: isSettled(window, now),
    ...(latestReportAt && { latest_report_at: latestReportAt.toISOString() }),
  }
}

const results = ({ messages, pass }: Pick<Counts, 'messages' | 'pass'>) => ({
  messages,
  dmarc_pass: pass,
  dmarc_fail: messages - pass,
})

const aligned = ({ dkimAligned, spfAligned }: Pick<Counts, 'dkimAligned' | 'spfAligned'>) => ({
  dkim_aligned: dkimAligned,
  spf_aligned: spfAligned,
})

const raw = ({ dkimAuthenticated, spfAuthenticated }: Counts) => ({
  dkim_authenticated: dkimAuthenticated,
  spf_authenticated: spfAuthenticated,
})

const dispositionsBody = ({ none, pass, quarantine, reject }: Counts['dispositions']) => ({
  none,
  pass,
  quarantine,
  reject,
})

const policyBody = ({ p, sp, np, adkim, aspf, pct }: PublishedPolicy) => ({
  ...(given(p) && { p }),
  ...(given(sp) && { sp }),
  ...(given(np) && { np }),
  adkim,
  aspf,
  ...(pct !== undefined && { pct }),
})

export function summaryBody(
  summary: AggregateSummary & { domain: string },
  { window, now }: { window: AggregateWindow; now: Date },
) {
  const { messages, pass, dkimAligned, spfAligned, overrides, policy, latestReportAt } = summary
  return {
    domain: summary.domain,
    window: windowBody({ window, latestReportAt, now }),
    totals: {
      reports: summary.reports,
      reporters: summary.reporters,
      sources: summary.sources,
      ...results(summary),
      ...aligned(summary),
      ...raw(summary),
    },
    rates: {
      dmarc_pass: shareOf(pass, messages),
      dkim_aligned: shareOf(dkimAligned, messages),
      spf_aligned: shareOf(spfAligned, messages),
    },
    dispositions: dispositionsBody(summary.dispositions),
    overrides: {
      forwarded: overrides.forwarded,
      mailing_list: overrides.mailing_list,
      trusted_forwarder: overrides.trusted_forwarder,
      local_policy: overrides.local_policy,
      sampled_out: overrides.sampled_out,
      policy_test_mode: overrides.policy_test_mode,
      other: overrides.other,
    },
    ...(policy && {
      policy: {
        ...policyBody(policy.policy),
        testing: policy.policy.testing ?? false,
        observed_at: secondsToTime(policy.end),
      },
    }),
    reports_unauthenticated: summary.unauthenticated,
    reports_long_range: summary.longRange,
    daily: dailyBody(summary.days, window),
  }
}

const NOTHING = { reports: 0, messages: 0, pass: 0 }

/** Every day of the window, those without reports too. */
function dailyBody(days: readonly DayCounts[], { from, to }: AggregateWindow) {
  const reported = new Map(days.map((one) => [one.day, one]))
  return Array.from({ length: to - from + 1 }, (_, index) => {
    const { reports, messages, pass } = reported.get(from + index) ?? NOTHING
    return {
      date: dateOfDay(from + index),
      reports,
      ...results({ messages, pass }),
      dmarc_pass_rate: shareOf(pass, messages),
    }
  })
}

export function reportBody(slice: AggregateSlice) {
  const { head, messages, pass } = slice
  const { fo, testing, discovery } = head.policy
  return {
    id: slice.uid,
    org_name: head.orgName,
    ...(given(head.orgEmail) && { org_email: head.orgEmail }),
    ...(given(head.extraContact) && { extra_contact_info: head.extraContact }),
    report_id: head.reportId,
    policy_domain: head.policyDomain,
    date: dateOfDay(slice.day),
    date_begin: secondsToTime(head.begin),
    date_end: secondsToTime(head.end),
    received_at: slice.receivedAt.toISOString(),
    format: head.format,
    policy: {
      ...policyBody(head.policy),
      ...(given(fo) && { fo }),
      ...(testing !== undefined && { testing }),
      ...(given(discovery) && { discovery_method: discovery }),
    },
    records: slice.records,
    ...results(slice),
    dmarc_pass_rate: shareOf(pass, messages),
    ...aligned(slice),
    dispositions: dispositionsBody(slice.dispositions),
    authenticated: slice.authenticated,
    recovered: head.recovered,
    long_range: isLongRange(head),
    errors: head.errors,
    warnings: head.warnings,
  }
}

/** `all`: the messages of the whole window, which its share goes by. */
export function sourceBody(
  source: AggregateSource & { status?: SourceStatus },
  { groupBy, all }: { groupBy: SourceGroup; all: number },
) {
  const { messages, pass } = source
  return {
    source: source.source,
    ...whose(source, groupBy),
    ...results(source),
    share: shareOf(messages, all),
    dmarc_pass_rate: shareOf(pass, messages),
    ...aligned(source),
    ...raw(source),
    dispositions: dispositionsBody(source.dispositions),
    forwarded: source.forwarded,
    ...(source.status && groupBy !== 'reporter' && { status: source.status }),
    header_from: source.headerFrom.slice(0, MOST_FROM_DOMAINS),
    ...(source.reports !== undefined && { reports: source.reports }),
    ...(groupBy !== 'reporter' && seen(source)),
  }
}

function whose({ ip, ipCount, reverseDns, organization }: AggregateSource, groupBy: SourceGroup) {
  const isAddress = groupBy === 'ip'
  return {
    ...(isAddress && { ip }),
    ...(!isAddress && groupBy !== 'reporter' && ipCount !== undefined && { ip_count: ipCount }),
    ...(isAddress && reverseDns !== undefined && { reverse_dns: reverseDns }),
    ...(organization && groupBy !== 'reporter' && { organization: organizationBody(organization) }),
  }
}

const organizationBody = ({ name, domain, type, basis }: NonNullable<AggregateSource['organization']>) => ({
  name,
  ...(domain !== undefined && { domain }),
  ...(type !== undefined && { type }),
  ...(basis !== undefined && { basis }),
})

const seen = ({ firstSeen, lastSeen }: AggregateSource) => ({
  ...(firstSeen !== undefined && { first_seen: dateOfDay(firstSeen) }),
  ...(lastSeen !== undefined && { last_seen: dateOfDay(lastSeen) }),
})
