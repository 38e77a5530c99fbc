import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { EVENT_TYPES } from '../../../core/event.ts'
import { instant } from './columns.ts'

/** What is remembered of domains whose reports are watched, as the migrations make the tables. */
export const dmarcWatch = sqliteTable('dmarc_watch', {
  domainId: text('domain_id').primaryKey(),
  version: integer('version').notNull(),
  lookedAt: instant('looked_at').notNull(),
  mark: text('mark').notNull(),
  state: text('state').notNull(),
  holds: text('holds').notNull(),
})

export const dmarcTold = sqliteTable(
  'dmarc_told',
  {
    domainId: text('domain_id').notNull(),
    no: integer('no').notNull(),
    accountId: text('account_id').notNull(),
    at: instant('at').notNull(),
    type: text('type', { enum: EVENT_TYPES }).notNull(),
    payload: text('payload').notNull(),
  },
  (table) => [primaryKey({ columns: [table.domainId, table.no] })],
)
