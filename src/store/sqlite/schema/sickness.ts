import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { instant } from './columns.ts'

/** What is remembered of how the instance itself is, as the migrations make the table. */
export const sickness = sqliteTable('sickness', {
  id: integer('id').primaryKey(),
  version: integer('version').notNull(),
  lookedAt: instant('looked_at').notNull(),
  state: text('state').notNull(),
})
