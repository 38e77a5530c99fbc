import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { instant } from './columns.ts'

/** Which accounts have the digest of which week, as the migrations make the table. */
export const digests = sqliteTable(
  'digests',
  {
    accountId: text('account_id').notNull(),
    week: text('week').notNull(),
    at: instant('at').notNull(),
    told: integer('told').notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.week] })],
)
