import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { OneClickOutcome } from '../../../core/unsubscribing/one-click.ts'
import { instant } from './columns.ts'

/** The last one-click request of each message, as the migrations make the table. */
export const oneClickTries = sqliteTable('one_click_tries', {
  messageSeq: integer('message_seq').primaryKey(),
  triedAt: instant('tried_at').notNull(),
  host: text('host').notNull(),
  outcome: text('outcome', { mode: 'json' }).$type<OneClickOutcome>(),
})
