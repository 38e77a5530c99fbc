import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { RECORD_STATES } from '../../../core/sender-domain.ts'
import { instant } from './columns.ts'

/** The domains of accounts, as the migrations make the table. */
export const domains = sqliteTable('domains', {
  id: text('id').primaryKey(),
  accountId: text('account_id').notNull(),
  domain: text('domain').notNull(),
  token: text('token').notNull(),
  createdAt: instant('created_at').notNull(),
  verifiedAt: instant('verified_at'),
  lookAt: instant('look_at'),
  lookState: text('look_state', { enum: RECORD_STATES }),
  lookSeen: text('look_seen', { mode: 'json' }).$type<object>(),
  absentSince: instant('absent_since'),
  absentDays: integer('absent_days'),
  absentLastDay: text('absent_last_day'),
  watchedUntil: instant('watched_until').notNull(),
  dueAt: instant('due_at'),
})
