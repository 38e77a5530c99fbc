import { integer, primaryKey, sqliteTable, text, unique } from 'drizzle-orm/sqlite-core'
import { bytes } from './columns.ts'

/** The tables of DMARC reports, as the migrations make them. */

export const dmarcStamp = sqliteTable('dmarc_stamp', {
  one: integer('one').primaryKey(),
  stamp: integer('stamp').notNull(),
})

export const dmarcDomains = sqliteTable('dmarc_domains', {
  no: integer('no').primaryKey(),
  domainId: text('domain_id').notNull().unique(),
  accountId: text('account_id').notNull(),
  domain: text('domain').notNull(),
  sources: integer('sources').notNull().default(0),
  reporters: integer('reporters').notNull().default(0),
  anew: integer('anew').notNull().default(0),
  anewDay: integer('anew_day').notNull().default(0),
  anewReport: integer('anew_report').notNull().default(0),
  anewSeq: integer('anew_seq').notNull().default(0),
  anewReceivedAt: integer('anew_received_at').notNull().default(0),
  senders: integer('senders').notNull().default(0),
})

export const dmarcTexts = sqliteTable('dmarc_texts', {
  no: integer('no').primaryKey(),
  text: text('text').notNull().unique(),
  uses: integer('uses').notNull(),
})

export const dmarcResults = sqliteTable('dmarc_results', {
  no: integer('no').primaryKey(),
  hash: bytes('hash').notNull().unique(),
  results: text('results').notNull(),
  uses: integer('uses').notNull(),
})

export const dmarcOrganizations = sqliteTable('dmarc_organizations', {
  no: integer('no').primaryKey(),
  name: text('name').notNull().unique(),
  domain: text('domain'),
  type: text('type'),
})

export const dmarcIps = sqliteTable('dmarc_ips', {
  no: integer('no').primaryKey(),
  ip: text('ip').notNull().unique(),
  uses: integer('uses').notNull(),
  askAt: integer('ask_at'),
  reverseDns: text('reverse_dns'),
  organization: integer('organization'),
  basis: text('basis'),
})

export const dmarcReports = sqliteTable('dmarc_reports', {
  no: integer('no').primaryKey(),
  uid: text('uid').notNull().unique(),
  accountId: text('account_id').notNull(),
  keyHash: bytes('key_hash').notNull(),
  contentHash: bytes('content_hash').notNull(),
  fileId: text('file_id').notNull(),
  replacedFile: text('replaced_file'),
  leavingFor: bytes('leaving_for'),
  leavingAt: integer('leaving_at'),
  piecesIn: integer('pieces_in').notNull(),
  recordsIn: integer('records_in').notNull(),
  pieces: integer('pieces').notNull(),
  day: integer('day').notNull(),
  beginAt: integer('begin_at').notNull(),
  endAt: integer('end_at').notNull(),
  receivedAt: integer('received_at').notNull(),
  reporter: integer('reporter').notNull(),
  policyDomain: integer('policy_domain').notNull(),
  authenticated: integer('authenticated').notNull(),
  head: text('head').notNull(),
  policy: integer('policy'),
  sender: integer('sender'),
})

export const dmarcPieces = sqliteTable(
  'dmarc_pieces',
  {
    no: integer('no').primaryKey(),
    report: integer('report').notNull(),
    domain: integer('domain').notNull(),
    piece: integer('piece').notNull(),
    day: integer('day').notNull(),
    records: integer('records').notNull(),
    rows: text('rows').notNull(),
  },
  (table) => [unique().on(table.report, table.domain, table.piece)],
)

export const dmarcUncounted = sqliteTable(
  'dmarc_uncounted',
  {
    domain: integer('domain').notNull(),
    report: integer('report').notNull(),
    piece: integer('piece').notNull(),
    records: integer('records').notNull(),
    name: integer('name').notNull(),
  },
  (table) => [primaryKey({ columns: [table.domain, table.report, table.piece] })],
)

export const dmarcSlices = sqliteTable(
  'dmarc_slices',
  {
    domain: integer('domain').notNull(),
    day: integer('day').notNull(),
    receivedAt: integer('received_at').notNull(),
    report: integer('report').notNull(),
    reporter: integer('reporter').notNull(),
    authenticated: integer('authenticated').notNull(),
    records: integer('records').notNull(),
    messages: integer('messages').notNull(),
    pass: integer('pass').notNull(),
    dkim: integer('dkim').notNull(),
    spf: integer('spf').notNull(),
    none: integer('none').notNull(),
    passed: integer('passed').notNull(),
    quarantine: integer('quarantine').notNull(),
    reject: integer('reject').notNull(),
  },
  (table) => [primaryKey({ columns: [table.domain, table.day, table.receivedAt, table.report] })],
)

export const dmarcDays = sqliteTable(
  'dmarc_days',
  {
    domain: integer('domain').notNull(),
    day: integer('day').notNull(),
    authenticated: integer('authenticated').notNull(),
    reports: integer('reports').notNull(),
    failingReports: integer('failing_reports').notNull(),
    longRange: integer('long_range').notNull(),
    messages: integer('messages').notNull(),
    pass: integer('pass').notNull(),
    dkim: integer('dkim').notNull(),
    spf: integer('spf').notNull(),
    rawDkim: integer('raw_dkim').notNull(),
    rawSpf: integer('raw_spf').notNull(),
    none: integer('none').notNull(),
    passed: integer('passed').notNull(),
    quarantine: integer('quarantine').notNull(),
    reject: integer('reject').notNull(),
    forwarded: integer('forwarded').notNull(),
    mailingList: integer('mailing_list').notNull(),
    trustedForwarder: integer('trusted_forwarder').notNull(),
    localPolicy: integer('local_policy').notNull(),
    sampledOut: integer('sampled_out').notNull(),
    policyTestMode: integer('policy_test_mode').notNull(),
    other: integer('other').notNull(),
    latestReceivedAt: integer('latest_received_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.domain, table.day, table.authenticated] })],
)

export const dmarcDaySets = sqliteTable(
  'dmarc_day_sets',
  {
    domain: integer('domain').notNull(),
    day: integer('day').notNull(),
    authenticated: integer('authenticated').notNull(),
    sources: bytes('sources').notNull(),
    reporters: bytes('reporters').notNull(),
    senders: bytes('senders').notNull().default(new Uint8Array()),
    sent: bytes('sent').notNull().default(new Uint8Array()),
  },
  (table) => [primaryKey({ columns: [table.domain, table.day, table.authenticated] })],
)

export const dmarcDaySources = sqliteTable(
  'dmarc_day_sources',
  {
    domain: integer('domain').notNull(),
    day: integer('day').notNull(),
    ip: integer('ip').notNull(),
    headerFrom: integer('header_from').notNull(),
    authenticated: integer('authenticated').notNull(),
    reports: integer('reports').notNull(),
    fromReports: integer('from_reports').notNull(),
    messages: integer('messages').notNull(),
    pass: integer('pass').notNull(),
    dkim: integer('dkim').notNull(),
    spf: integer('spf').notNull(),
    rawDkim: integer('raw_dkim').notNull(),
    rawSpf: integer('raw_spf').notNull(),
    passed: integer('passed').notNull(),
    quarantine: integer('quarantine').notNull(),
    reject: integer('reject').notNull(),
    forwarded: integer('forwarded').notNull(),
    unaligned: integer('unaligned').notNull(),
    listed: integer('listed').notNull().default(0),
    broken: integer('broken').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.domain, table.day, table.ip, table.headerFrom, table.authenticated] }),
  ],
)

export const dmarcMonthSources = sqliteTable(
  'dmarc_month_sources',
  {
    domain: integer('domain').notNull(),
    month: integer('month').notNull(),
    ip: integer('ip').notNull(),
    headerFrom: integer('header_from').notNull(),
    authenticated: integer('authenticated').notNull(),
    reports: integer('reports').notNull(),
    fromReports: integer('from_reports').notNull(),
    messages: integer('messages').notNull(),
    pass: integer('pass').notNull(),
    dkim: integer('dkim').notNull(),
    spf: integer('spf').notNull(),
    rawDkim: integer('raw_dkim').notNull(),
    rawSpf: integer('raw_spf').notNull(),
    passed: integer('passed').notNull(),
    quarantine: integer('quarantine').notNull(),
    reject: integer('reject').notNull(),
    forwarded: integer('forwarded').notNull(),
    unaligned: integer('unaligned').notNull(),
    listed: integer('listed').notNull().default(0),
    broken: integer('broken').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.domain, table.month, table.ip, table.headerFrom, table.authenticated] }),
  ],
)

export const dmarcSeen = sqliteTable(
  'dmarc_seen',
  {
    domain: integer('domain').notNull(),
    ip: integer('ip').notNull(),
    number: integer('number').notNull(),
    firstDay: integer('first_day').notNull(),
    lastDay: integer('last_day').notNull(),
    lastPass: integer('last_pass'),
    lastProvenPass: integer('last_proven_pass'),
    traits: text('traits').notNull().default('[]'),
  },
  (table) => [primaryKey({ columns: [table.domain, table.ip] })],
)
