import type { Schema } from '../document.ts'
import { count, day, flag, list, object, oneOf, openSet, rate, ref, text, time } from '../fields.ts'

const MESSAGES = {
  messages: count('Messages that were reported.'),
  dmarc_pass: count('Of these, messages with an aligned DKIM or SPF pass.'),
  dmarc_fail: count('Of these, the others.'),
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
const total = count('How many there are in all pages together.')
const limit = count('The page size that was used.')
const offset = count('How many were left out before the page.')

const POLICY = {
  p: text('The policy for the domain.'),
  'sp?': text('The policy for subdomains.'),
  'np?': text('The policy for subdomains that do not exist.'),
  'adkim?': text('How strictly DKIM is aligned: r or s.'),
  'aspf?': text('How strictly SPF is aligned: r or s.'),
  'pct?': { type: 'integer', minimum: 0, maximum: 100, description: 'The share the policy applies to.' },
} as const satisfies Record<string, Schema>

/** The bodies of the three DMARC routes. */
export const DMARC_SCHEMAS: Readonly<Record<string, Schema>> = {
  DmarcWindow: object('The days that were asked for, in UTC, both included.', {
    from: day('The first day.'),
    to: day('The last day.'),
    days: count('How many days that is.'),
    settled: flag('False while reports of the last two days may still arrive.'),
    'latest_report_at?': time('When the newest report of the window arrived.'),
  }),
  DmarcDispositions: object('What receivers did with messages.', {
    none: count('Nothing.'),
    pass: count('Let them pass (RFC 9990).'),
    quarantine: count('Put them aside.'),
    reject: count('Refused them.'),
  }),
  DmarcSummary: object('Volume and pass rates of a domain over a window.', {
    domain: text('The domain.'),
    window: ref('DmarcWindow'),
    totals: object('All of the window together.', {
      reports: count('Aggregate reports.'),
      reporters: count('Organisations that sent them.'),
      sources: count('Addresses that sent mail as the domain.'),
      ...MESSAGES,
      ...ALIGNED,
      ...AUTHENTICATED,
    }),
    rates: object('Shares of the messages.', {
      dmarc_pass: passRate,
      dkim_aligned: rate('dkim_aligned / messages'),
      spf_aligned: rate('spf_aligned / messages'),
    }),
    dispositions: ref('DmarcDispositions'),
    overrides: {
      type: 'object',
      description: 'Messages for which a receiver set the policy aside, by its reason. Reasons are added.',
      additionalProperties: count('Messages.'),
    },
    'policy?': object('The policy as the newest report of the window saw it. Absent without one.', {
      ...POLICY,
      'testing?': flag('Whether the policy is being tried out (t=y).'),
      observed_at: time('The end of that report.'),
    }),
    reports_unauthenticated: count('Reports whose own mail did not pass DMARC.'),
    reports_long_range: count('Reports that span more than a day.'),
    daily: list(
      'One entry for each day of the window, oldest first, days without reports too.',
      object('One day.', {
        date: day('The day.'),
        reports: count('Aggregate reports.'),
        ...MESSAGES,
        dmarc_pass_rate: passRate,
      }),
    ),
  }),
  DmarcReport: object('One aggregate report, as far as it is about the domain.', {
    id: text('Our id of the report.'),
    org_name: text('Who sent it.'),
    'org_email?': text('The address it names.'),
    'extra_contact_info?': text('What else it says about its sender.'),
    report_id: text('The id its sender gave it.'),
    policy_domain: text('The domain whose policy was applied.'),
    date: day('The day it counts for.'),
    date_begin: time('Where its span begins.'),
    date_end: time('Where its span ends.'),
    received_at: time('When it arrived.'),
    format: openSet('What it is written in.', ['rfc7489', 'rfc9990']),
    policy: object('The policy it was judged by.', { ...POLICY, 'fo?': text('The failure options.') }),
    records: count('Rows about the domain.'),
    ...MESSAGES,
    dmarc_pass_rate: passRate,
    ...ALIGNED,
    dispositions: ref('DmarcDispositions'),
    authenticated: flag('Whether the mail that brought it passed DMARC.'),
    recovered: flag('Whether it was broken and could be read all the same.'),
    long_range: flag('Whether it spans more than a day.'),
    errors: list('What its sender says went wrong.', { type: 'string' }),
    warnings: list('What is odd about it.', { type: 'string' }),
  }),
  DmarcReportList: object('One page of aggregate reports.', {
    window: ref('DmarcWindow'),
    total,
    limit,
    offset,
    reports: list('Newest first.', ref('DmarcReport')),
  }),
  DmarcSource: object('Who sends as the domain.', {
    source: text('What was grouped by: an address, an organisation, a domain or a reporter.'),
    'ip?': text('The address, when grouped by ip.'),
    'ip_count?': count('How many addresses are in the group, when not grouped by ip.'),
    'reverse_dns?': text('The name of the address, confirmed forward.'),
    'organization?': object('Whose address it is, as far as that is known.', {
      name: text('The name.'),
      'domain?': text('Its domain.'),
      'type?': text('What it does.'),
      'basis?': text('What this was told from.'),
    }),
    ...MESSAGES,
    share: rate('Its share of all messages'),
    dmarc_pass_rate: passRate,
    ...ALIGNED,
    ...AUTHENTICATED,
    dispositions: ref('DmarcDispositions'),
    forwarded: count('Failing messages that a receiver took for forwarded.'),
    'status?': oneOf('What to make of it.', ['passing', 'unaligned', 'forwarded', 'failing']),
    header_from: list('From domains, at most ten.', { type: 'string' }, { maxItems: 10 }),
    reports: count('Aggregate reports that name it.'),
    'first_seen?': day('The first day it was ever reported.'),
    'last_seen?': day('The last day it was reported.'),
  }),
  DmarcSourceList: object('One page of sources.', {
    window: ref('DmarcWindow'),
    group_by: oneOf('What was grouped by.', ['ip', 'organization', 'header_from', 'reporter']),
    total,
    limit,
    offset,
    sources: list('In the order that was asked for.', ref('DmarcSource')),
  }),
}
