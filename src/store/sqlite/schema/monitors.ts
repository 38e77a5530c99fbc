import { integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { EVENT_TYPES } from '../../../core/event.ts'
import { instant } from './columns.ts'

/** What accounts watch, and what is remembered of it, as the migrations make the tables. */
export const monitors = sqliteTable('monitors', {
  id: text('id').primaryKey(),
  accountId: text('account_id').notNull(),
  name: text('name').notNull(),
  localPart: text('local_part'),
  domainId: text('domain_id'),
  createdAt: instant('created_at').notNull(),
  expectations: text('expectations').notNull(),
  windows: text('windows').notNull(),
  pausedAt: instant('paused_at'),
  pausedUntil: instant('paused_until'),
  badge: text('badge'),
  standing: text('standing').notNull(),
  dueAt: instant('due_at'),
  isChanged: integer('is_changed', { mode: 'boolean' }).notNull(),
})

export const monitorWatch = sqliteTable('monitor_watch', {
  monitorId: text('monitor_id').primaryKey(),
  version: integer('version').notNull(),
  state: text('state').notNull(),
})

export const monitorTold = sqliteTable(
  'monitor_told',
  {
    monitorId: text('monitor_id').notNull(),
    no: integer('no').notNull(),
    at: instant('at').notNull(),
    type: text('type', { enum: EVENT_TYPES }).notNull(),
    subject: text('subject').notNull(),
    payload: text('payload').notNull(),
  },
  (table) => [primaryKey({ columns: [table.monitorId, table.no] })],
)

export const monitorArrivals = sqliteTable('monitor_arrivals', {
  monitorId: text('monitor_id').notNull(),
  at: instant('at').notNull(),
})

export const monitorTests = sqliteTable('monitor_tests', {
  testSeq: integer('test_seq').primaryKey(),
  monitorId: text('monitor_id').notNull(),
})

export const monitorScores = sqliteTable(
  'monitor_scores',
  {
    monitorId: text('monitor_id').notNull(),
    at: instant('at').notNull(),
    messageSeq: integer('message_seq').notNull(),
    score: real('score'),
  },
  (table) => [primaryKey({ columns: [table.monitorId, table.at, table.messageSeq] })],
)

export const watchedTime = sqliteTable('watched_time', {
  one: integer('one').primaryKey(),
  milliseconds: integer('milliseconds').notNull(),
})
