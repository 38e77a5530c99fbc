import { SOURCE_GROUPS } from '../../../store/aggregates.ts'
import { SOURCE_STATUSES } from '../../aggregates/aggregates.ts'
import type { Schema } from '../document.ts'
import { count, day, flag, list, object, oneOf, openSet, rate, ref, text, time } from '../fields.ts'

const MESSAGES = {
  messages: count('Messages that were reported.'),
  dmarc_pass: count('Messages that passed DMARC: DKIM or SPF passed in alignment with the From domain.'),
  dmarc_fail: count('Messages that did not.'),
}
const ALIGNED = {
  dkim_aligned: count('Messages whose DKIM passed in alignment with the From domain.'),
  spf_aligned: count('Messages whose SPF passed in alignment with the From domain.'),
}
const AUTHENTICATED = {
  dkim_authenticated: count('Messages with any DKIM pass, aligned or not.'),
  spf_authenticated: count('Messages with any SPF pass, aligned or not.'),
}
const passRate = rate('dmarc_pass / messages')
const total = count('The number of entries on all pages together.')
const limit = count('The page size that was used.')
const offset = count('The number of entries before this page.')

const POLICY = {
  'p?': text('The policy for the domain: none, quarantine or reject. Absent: the report names none.'),
  'sp?': text('The policy for subdomains. Absent: the report names none, and p applies.'),
  'np?': text('The policy for subdomains that do not exist (RFC 9989).'),
  adkim: text('DKIM alignment: r (relaxed) or s (strict).'),
  aspf: text('SPF alignment: r (relaxed) or s (strict).'),
  'pct?': {
    type: 'integer',
    minimum: 0,
    maximum: 100,
    description: 'The percentage of failing mail that the policy applies to (RFC 7489).',
  },
} as const satisfies Record<string, Schema>

/** The bodies of the three DMARC routes. */
export const DMARC_SCHEMAS: Readonly<Record<string, Schema>> = {
  DmarcWindow: object('The days that the numbers are of: UTC days, both included.', {
    from: day('The first day.'),
    to: day('The last day.'),
    days: count('How many days that is.'),
    settled: flag(
      'False while the window ends today or yesterday: reports for its last days may still arrive.',
    ),
    'latest_report_at?': time('When the newest report of the window arrived. Absent: there is none.'),
  }),
  DmarcDispositions: object('Messages by what receivers did with them.', {
    none: count('Nothing was done because of DMARC. Other filters of the receiver may have acted.'),
    pass: count(
      'Passed DMARC under a policy of quarantine or reject (RFC 9990). Older reports count these as none.',
    ),
    quarantine: count('Quarantined, such as put into the spam folder.'),
    reject: count('Rejected.'),
  }),
  DmarcSummary: object('Volume and pass rates of a domain over a window.', {
    domain: text('The domain.'),
    window: ref('DmarcWindow'),
    totals: object('Sums over the window.', {
      reports: count('Aggregate reports.'),
      reporters: count(
        'Who sent them: each domain that their mail is proved to come from, whatever names reports give; where none is proved, each name.',
      ),
      sources: count('Distinct IP addresses that sent mail with the domain in From.'),
      ...MESSAGES,
      ...ALIGNED,
      ...AUTHENTICATED,
    }),
    rates: object('The same as fractions of all messages.', {
      dmarc_pass: passRate,
      dkim_aligned: rate('dkim_aligned / messages'),
      spf_aligned: rate('spf_aligned / messages'),
    }),
    dispositions: ref('DmarcDispositions'),
    overrides: {
      type: 'object',
      description:
        'Messages to which a receiver applied something other than the policy, by its reason. A message with several reasons counts for each. Reasons are added over time.',
      additionalProperties: count('Messages.'),
    },
    'policy?': object(
      'The DMARC policy that the newest report of the window names. Absent: there is no report.',
      {
        ...POLICY,
        testing: flag('The policy is in test mode (t=y, RFC 9989).'),
        observed_at: time('The end of the time that the report covers.'),
      },
    ),
    reports_unauthenticated: count(
      'Reports that are not authenticated: the mail that brought them did not pass DMARC, so anybody may have written them. They are counted above unless authenticated=true.',
    ),
    reports_long_range: count(
      'Reports that cover more than 25 hours. They count for the day of their middle.',
    ),
    daily: list(
      'One entry for each day of the window, oldest first. Days without reports are all zeros.',
      object('One day.', {
        date: day('The day.'),
        reports: count('Aggregate reports.'),
        ...MESSAGES,
        dmarc_pass_rate: passRate,
      }),
    ),
  }),
  DmarcReport: object('One aggregate report: only its records about the domain are counted.', {
    id: text('The id of the report in this service.'),
    org_name: text('The organization that sent it, as it names itself.'),
    'org_email?': text('Its contact address, as it gives it.'),
    'extra_contact_info?': text('More contact information, as it gives it.'),
    report_id: text('The id that the organization gave the report.'),
    policy_domain: text('The domain whose DMARC policy was applied.'),
    date: day('The UTC day that the report counts for: that of the middle of the time it covers.'),
    date_begin: time('The start of the time it covers.'),
    date_end: time('The end of the time it covers.'),
    received_at: time('When it arrived.'),
    format: openSet('The standard that it follows.', ['rfc7489', 'rfc9990']),
    policy: object('The DMARC policy that the organization found.', {
      ...POLICY,
      'fo?': text('When failure reports are asked for.'),
      'testing?': flag('The policy is in test mode (t=y, RFC 9989). Absent: the report does not say.'),
      'discovery_method?': text('How the policy was found: psl or treewalk (RFC 9990).'),
    }),
    records: count('Records about the domain.'),
    ...MESSAGES,
    dmarc_pass_rate: passRate,
    ...ALIGNED,
    dispositions: ref('DmarcDispositions'),
    authenticated: flag(
      'The mail that brought it passed DMARC, or it was imported as trusted. That does not prove the name that it gives itself (org_name).',
    ),
    recovered: flag('It was malformed and could be read all the same.'),
    long_range: flag('It covers more than 25 hours.'),
    errors: list('Errors that the organization reports about its own work.', { type: 'string' }),
    warnings: list('What is unusual about the report, as stable words. Words are added over time.', {
      type: 'string',
    }),
  }),
  DmarcReportList: object('One page of aggregate reports.', {
    window: ref('DmarcWindow'),
    total,
    limit,
    offset,
    reports: list('Newest first.', ref('DmarcReport')),
  }),
  DmarcSource: object('A source of mail with the domain in From, and its DMARC results.', {
    source: text('The IP address, organization, From domain or reporter, as group_by says.'),
    'ip?': text('The IP address. Only with group_by=ip.'),
    'ip_count?': count('Distinct IP addresses. Only with group_by=organization and header_from.'),
    'reverse_dns?': text(
      'The host name of the address (PTR), confirmed by a look-up of that name. Only with group_by=ip.',
    ),
    'organization?': object('Who runs the source, as far as that is known.', {
      name: text('The name.'),
      'domain?': text('Its domain.'),
      'type?': text('What it does, such as Marketing or Web host.'),
      'basis?': text(
        'What this is known from: ptr, the confirmed host name; asn, the network that announces the address.',
      ),
    }),
    ...MESSAGES,
    share: rate('messages / messages of the whole window'),
    dmarc_pass_rate: passRate,
    ...ALIGNED,
    ...AUTHENTICATED,
    dispositions: ref('DmarcDispositions'),
    forwarded: count('Messages that failed DMARC and that a receiver took for forwarded.'),
    'status?': oneOf(
      'The first that holds. forwarded: half of its failing messages or more were forwarded. passing: 95 % of its messages or more pass. unaligned: half of its failing messages or more passed DKIM or SPF, but not in alignment. failing: anything else. Absent with group_by=reporter.',
      SOURCE_STATUSES,
    ),
    header_from: list(
      'From domains of its messages, at most ten. Empty with group_by=reporter.',
      { type: 'string' },
      { maxItems: 10 },
    ),
    'reports?': count(
      'Aggregate reports that it stands in. Absent with group_by=organization: a report may name several of its addresses.',
    ),
    'first_seen?': day(
      'The first day that it was ever reported for the domain. Absent with group_by=reporter.',
    ),
    'last_seen?': day('The last day that it was reported. Absent with group_by=reporter.'),
  }),
  DmarcSourceList: object('One page of sources.', {
    window: ref('DmarcWindow'),
    group_by: oneOf('What makes one source.', SOURCE_GROUPS),
    total,
    limit,
    offset,
    sources: list('Ordered by sort, largest first; equal ones by source.', ref('DmarcSource')),
  }),
}
