import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { MAIL_TEST_SOURCES } from '../../../core/mail-test.ts'
import { instant } from './columns.ts'

/** What stays of analysed messages, as the migrations make it. */

export const history = sqliteTable(
  'history',
  {
    accountId: text('account_id').notNull(),
    receivedAt: instant('received_at').notNull(),
    messageSeq: integer('message_seq').notNull(),
    source: text('source', { enum: MAIL_TEST_SOURCES }).notNull(),
    domain: text('domain'),
    score: integer('score'),
    failedChecks: text('failed_checks').notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.receivedAt, table.messageSeq] })],
)

type Counts = Record<string, number>

export const historyDays = sqliteTable(
  'history_days',
  {
    accountId: text('account_id').notNull(),
    domain: text('domain').notNull(),
    day: integer('day').notNull(),
    scored: integer('scored').notNull(),
    failed: integer('failed').notNull(),
    scores: text('scores', { mode: 'json' }).$type<Counts>().notNull(),
    checks: text('checks', { mode: 'json' }).$type<Counts>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.domain, table.day] })],
)
