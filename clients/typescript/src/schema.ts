// Made from the OpenAPI document by scripts/generate-client.ts. Not to be edited by hand.

/** A test address. */
export interface Test {
  /** Names the test. Not a credential for tests made with a key. */
  token: string
  /** Where to send the message. Case does not matter, and +anything may be added. */
  address: string
  /** Who made the test: always api here. */
  source: 'api'
  /** From then on the test answers 404 and the address takes no mail. ISO 8601 in UTC, with fractional seconds. */
  expires_at: string
  /** When the address was allocated. ISO 8601 in UTC, with fractional seconds. */
  created_at: string
}

/** A test in a list. The address is in its report. */
export interface TestListItem {
  /** Names the test. Not a credential for tests made with a key. */
  token: string
  /** Who made the test. */
  source: 'api' | 'dashboard' | 'monitor'
  /** pending until a message has arrived and was analysed; then scored, or failed when it could not be analysed. */
  status: 'pending' | 'scored' | 'failed'
  /** Counts down from max_score, with one decimal. Absent unless the status is scored. */
  score?: number
  /** When the address was allocated. ISO 8601 in UTC, with fractional seconds. */
  created_at: string
  /** When the message arrived. Absent while the status is pending. ISO 8601 in UTC, with fractional seconds. */
  received_at?: string
}

/** One page of tests. */
export interface TestList {
  /** Newest first. */
  tests: TestListItem[]
}

/** The judgement of one received message. */
export interface Report {
  /** Names the test. Not a credential for tests made with a key. */
  token: string
  /** Where to send the message. Case does not matter, and +anything may be added. */
  address: string
  /** pending until a message has arrived and was analysed; then scored, or failed when it could not be analysed. */
  status: 'pending' | 'scored' | 'failed'
  /** Counts down from max_score, with one decimal. Absent unless the status is scored. */
  score?: number
  /** What the score counts down from. */
  max_score: number
  /** True when the plan withholds the full report: the score stays, checks is empty. */
  gated: boolean
  /** When the address was allocated. ISO 8601 in UTC, with fractional seconds. */
  created_at: string
  /** When the message arrived. Absent while the status is pending. ISO 8601 in UTC, with fractional seconds. */
  received_at?: string
  /** The message the report is about; give it as m to come back to this one. Absent while the status is pending. */
  message_id?: string
  /** One entry for each analyzer; empty unless the status is scored. */
  checks: Check[]
}

/** What is said of the mail of a test. */
export interface OwnerWord {
  /** The kind of all its messages; inferred takes back what was said, and each is taken for what it looks like. */
  kind?: 'transactional' | 'marketing' | 'list' | 'personal' | 'inferred'
  /** Whether 5,000 messages a day or more are sent to one provider. */
  bulk?: boolean
}

/** What one analyzer found. */
export interface Check {
  /** The analyzer. The set grows. */
  name: string
  /** passed: nothing to fix. failed: it costs points. neutral: there was nothing to judge. error: it could not be determined. */
  status: 'passed' | 'failed' | 'neutral' | 'error'
  /** 0, or what it takes away from the score. */
  score: number
  /** What was seen. summary says it in a sentence; where there is something to do, advice says what and reference names the source; refinement is what could be improved further, though few receivers notice it. why says in a plain line why the check matters, who says who can change it. Where records or header fields fix it, fix holds them, one on a line, and gain the points they win, or unknown; of records that were tried, records_before and records_after hold all of the names and types that they change, one on a line, as name, type and record. Keys vary by check, and new ones are added. */
  detail: Record<string, string>
}

/** The message a test received, as far as it may be shown. */
export type Message = ShownMessage | WithheldMessage

/** A message whose content is shown. */
export interface ShownMessage {
  /** Display name and address of the sender; the envelope sender when the message names none. */
  from: string
  /** The Date field as it was written; empty when the message has none. */
  date: string
  /** The subject; empty when the message has none. */
  subject: string
  /** The text part, or the HTML as text. */
  content: string
  /** The content is not withheld. */
  withheld: false
}

/** A message that looks like a verification code, a sign-in link or a password reset: its subject and content are not shown. */
export interface WithheldMessage {
  /** Display name and address of the sender; the envelope sender when the message names none. */
  from: string
  /** The Date field as it was written; empty when the message has none. */
  date: string
  /** The content is withheld. */
  withheld: true
  /** Why, in a sentence. */
  withheld_reason: string
}

/** What a key stands for. */
export interface Whoami {
  /** The account the key acts for. */
  account_id: string
  /** What the key may do. */
  scopes: ('tests:write' | 'tests:read' | 'domains:read' | 'dmarc:read')[]
}

/** A domain of the account. A subdomain is an entry of its own, with an id of its own. */
export interface Domain {
  /** What the DMARC addresses take as {id}. */
  id: string
  /** The name. */
  domain: string
  /** Whether the account has shown that the domain is its own. */
  verified: boolean
}

/** The domains of the account. */
export interface DomainList {
  /** All of them. */
  domains: Domain[]
}

/** The days that the numbers are of: UTC days, both included. */
export interface DmarcWindow {
  /** The first day. */
  from: string
  /** The last day. */
  to: string
  /** How many days that is. */
  days: number
  /** False while the window ends today or yesterday: reports for its last days may still arrive. */
  settled: boolean
  /** When the newest report of the window arrived. Absent: there is none. ISO 8601 in UTC, with fractional seconds. */
  latest_report_at?: string
}

/** Messages by what receivers did with them. */
export interface DmarcDispositions {
  /** Nothing was done because of DMARC. Other filters of the receiver may have acted. */
  none: number
  /** Passed DMARC under a policy of quarantine or reject (RFC 9990). Older reports count these as none. */
  pass: number
  /** Quarantined, such as put into the spam folder. */
  quarantine: number
  /** Rejected. */
  reject: number
}

/** Volume and pass rates of a domain over a window. */
export interface DmarcSummary {
  /** The domain. */
  domain: string
  window: DmarcWindow
  /** Sums over the window. */
  totals: {
    /** Aggregate reports. */
    reports: number
    /** Who sent them: each domain that their mail is proved to come from, whatever names reports give; where none is proved, each name. */
    reporters: number
    /** Distinct IP addresses that sent mail with the domain in From. */
    sources: number
    /** Messages that were reported. */
    messages: number
    /** Messages that passed DMARC: DKIM or SPF passed in alignment with the From domain. */
    dmarc_pass: number
    /** Messages that did not. */
    dmarc_fail: number
    /** Messages whose DKIM passed in alignment with the From domain. */
    dkim_aligned: number
    /** Messages whose SPF passed in alignment with the From domain. */
    spf_aligned: number
    /** Messages with any DKIM pass, aligned or not. */
    dkim_authenticated: number
    /** Messages with any SPF pass, aligned or not. */
    spf_authenticated: number
  }
  /** The same as fractions of all messages. */
  rates: {
    /** dmarc_pass / messages, 0 to 1, rounded down to 4 places; null when there are no messages. */
    dmarc_pass: number | null
    /** dkim_aligned / messages, 0 to 1, rounded down to 4 places; null when there are no messages. */
    dkim_aligned: number | null
    /** spf_aligned / messages, 0 to 1, rounded down to 4 places; null when there are no messages. */
    spf_aligned: number | null
  }
  dispositions: DmarcDispositions
  /** Messages to which a receiver applied something other than the policy, by its reason. A message with several reasons counts for each. Reasons are added over time. */
  overrides: Record<string, number>
  /** The DMARC policy that the newest report of the window names. Absent: there is no report. */
  policy?: {
    /** The policy for the domain: none, quarantine or reject. Absent: the report names none. */
    p?: string
    /** The policy for subdomains. Absent: the report names none, and p applies. */
    sp?: string
    /** The policy for subdomains that do not exist (RFC 9989). */
    np?: string
    /** DKIM alignment: r (relaxed) or s (strict). */
    adkim: string
    /** SPF alignment: r (relaxed) or s (strict). */
    aspf: string
    /** The percentage of failing mail that the policy applies to (RFC 7489). */
    pct?: number
    /** The policy is in test mode (t=y, RFC 9989). */
    testing: boolean
    /** The end of the time that the report covers. ISO 8601 in UTC, with fractional seconds. */
    observed_at: string
  }
  /** Reports that are not authenticated: the mail that brought them did not pass DMARC, so anybody may have written them. They are counted above unless authenticated=true. */
  reports_unauthenticated: number
  /** Reports that cover more than 25 hours. They count for the day of their middle. */
  reports_long_range: number
  /** One entry for each day of the window, oldest first. Days without reports are all zeros. */
  daily: {
    /** The day. */
    date: string
    /** Aggregate reports. */
    reports: number
    /** Messages that were reported. */
    messages: number
    /** Messages that passed DMARC: DKIM or SPF passed in alignment with the From domain. */
    dmarc_pass: number
    /** Messages that did not. */
    dmarc_fail: number
    /** dmarc_pass / messages, 0 to 1, rounded down to 4 places; null when there are no messages. */
    dmarc_pass_rate: number | null
  }[]
}

/** One aggregate report: only its records about the domain are counted. */
export interface DmarcReport {
  /** The id of the report in this service. */
  id: string
  /** The organization that sent it, as it names itself. */
  org_name: string
  /** Its contact address, as it gives it. */
  org_email?: string
  /** More contact information, as it gives it. */
  extra_contact_info?: string
  /** The id that the organization gave the report. */
  report_id: string
  /** The domain whose DMARC policy was applied. */
  policy_domain: string
  /** The UTC day that the report counts for: that of the middle of the time it covers. */
  date: string
  /** The start of the time it covers. ISO 8601 in UTC, with fractional seconds. */
  date_begin: string
  /** The end of the time it covers. ISO 8601 in UTC, with fractional seconds. */
  date_end: string
  /** When it arrived. ISO 8601 in UTC, with fractional seconds. */
  received_at: string
  /** The standard that it follows. */
  format: string
  /** The DMARC policy that the organization found. */
  policy: {
    /** The policy for the domain: none, quarantine or reject. Absent: the report names none. */
    p?: string
    /** The policy for subdomains. Absent: the report names none, and p applies. */
    sp?: string
    /** The policy for subdomains that do not exist (RFC 9989). */
    np?: string
    /** DKIM alignment: r (relaxed) or s (strict). */
    adkim: string
    /** SPF alignment: r (relaxed) or s (strict). */
    aspf: string
    /** The percentage of failing mail that the policy applies to (RFC 7489). */
    pct?: number
    /** When failure reports are asked for. */
    fo?: string
    /** The policy is in test mode (t=y, RFC 9989). Absent: the report does not say. */
    testing?: boolean
    /** How the policy was found: psl or treewalk (RFC 9990). */
    discovery_method?: string
  }
  /** Records about the domain. */
  records: number
  /** Messages that were reported. */
  messages: number
  /** Messages that passed DMARC: DKIM or SPF passed in alignment with the From domain. */
  dmarc_pass: number
  /** Messages that did not. */
  dmarc_fail: number
  /** dmarc_pass / messages, 0 to 1, rounded down to 4 places; null when there are no messages. */
  dmarc_pass_rate: number | null
  /** Messages whose DKIM passed in alignment with the From domain. */
  dkim_aligned: number
  /** Messages whose SPF passed in alignment with the From domain. */
  spf_aligned: number
  dispositions: DmarcDispositions
  /** The mail that brought it passed DMARC, or it was imported as trusted. That does not prove the name that it gives itself (org_name). */
  authenticated: boolean
  /** It was malformed and could be read all the same. */
  recovered: boolean
  /** It covers more than 25 hours. */
  long_range: boolean
  /** Errors that the organization reports about its own work. */
  errors: string[]
  /** What is unusual about the report, as stable words. Words are added over time. */
  warnings: string[]
}

/** One page of aggregate reports. */
export interface DmarcReportList {
  window: DmarcWindow
  /** The number of entries on all pages together. */
  total: number
  /** The page size that was used. */
  limit: number
  /** The number of entries before this page. */
  offset: number
  /** Newest first. */
  reports: DmarcReport[]
}

/** A source of mail with the domain in From, and its DMARC results. */
export interface DmarcSource {
  /** The IP address, organization, From domain or reporter, as group_by says. */
  source: string
  /** The IP address. Only with group_by=ip. */
  ip?: string
  /** Distinct IP addresses. Only with group_by=organization and header_from. */
  ip_count?: number
  /** The host name of the address (PTR), confirmed by a look-up of that name. Only with group_by=ip. */
  reverse_dns?: string
  /** Who runs the source, as far as that is known. */
  organization?: {
    /** The name. */
    name: string
    /** Its domain. */
    domain?: string
    /** What it does, such as Marketing or Web host. */
    type?: string
    /** What this is known from: ptr, the confirmed host name; asn, the network that announces the address. */
    basis?: string
  }
  /** Messages that were reported. */
  messages: number
  /** Messages that passed DMARC: DKIM or SPF passed in alignment with the From domain. */
  dmarc_pass: number
  /** Messages that did not. */
  dmarc_fail: number
  /** messages / messages of the whole window, 0 to 1, rounded down to 4 places; null when there are no messages. */
  share: number | null
  /** dmarc_pass / messages, 0 to 1, rounded down to 4 places; null when there are no messages. */
  dmarc_pass_rate: number | null
  /** Messages whose DKIM passed in alignment with the From domain. */
  dkim_aligned: number
  /** Messages whose SPF passed in alignment with the From domain. */
  spf_aligned: number
  /** Messages with any DKIM pass, aligned or not. */
  dkim_authenticated: number
  /** Messages with any SPF pass, aligned or not. */
  spf_authenticated: number
  dispositions: DmarcDispositions
  /** Messages that failed DMARC and that a receiver took for forwarded. */
  forwarded: number
  /** The first that holds. forwarded: half of its failing messages or more were forwarded. passing: 95 % of its messages or more pass. unaligned: half of its failing messages or more passed DKIM or SPF, but not in alignment. failing: anything else. Absent with group_by=reporter. */
  status?: 'forwarded' | 'passing' | 'unaligned' | 'failing'
  /** From domains of its messages, at most ten. Empty with group_by=reporter. */
  header_from: string[]
  /** Aggregate reports that it stands in. Absent with group_by=organization: a report may name several of its addresses. */
  reports?: number
  /** The first day that it was ever reported for the domain. Absent with group_by=reporter. */
  first_seen?: string
  /** The last day that it was reported. Absent with group_by=reporter. */
  last_seen?: string
}

/** One page of sources. */
export interface DmarcSourceList {
  window: DmarcWindow
  /** What makes one source. */
  group_by: 'ip' | 'organization' | 'header_from' | 'reporter'
  /** The number of entries on all pages together. */
  total: number
  /** The page size that was used. */
  limit: number
  /** The number of entries before this page. */
  offset: number
  /** Ordered by sort, largest first; equal ones by source. */
  sources: DmarcSource[]
}

/** Why a request was not done. Programs go by the status: the text is for people. */
export interface Error {
  /** One or two sentences. */
  error: string
}

/** A test is scored. Each time a message of a test is analysed. The latest message is what the test shows. */
export interface TestScoredEvent {
  /** What happened: always test.scored. */
  type: 'test.scored'
  /** When it happened; the same in each attempt. ISO 8601 in UTC, with fractional seconds. */
  timestamp: string
  /** What is told of it. Keys are added over time: take those you do not know. */
  data: {
    /** The test: what GET /v1/tests/{token} takes. */
    token: string
    /** The message, as the report names it. */
    message_id: string
    /** The score of the message, with one decimal. */
    score: number
    /** What the score counts down from. */
    max_score: number
    /** The monitor that the message came for. Absent: another kind of test. */
    monitor_id?: string
    /** The page about it. */
    link: string
  }
}

/** A message could not be analysed. When a message of a test cannot be analysed, for a reason of its own. */
export interface TestFailedEvent {
  /** What happened: always test.failed. */
  type: 'test.failed'
  /** When it happened; the same in each attempt. ISO 8601 in UTC, with fractional seconds. */
  timestamp: string
  /** What is told of it. Keys are added over time: take those you do not know. */
  data: {
    /** The test: what GET /v1/tests/{token} takes. */
    token: string
    /** The message, as the report names it. */
    message_id: string
    /** Why, in a sentence. */
    reason: string
    /** The monitor that the message came for. Absent: another kind of test. */
    monitor_id?: string
    /** The page about it. */
    link: string
  }
}

/** A domain is verified. When the record that proves a domain was found. */
export interface DomainVerifiedEvent {
  /** What happened: always domain.verified. */
  type: 'domain.verified'
  /** When it happened; the same in each attempt. ISO 8601 in UTC, with fractional seconds. */
  timestamp: string
  /** What is told of it. Keys are added over time: take those you do not know. */
  data: {
    /** The id of the domain, as GET /v1/domains lists it. */
    domain_id: string
    /** The domain. */
    domain: string
    /** The page about it. */
    link: string
  }
}

/** A domain is no longer verified. When the record that proves a domain was missing for three days. */
export interface DomainUnverifiedEvent {
  /** What happened: always domain.unverified. */
  type: 'domain.unverified'
  /** When it happened; the same in each attempt. ISO 8601 in UTC, with fractional seconds. */
  timestamp: string
  /** What is told of it. Keys are added over time: take those you do not know. */
  data: {
    /** The id of the domain, as GET /v1/domains lists it. */
    domain_id: string
    /** The domain. */
    domain: string
    /** The page about it. */
    link: string
  }
}

/** A DMARC report arrived. For each authenticated aggregate report about a domain that comes by mail. */
export interface DmarcReportReceivedEvent {
  /** What happened: always dmarc.report_received. */
  type: 'dmarc.report_received'
  /** When it happened; the same in each attempt. ISO 8601 in UTC, with fractional seconds. */
  timestamp: string
  /** What is told of it. Keys are added over time: take those you do not know. */
  data: {
    /** The id of the domain, as GET /v1/domains lists it. */
    domain_id: string
    /** The domain. */
    domain: string
    /** The id of the report in this service. */
    report: string
    /** The organization that sent it, as it names itself. */
    reporter: string
    /** Messages that it is about. */
    messages: number
    /** Messages that passed DMARC. */
    dmarc_pass: number
    /** The page about it. */
    link: string
  }
}

/** A new source sends as the domain. When DMARC reports show a source of mail that was not there before. */
export interface DmarcSourceNewEvent {
  /** What happened: always dmarc.source_new. */
  type: 'dmarc.source_new'
  /** When it happened; the same in each attempt. ISO 8601 in UTC, with fractional seconds. */
  timestamp: string
  /** What is told of it. Keys are added over time: take those you do not know. */
  data: {
    /** The id of the domain, as GET /v1/domains lists it. */
    domain_id: string
    /** The domain. */
    domain: string
    /** The key of the source, stable. */
    source: string
    /** Its name. */
    name: string
    /** The first day that reports are about. */
    first_seen: string
    /** Messages of the latest settled week. */
    messages: number
    /** The share of them that passed DMARC, 0 to 1, rounded down to 4 places. */
    dmarc_pass_rate: number
    /** Nothing of it passed, and nothing says that it is the domain’s own. */
    likely_abuse: boolean
    /** How many more sources came with it, which are not told of one by one. */
    other_sources: number
    /** The page about it. */
    link: string
  }
}

/** Mail of a source fails DMARC. When mail of a source that passed DMARC does not pass any more. */
export interface DmarcSourceRegressedEvent {
  /** What happened: always dmarc.source_regressed. */
  type: 'dmarc.source_regressed'
  /** When it happened; the same in each attempt. ISO 8601 in UTC, with fractional seconds. */
  timestamp: string
  /** What is told of it. Keys are added over time: take those you do not know. */
  data: {
    /** The id of the domain, as GET /v1/domains lists it. */
    domain_id: string
    /** The domain. */
    domain: string
    /** The key of the source, stable. */
    source: string
    /** Its name. */
    name: string
    /** Messages that were counted. */
    messages: number
    /** The share of them that passed DMARC, 0 to 1, rounded down to 4 places. */
    dmarc_pass_rate: number
    /** The share that passed before, 0 to 1, rounded down to 4 places. */
    dmarc_pass_rate_before: number
    /** How many more sources got worse with it. */
    other_sources: number
    /** The page about it. */
    link: string
  }
}

/** The DMARC pass rate of a domain fell. When the share of a domain’s own mail that passes DMARC is lower than it was. */
export interface DmarcRateLowEvent {
  /** What happened: always dmarc.rate_low. */
  type: 'dmarc.rate_low'
  /** When it happened; the same in each attempt. ISO 8601 in UTC, with fractional seconds. */
  timestamp: string
  /** What is told of it. Keys are added over time: take those you do not know. */
  data: {
    /** The id of the domain, as GET /v1/domains lists it. */
    domain_id: string
    /** The domain. */
    domain: string
    /** Messages that were counted. */
    messages: number
    /** Days that they are of. */
    days: number
    /** The share of them that passed DMARC, 0 to 1, rounded down to 4 places. */
    dmarc_pass_rate: number
    /** The share that passed before, 0 to 1, rounded down to 4 places. */
    dmarc_pass_rate_before: number
    /** The page about it. */
    link: string
  }
}

/** No DMARC reports arrive. When reports about a domain stop coming. */
export interface DmarcReportsMissingEvent {
  /** What happened: always dmarc.reports_missing. */
  type: 'dmarc.reports_missing'
  /** When it happened; the same in each attempt. ISO 8601 in UTC, with fractional seconds. */
  timestamp: string
  /** What is told of it. Keys are added over time: take those you do not know. */
  data: {
    /** The id of the domain, as GET /v1/domains lists it. */
    domain_id: string
    /** The domain. */
    domain: string
    /** Days without one. */
    days: number
    /** The newest day that reports are about. */
    last_day: string
    /** The page about it. */
    link: string
  }
}

/** Receivers see another DMARC policy. When most reports of a day name another policy than before. */
export interface DmarcPolicyChangedEvent {
  /** What happened: always dmarc.policy_changed. */
  type: 'dmarc.policy_changed'
  /** When it happened; the same in each attempt. ISO 8601 in UTC, with fractional seconds. */
  timestamp: string
  /** What is told of it. Keys are added over time: take those you do not know. */
  data: {
    /** The id of the domain, as GET /v1/domains lists it. */
    domain_id: string
    /** The domain. */
    domain: string
    /** The tags that changed, as they were: p=quarantine */
    before: string
    /** The same tags as they are. */
    after: string
    /** The first day on which most reports say so. */
    first_day: string
    /** The page about it. */
    link: string
  }
}

/** Senders could not use TLS. When TLS reports tell of sessions that failed. */
export interface TlsFailuresEvent {
  /** What happened: always tls.failures. */
  type: 'tls.failures'
  /** When it happened; the same in each attempt. ISO 8601 in UTC, with fractional seconds. */
  timestamp: string
  /** What is told of it. Keys are added over time: take those you do not know. */
  data: {
    /** The id of the domain, as GET /v1/domains lists it. */
    domain_id: string
    /** The domain. */
    domain: string
    /** Sessions that were reported. */
    sessions: number
    /** Sessions that failed. */
    failures: number
    /** Days that they are of. */
    days: number
    /** How they failed, as RFC 8460 names it. */
    types: string[]
    /** How many more there were. Absent: none. */
    more_types?: number
    /** The page about it. */
    link: string
  }
}

/** Recipients complain about mail of a domain. When authenticated reports of a provider’s feedback loop are about at least 0.3 % of the mail that it says was sent; or, where that is not known, about many more messages than before. */
export interface ComplaintsRateHighEvent {
  /** What happened: always complaints.rate_high. */
  type: 'complaints.rate_high'
  /** When it happened; the same in each attempt. ISO 8601 in UTC, with fractional seconds. */
  timestamp: string
  /** What is told of it. Keys are added over time: take those you do not know. */
  data: {
    /** The id of the domain, as GET /v1/domains lists it. */
    domain_id: string
    /** The domain. */
    domain: string
    /** The provider that reports: its id, or its domain. */
    provider: string
    /** Its name. */
    name: string
    /** Complaints that were counted. */
    complaints: number
    /** Days that they are of. */
    days: number
    /** Complaints in as many days before, on average of four times. */
    complaints_before: number
    /** Messages of these days that passed DMARC, by the provider’s own aggregate reports. Absent: it sends none. */
    sent?: number
    /** The share of them that was complained about, 0 to 1, rounded down to 4 places. */
    complaint_rate?: number
    /** How many more providers came with it. */
    other_providers: number
    /** The page about it. */
    link: string
  }
}

/** A monitor is not as expected. When a monitor becomes alerting or silent, and when something more is wrong with it. */
export interface MonitorAlertEvent {
  /** What happened: always monitor.alert. */
  type: 'monitor.alert'
  /** When it happened; the same in each attempt. ISO 8601 in UTC, with fractional seconds. */
  timestamp: string
  /** What is told of it. Keys are added over time: take those you do not know. */
  data: {
    /** The monitor. */
    monitor_id: string
    /** Its name. */
    name: string
    /** mail: a lasting address, every message to which is tested. domain: the records of a domain. */
    kind: 'mail' | 'domain'
    /** The domain of a domain monitor. */
    domain?: string
    /** silent: no message came in time. alerting: anything else. */
    state: 'alerting' | 'silent'
    /** All that lasts, the gravest first. */
    reasons: MonitorReason[]
    /** How many more there were. Absent: none. */
    more_reasons?: number
    /** The score of the message, with one decimal. */
    score?: number
    /** The test of the message that it was seen in. Absent: it was not seen in a message. */
    token?: string
    /** The message, as the report names it. */
    message_id?: string
    /** The page about it. */
    link: string
  }
}

/** A monitor is as expected again. When all that was told of a monitor is over. */
export interface MonitorRecoveredEvent {
  /** What happened: always monitor.recovered. */
  type: 'monitor.recovered'
  /** When it happened; the same in each attempt. ISO 8601 in UTC, with fractional seconds. */
  timestamp: string
  /** What is told of it. Keys are added over time: take those you do not know. */
  data: {
    /** The monitor. */
    monitor_id: string
    /** Its name. */
    name: string
    /** mail: a lasting address, every message to which is tested. domain: the records of a domain. */
    kind: 'mail' | 'domain'
    /** The domain of a domain monitor. */
    domain?: string
    /** When it began not to be as expected. ISO 8601 in UTC, with fractional seconds. */
    since: string
    /** What was told and is over. */
    reasons: MonitorReason[]
    /** How many more there were. Absent: none. */
    more_reasons?: number
    /** The score of the message, with one decimal. */
    score?: number
    /** The test of the latest message. Absent: it was not seen in a message. */
    token?: string
    /** The page about it. */
    link: string
  }
}

/** A record of a domain changed. When SPF, DKIM, DMARC, MTA-STS, TLS-RPT, BIMI or MX records of a verified domain, or of the last sender of a monitor, say something else than before. */
export interface DomainRecordChangedEvent {
  /** What happened: always domain.record_changed. */
  type: 'domain.record_changed'
  /** When it happened; the same in each attempt. ISO 8601 in UTC, with fractional seconds. */
  timestamp: string
  /** What is told of it. Keys are added over time: take those you do not know. */
  data: {
    /** The domain. */
    domain: string
    /** The verified domain. Absent: it is told of a monitor. */
    domain_id?: string
    /** The monitor whose last sender the domain is. Absent: it is told of the domain. */
    monitor_id?: string
    /** Its name. */
    monitor_name?: string
    /** What changed. */
    changes: RecordChange[]
    /** How many more there were. Absent: none. */
    more_changes?: number
    /** The page about it. */
    link: string
  }
}

/** A webhook or channel was turned off. To all other webhooks and channels, when a webhook or an alert channel is turned off: it answered 410, or took nothing for five days. */
export interface WebhookDisabledEvent {
  /** What happened: always webhook.disabled. */
  type: 'webhook.disabled'
  /** When it happened; the same in each attempt. ISO 8601 in UTC, with fractional seconds. */
  timestamp: string
  /** What is told of it. Keys are added over time: take those you do not know. */
  data: {
    /** The webhook or channel. */
    destination_id: string
    /** Its name. */
    name: string
    /** What it is. */
    kind: 'webhook' | 'email' | 'slack' | 'discord' | 'teams' | 'ntfy' | 'template'
    /** Where it leads, without secrets. */
    shown: string
    /** gone: it answered 410. failing: it took nothing for five days. */
    reason: 'gone' | 'failing' | 'person'
    /** Since when it took nothing. ISO 8601 in UTC, with fractional seconds. */
    failing_since?: string
    /** What came last, in a sentence. */
    says: string
    /** The page about it. */
    link: string
  }
}

/** The service is in trouble. Only to webhooks and channels of the instance: disk, certificate, backup, resolver or webhooks need looking after. */
export interface InstanceTroubleEvent {
  /** What happened: always instance.trouble. */
  type: 'instance.trouble'
  /** When it happened; the same in each attempt. ISO 8601 in UTC, with fractional seconds. */
  timestamp: string
  /** What is told of it. Keys are added over time: take those you do not know. */
  data: {
    /** The id of the finding of the doctor. */
    finding: string
    /** What it is about. */
    title: string
    /** Which of several hosts it is about. Absent: all of them, or there is one. */
    host?: string
    /** What was seen, in a sentence. */
    says: string
    /** What to do. */
    next?: string
    /** Since when it lasts, or lasted. ISO 8601 in UTC, with fractional seconds. */
    since: string
    /** The page about it. */
    link: string
  }
}

/** The trouble of the service is over. Only to webhooks and channels of the instance. */
export interface InstanceRecoveredEvent {
  /** What happened: always instance.recovered. */
  type: 'instance.recovered'
  /** When it happened; the same in each attempt. ISO 8601 in UTC, with fractional seconds. */
  timestamp: string
  /** What is told of it. Keys are added over time: take those you do not know. */
  data: {
    /** The id of the finding of the doctor. */
    finding: string
    /** What it is about. */
    title: string
    /** Which of several hosts it is about. Absent: all of them, or there is one. */
    host?: string
    /** What was seen, in a sentence. */
    says: string
    /** What to do. */
    next?: string
    /** Since when it lasts, or lasted. ISO 8601 in UTC, with fractional seconds. */
    since: string
    /** The page about it. */
    link: string
  }
}

/** What the week brought. Once a week, on Monday, to accounts that have something to tell. */
export interface DigestWeeklyEvent {
  /** What happened: always digest.weekly. */
  type: 'digest.weekly'
  /** When it happened; the same in each attempt. ISO 8601 in UTC, with fractional seconds. */
  timestamp: string
  /** What is told of it. Keys are added over time: take those you do not know. */
  data: {
    /** When the week began. ISO 8601 in UTC, with fractional seconds. */
    from: string
    /** When it ended. ISO 8601 in UTC, with fractional seconds. */
    to: string
    /** Monitors. */
    monitors: {
      /** The monitor. */
      monitor_id: string
      /** Its name. */
      name: string
      /** How it is. */
      state: string
      /** Messages of the week. */
      messages: number
      /** The median of their scores. Absent: none was scored. */
      median_score?: number
      /** How often it rang. */
      alerts: number
    }[]
    /** How many more there are. */
    more_monitors: number
    /** How often all monitors rang, those that are not named too. */
    monitor_alerts?: number
    /** The first day that reports were about: 2026-11-15. The last two days of a week are not settled. */
    reported_from?: string
    /** The last of them. */
    reported_to?: string
    /** Domains about which DMARC reports came, or of which something changed. */
    domains: {
      /** The domain. */
      domain: string
      /** Messages that were reported. */
      messages: number
      /** Messages that passed DMARC. */
      dmarc_pass: number
      /** The share that passed in the week before, 0 to 1, rounded down to 4 places. */
      dmarc_pass_rate_before?: number
      /** What changed in the week, in sentences. */
      events: string[]
      /** How many more there were. Absent: none. */
      more_events?: number
    }[]
    /** How many more there are. */
    more_domains: number
    /** The page about it. */
    link: string
  }
}

/** Somebody tries the webhook. When a person sends a test event. */
export interface WebhookTestEvent {
  /** What happened: always webhook.test. */
  type: 'webhook.test'
  /** When it happened; the same in each attempt. ISO 8601 in UTC, with fractional seconds. */
  timestamp: string
  /** What is told of it. Keys are added over time: take those you do not know. */
  data: {
    /** The webhook or channel. */
    destination_id: string
    /** Its name. */
    name: string
    /** That it is a test, in a sentence. */
    says: string
    /** The page about it. */
    link: string
  }
}

/** Why a monitor is not as expected. */
export interface MonitorReason {
  /** What is wrong. The set grows. */
  condition: string
  /** The same in a sentence for people. */
  says: string
  /** Since when. ISO 8601 in UTC, with fractional seconds. */
  since: string
  /** What it is about: the name of a check, or of a blocklist with what is listed. */
  about?: string
}

/** A record of the DNS that changed, or the policy file of MTA-STS. */
export interface RecordChange {
  /** The kind. The set grows. */
  record: string
  /** Where it is: _dmarc.example.org */
  name: string
  /** What it said before; empty: there was none. */
  before: string[]
  /** How many more there were. Absent: none. */
  more_before?: number
  /** What it says now; empty: there is none. */
  after: string[]
  /** How many more there were. Absent: none. */
  more_after?: number
  /** When it was last seen as before. ISO 8601 in UTC, with fractional seconds. */
  last_seen_at: string
  /** When it was first seen as it is now. ISO 8601 in UTC, with fractional seconds. */
  at: string
}

/** What listTests may be asked with. */
export interface ListTestsQuery {
  /** The page size. Values outside the range are taken as the nearest within it; what is no integer counts as absent. */
  limit?: number
  /** How many to leave out before the page. Past the end the page is empty. */
  offset?: number
}

/** What getTest may be asked with. */
export interface GetTestQuery {
  /** A message_id: the report of that message instead of the latest. */
  m?: string
  /** Seconds to hold the answer while the status is pending. Values outside the range are taken as the nearest within it. */
  wait?: number
}

/** What getSharedTest may be asked with. */
export interface GetSharedTestQuery {
  /** A message_id: the report of that message instead of the latest. */
  m?: string
}

/** What getSharedMessage may be asked with. */
export interface GetSharedMessageQuery {
  /** A message_id: the report of that message instead of the latest. */
  m?: string
}

/** What getDmarcSummary may be asked with. */
export interface GetDmarcSummaryQuery {
  /** The length of the window in days; it ends today (UTC). Cannot be combined with from or to. */
  days?: number
  /** The first day of the window, as YYYY-MM-DD or as an RFC 3339 time, whose UTC day counts. Default: 29 days before to. */
  from?: string
  /** The last day of the window, in the same form. Default: today. A window is at most 366 days long. */
  to?: string
  /** true: only reports whose own mail passed DMARC, or that were imported as trusted. false: only the others. */
  authenticated?: boolean
}

/** What listDmarcReports may be asked with. */
export interface ListDmarcReportsQuery {
  /** The length of the window in days; it ends today (UTC). Cannot be combined with from or to. */
  days?: number
  /** The first day of the window, as YYYY-MM-DD or as an RFC 3339 time, whose UTC day counts. Default: 29 days before to. */
  from?: string
  /** The last day of the window, in the same form. Default: today. A window is at most 366 days long. */
  to?: string
  /** true: only reports whose own mail passed DMARC, or that were imported as trusted. false: only the others. */
  authenticated?: boolean
  /** Only reports of the organization of that name, in upper or lower case. */
  reporter?: string
  /** pass: only where every message passed DMARC. fail: only where at least one did not. */
  result?: 'pass' | 'fail'
  /** The page size. Values outside the range are taken as the nearest within it; what is no integer counts as absent. */
  limit?: number
  /** How many to leave out before the page. Past the end the page is empty. */
  offset?: number
}

/** What listDmarcSources may be asked with. */
export interface ListDmarcSourcesQuery {
  /** The length of the window in days; it ends today (UTC). Cannot be combined with from or to. */
  days?: number
  /** The first day of the window, as YYYY-MM-DD or as an RFC 3339 time, whose UTC day counts. Default: 29 days before to. */
  from?: string
  /** The last day of the window, in the same form. Default: today. A window is at most 366 days long. */
  to?: string
  /** true: only reports whose own mail passed DMARC, or that were imported as trusted. false: only the others. */
  authenticated?: boolean
  /** What makes one source. */
  group_by?: 'ip' | 'organization' | 'header_from' | 'reporter'
  /** pass: only where every message passed DMARC. fail: only where at least one did not. */
  result?: 'pass' | 'fail'
  /** What the sources are ordered by, largest first. */
  sort?: 'messages' | 'dmarc_fail' | 'last_seen'
  /** The page size. Values outside the range are taken as the nearest within it; what is no integer counts as absent. */
  limit?: number
  /** How many to leave out before the page. Past the end the page is empty. */
  offset?: number
}

/** What a webhook is sent. The set grows: take types that you do not know. */
export type WebhookEvent =
  | TestScoredEvent
  | TestFailedEvent
  | DomainVerifiedEvent
  | DomainUnverifiedEvent
  | DmarcReportReceivedEvent
  | DmarcSourceNewEvent
  | DmarcSourceRegressedEvent
  | DmarcRateLowEvent
  | DmarcReportsMissingEvent
  | DmarcPolicyChangedEvent
  | TlsFailuresEvent
  | ComplaintsRateHighEvent
  | MonitorAlertEvent
  | MonitorRecoveredEvent
  | DomainRecordChangedEvent
  | WebhookDisabledEvent
  | InstanceTroubleEvent
  | InstanceRecoveredEvent
  | DigestWeeklyEvent
  | WebhookTestEvent

/** Where each operation is. */
export const OPERATIONS = {
  createTest: { method: 'POST', path: '/v1/tests' },
  listTests: { method: 'GET', path: '/v1/tests' },
  getTest: { method: 'GET', path: '/v1/tests/{token}' },
  updateTest: { method: 'PATCH', path: '/v1/tests/{token}/kind' },
  getSharedTest: { method: 'GET', path: '/v1/shared/{token}' },
  getSharedMessage: { method: 'GET', path: '/v1/shared/{token}/message' },
  whoami: { method: 'GET', path: '/v1/whoami' },
  listDomains: { method: 'GET', path: '/v1/domains' },
  getDmarcSummary: { method: 'GET', path: '/v1/domains/{id}/dmarc/summary' },
  listDmarcReports: { method: 'GET', path: '/v1/domains/{id}/dmarc/reports' },
  listDmarcSources: { method: 'GET', path: '/v1/domains/{id}/dmarc/sources' },
} as const
