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
  /** What was seen. summary says it in a sentence; where there is something to do, advice says what and reference names the source; refinement is what could be improved further, though few receivers notice it. why says in a plain line why the check matters, who says who can change it. Where records or header fields fix it, fix holds them, one on a line, and gain the points they win, or unknown. Keys vary by check, and new ones are added. */
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

/** The days that were asked for, in UTC, both included. */
export interface DmarcWindow {
  /** The first day. */
  from: string
  /** The last day. */
  to: string
  /** How many days that is. */
  days: number
  /** False while reports of the last two days may still arrive. */
  settled: boolean
  /** When the newest report of the window arrived. ISO 8601 in UTC, with fractional seconds. */
  latest_report_at?: string
}

/** What receivers did with messages. */
export interface DmarcDispositions {
  /** Nothing. */
  none: number
  /** Let them pass (RFC 9990). */
  pass: number
  /** Put them aside. */
  quarantine: number
  /** Refused them. */
  reject: number
}

/** Volume and pass rates of a domain over a window. */
export interface DmarcSummary {
  /** The domain. */
  domain: string
  window: DmarcWindow
  /** All of the window together. */
  totals: {
    /** Aggregate reports. */
    reports: number
    /** Organisations that sent them. */
    reporters: number
    /** Addresses that sent mail as the domain. */
    sources: number
    /** Messages that were reported. */
    messages: number
    /** Of these, messages with an aligned DKIM or SPF pass. */
    dmarc_pass: number
    /** Of these, the others. */
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
  /** Shares of the messages. */
  rates: {
    /** dmarc_pass / messages, 0 to 1, rounded down to 4 places; null when there are no messages. */
    dmarc_pass: number | null
    /** dkim_aligned / messages, 0 to 1, rounded down to 4 places; null when there are no messages. */
    dkim_aligned: number | null
    /** spf_aligned / messages, 0 to 1, rounded down to 4 places; null when there are no messages. */
    spf_aligned: number | null
  }
  dispositions: DmarcDispositions
  /** Messages for which a receiver set the policy aside, by its reason. Reasons are added. */
  overrides: Record<string, number>
  /** The policy as the newest report of the window saw it. Absent without one. */
  policy?: {
    /** The policy for the domain. */
    p: string
    /** The policy for subdomains. */
    sp?: string
    /** The policy for subdomains that do not exist. */
    np?: string
    /** How strictly DKIM is aligned: r or s. */
    adkim?: string
    /** How strictly SPF is aligned: r or s. */
    aspf?: string
    /** The share the policy applies to. */
    pct?: number
    /** Whether the policy is being tried out (t=y). */
    testing?: boolean
    /** The end of that report. ISO 8601 in UTC, with fractional seconds. */
    observed_at: string
  }
  /** Reports whose own mail did not pass DMARC. */
  reports_unauthenticated: number
  /** Reports that span more than a day. */
  reports_long_range: number
  /** One entry for each day of the window, oldest first, days without reports too. */
  daily: {
    /** The day. */
    date: string
    /** Aggregate reports. */
    reports: number
    /** Messages that were reported. */
    messages: number
    /** Of these, messages with an aligned DKIM or SPF pass. */
    dmarc_pass: number
    /** Of these, the others. */
    dmarc_fail: number
    /** dmarc_pass / messages, 0 to 1, rounded down to 4 places; null when there are no messages. */
    dmarc_pass_rate: number | null
  }[]
}

/** One aggregate report, as far as it is about the domain. */
export interface DmarcReport {
  /** Our id of the report. */
  id: string
  /** Who sent it. */
  org_name: string
  /** The address it names. */
  org_email?: string
  /** What else it says about its sender. */
  extra_contact_info?: string
  /** The id its sender gave it. */
  report_id: string
  /** The domain whose policy was applied. */
  policy_domain: string
  /** The day it counts for. */
  date: string
  /** Where its span begins. ISO 8601 in UTC, with fractional seconds. */
  date_begin: string
  /** Where its span ends. ISO 8601 in UTC, with fractional seconds. */
  date_end: string
  /** When it arrived. ISO 8601 in UTC, with fractional seconds. */
  received_at: string
  /** What it is written in. */
  format: string
  /** The policy it was judged by. */
  policy: {
    /** The policy for the domain. */
    p: string
    /** The policy for subdomains. */
    sp?: string
    /** The policy for subdomains that do not exist. */
    np?: string
    /** How strictly DKIM is aligned: r or s. */
    adkim?: string
    /** How strictly SPF is aligned: r or s. */
    aspf?: string
    /** The share the policy applies to. */
    pct?: number
    /** The failure options. */
    fo?: string
  }
  /** Rows about the domain. */
  records: number
  /** Messages that were reported. */
  messages: number
  /** Of these, messages with an aligned DKIM or SPF pass. */
  dmarc_pass: number
  /** Of these, the others. */
  dmarc_fail: number
  /** dmarc_pass / messages, 0 to 1, rounded down to 4 places; null when there are no messages. */
  dmarc_pass_rate: number | null
  /** Messages whose DKIM passed in alignment with the From domain. */
  dkim_aligned: number
  /** Messages whose SPF passed in alignment with the From domain. */
  spf_aligned: number
  dispositions: DmarcDispositions
  /** Whether the mail that brought it passed DMARC. */
  authenticated: boolean
  /** Whether it was broken and could be read all the same. */
  recovered: boolean
  /** Whether it spans more than a day. */
  long_range: boolean
  /** What its sender says went wrong. */
  errors: string[]
  /** What is odd about it. */
  warnings: string[]
}

/** One page of aggregate reports. */
export interface DmarcReportList {
  window: DmarcWindow
  /** How many there are in all pages together. */
  total: number
  /** The page size that was used. */
  limit: number
  /** How many were left out before the page. */
  offset: number
  /** Newest first. */
  reports: DmarcReport[]
}

/** Who sends as the domain. */
export interface DmarcSource {
  /** What was grouped by: an address, an organisation, a domain or a reporter. */
  source: string
  /** The address, when grouped by ip. */
  ip?: string
  /** How many addresses are in the group, when not grouped by ip. */
  ip_count?: number
  /** The name of the address, confirmed forward. */
  reverse_dns?: string
  /** Whose address it is, as far as that is known. */
  organization?: {
    /** The name. */
    name: string
    /** Its domain. */
    domain?: string
    /** What it does. */
    type?: string
    /** What this was told from. */
    basis?: string
  }
  /** Messages that were reported. */
  messages: number
  /** Of these, messages with an aligned DKIM or SPF pass. */
  dmarc_pass: number
  /** Of these, the others. */
  dmarc_fail: number
  /** Its share of all messages, 0 to 1, rounded down to 4 places; null when there are no messages. */
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
  /** Failing messages that a receiver took for forwarded. */
  forwarded: number
  /** What to make of it. */
  status?: 'passing' | 'unaligned' | 'forwarded' | 'failing'
  /** From domains, at most ten. */
  header_from: string[]
  /** Aggregate reports that name it. */
  reports: number
  /** The first day it was ever reported. */
  first_seen?: string
  /** The last day it was reported. */
  last_seen?: string
}

/** One page of sources. */
export interface DmarcSourceList {
  window: DmarcWindow
  /** What was grouped by. */
  group_by: 'ip' | 'organization' | 'header_from' | 'reporter'
  /** How many there are in all pages together. */
  total: number
  /** The page size that was used. */
  limit: number
  /** How many were left out before the page. */
  offset: number
  /** In the order that was asked for. */
  sources: DmarcSource[]
}

/** Why a request was not done. Programs go by the status: the text is for people. */
export interface Error {
  /** One or two sentences. */
  error: string
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
  /** The window as a number of days that ends today (UTC). Not together with from or to. */
  days?: number
  /** The first day of the window: 29 days before to unless given. */
  from?: string
  /** The last day of the window: today unless given. */
  to?: string
  /** Only reports whose own mail passed DMARC, or only the others. */
  authenticated?: boolean
}

/** What listDmarcReports may be asked with. */
export interface ListDmarcReportsQuery {
  /** The window as a number of days that ends today (UTC). Not together with from or to. */
  days?: number
  /** The first day of the window: 29 days before to unless given. */
  from?: string
  /** The last day of the window: today unless given. */
  to?: string
  /** Only reports whose own mail passed DMARC, or only the others. */
  authenticated?: boolean
  /** Only reports of the organisation of that name; case does not matter. */
  reporter?: string
  /** pass: only where every message passed DMARC. fail: only where some did not. */
  result?: 'pass' | 'fail'
  /** The page size. Values outside the range are taken as the nearest within it; what is no integer counts as absent. */
  limit?: number
  /** How many to leave out before the page. Past the end the page is empty. */
  offset?: number
}

/** What listDmarcSources may be asked with. */
export interface ListDmarcSourcesQuery {
  /** The window as a number of days that ends today (UTC). Not together with from or to. */
  days?: number
  /** The first day of the window: 29 days before to unless given. */
  from?: string
  /** The last day of the window: today unless given. */
  to?: string
  /** Only reports whose own mail passed DMARC, or only the others. */
  authenticated?: boolean
  /** What makes one source. */
  group_by?: 'ip' | 'organization' | 'header_from' | 'reporter'
  /** pass: only where every message passed DMARC. fail: only where some did not. */
  result?: 'pass' | 'fail'
  /** What the order goes by, largest first. */
  sort?: 'messages' | 'dmarc_fail' | 'last_seen'
  /** The page size. Values outside the range are taken as the nearest within it; what is no integer counts as absent. */
  limit?: number
  /** How many to leave out before the page. Past the end the page is empty. */
  offset?: number
}

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
