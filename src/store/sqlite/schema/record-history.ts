import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { WATCHED_RECORDS } from '../../../core/watching/records.ts'
import { instant } from './columns.ts'

/** What records of domains have said, as the migrations make the tables. */
export const recordLooks = sqliteTable('record_looks', {
  no: integer('no').primaryKey(),
  domainId: text('domain_id').unique(),
  monitorId: text('monitor_id').unique(),
  accountId: text('account_id').notNull(),
  dueAt: instant('due_at'),
  lookedAt: instant('looked_at'),
  state: text('state').notNull(),
})

export const recordVersions = sqliteTable(
  'record_versions',
  {
    look: integer('look').notNull(),
    record: text('record', { enum: WATCHED_RECORDS }).notNull(),
    name: text('name').notNull(),
    no: integer('no').notNull(),
    texts: text('texts').notNull(),
    firstSeenAt: instant('first_seen_at').notNull(),
    lastSeenAt: instant('last_seen_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.look, table.record, table.name, table.no] })],
)
