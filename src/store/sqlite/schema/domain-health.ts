import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { PACKINGS } from '../../../core/kept/packed.ts'
import { bytes, instant } from './columns.ts'

/** How the DNS of domains was, as the migrations make the tables. */
export const domainHealth = sqliteTable('domain_health', {
  domainId: text('domain_id').primaryKey(),
  dueAt: instant('due_at'),
  failedAt: instant('failed_at'),
  lookedAt: instant('looked_at'),
  problems: integer('problems').notNull(),
  unknown: integer('unknown').notNull(),
  advice: integer('advice').notNull(),
  changes: text('changes').notNull(),
  packing: text('packing', { enum: PACKINGS }).notNull(),
  look: bytes('look').notNull(),
})

export const domainSelectors = sqliteTable(
  'domain_selectors',
  {
    domainId: text('domain_id').notNull(),
    selector: text('selector').notNull(),
    lastSeen: instant('last_seen').notNull(),
  },
  (table) => [primaryKey({ columns: [table.domainId, table.selector] })],
)
