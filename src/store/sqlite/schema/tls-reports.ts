import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { PACKINGS } from '../../../core/kept/packed.ts'
import { bytes, instant } from './columns.ts'

/** The tables of TLS reports, as the migrations make them. */

export const tlsReports = sqliteTable('tls_reports', {
  seq: integer('seq').primaryKey(),
  uid: text('uid').notNull(),
  accountId: text('account_id').notNull(),
  domainId: text('domain_id').notNull(),
  keyHash: bytes('key_hash').notNull(),
  contentHash: text('content_hash').notNull(),
  fileId: text('file_id').notNull(),
  day: integer('day').notNull(),
  receivedAt: instant('received_at').notNull(),
  authenticated: integer('authenticated', { mode: 'boolean' }).notNull(),
  reporter: text('reporter').notNull(),
  successes: integer('successes').notNull(),
  failures: integer('failures').notNull(),
  packing: text('packing', { enum: PACKINGS }).notNull(),
  report: bytes('report').notNull(),
})

export const tlsDays = sqliteTable(
  'tls_days',
  {
    domainId: text('domain_id').notNull(),
    day: integer('day').notNull(),
    authenticated: integer('authenticated', { mode: 'boolean' }).notNull(),
    policyType: text('policy_type').notNull(),
    reports: integer('reports').notNull(),
    successes: integer('successes').notNull(),
    failures: integer('failures').notNull(),
  },
  (table) => [primaryKey({ columns: [table.domainId, table.day, table.authenticated, table.policyType] })],
)

export const tlsFailures = sqliteTable(
  'tls_failures',
  {
    domainId: text('domain_id').notNull(),
    day: integer('day').notNull(),
    authenticated: integer('authenticated', { mode: 'boolean' }).notNull(),
    type: text('type').notNull(),
    host: text('host').notNull(),
    sessions: integer('sessions').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.domainId, table.day, table.authenticated, table.type, table.host] }),
  ],
)
