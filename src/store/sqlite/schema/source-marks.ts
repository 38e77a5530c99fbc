import { primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { SOURCE_MARKS } from '../../../core/aggregate/source-mark.ts'
import { instant } from './columns.ts'

/** What people say of the sources of a domain, as the migrations make the table. */
export const sourceMarks = sqliteTable(
  'source_marks',
  {
    domainId: text('domain_id').notNull(),
    source: text('source').notNull(),
    name: text('name'),
    mark: text('mark', { enum: SOURCE_MARKS }),
    markedAt: instant('marked_at').notNull(),
    markedBy: text('marked_by').notNull(),
  },
  (table) => [primaryKey({ columns: [table.domainId, table.source] })],
)
