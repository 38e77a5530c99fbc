import { integer, primaryKey, sqliteTable } from 'drizzle-orm/sqlite-core'

/** Tables of DMARC reports beside those of dmarc.ts, as the migrations make them. */

export const dmarcPolicies = sqliteTable(
  'dmarc_policies',
  {
    domain: integer('domain').notNull(),
    day: integer('day').notNull(),
    policyDomain: integer('policy_domain').notNull(),
    policy: integer('policy').notNull(),
    authenticated: integer('authenticated').notNull(),
    reports: integer('reports').notNull(),
  },
  (table) => [
    primaryKey({
      columns: [table.domain, table.day, table.policyDomain, table.policy, table.authenticated],
    }),
  ],
)

export const dmarcPartlyCounted = sqliteTable(
  'dmarc_partly_counted',
  {
    domain: integer('domain').notNull(),
    report: integer('report').notNull(),
    piece: integer('piece').notNull(),
  },
  (table) => [primaryKey({ columns: [table.domain, table.report, table.piece] })],
)

export const dmarcDayReporters = sqliteTable(
  'dmarc_day_reporters',
  {
    domain: integer('domain').notNull(),
    day: integer('day').notNull(),
    reporter: integer('reporter').notNull(),
    authenticated: integer('authenticated').notNull(),
    reports: integer('reports').notNull(),
    failingReports: integer('failing_reports').notNull(),
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
    sent: integer('sent').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.domain, table.day, table.reporter, table.authenticated] })],
)

export const dmarcDaySenders = sqliteTable(
  'dmarc_day_senders',
  {
    domain: integer('domain').notNull(),
    day: integer('day').notNull(),
    sender: integer('sender').notNull(),
    authenticated: integer('authenticated').notNull(),
    reports: integer('reports').notNull(),
  },
  (table) => [primaryKey({ columns: [table.domain, table.day, table.sender, table.authenticated] })],
)

export const dmarcReporters = sqliteTable(
  'dmarc_reporters',
  {
    domain: integer('domain').notNull(),
    reporter: integer('reporter').notNull(),
    number: integer('number').notNull(),
    name: integer('name').notNull(),
    reports: integer('reports').notNull(),
  },
  (table) => [primaryKey({ columns: [table.domain, table.reporter] })],
)

export const dmarcSenders = sqliteTable(
  'dmarc_senders',
  {
    domain: integer('domain').notNull(),
    sender: integer('sender').notNull(),
    number: integer('number').notNull(),
    reports: integer('reports').notNull(),
  },
  (table) => [primaryKey({ columns: [table.domain, table.sender] })],
)
