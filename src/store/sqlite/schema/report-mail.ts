import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { OUTCOMES, REJECTIONS } from '../../../core/aggregate/file.ts'
import { AUTHENTICATIONS } from '../../../core/aggregate/reading.ts'
import { PACKINGS } from '../../../core/kept/packed.ts'
import { MAIL_PURPOSES } from '../../report-mail.ts'
import { bytes, instant } from './columns.ts'

/** The tables of report mail and its files, as the migrations make them. */

export const reportMails = sqliteTable('report_mails', {
  seq: integer('seq').primaryKey(),
  id: text('id').notNull().unique(),
  accountId: text('account_id').notNull(),
  domainId: text('domain_id').notNull(),
  receivedAt: instant('received_at').notNull(),
  envelope: text('envelope').notNull(),
  packing: text('packing', { enum: PACKINGS }).notNull(),
  raw: bytes('raw').notNull(),
  rank: integer('rank'),
  dueAt: instant('due_at'),
  claimedBy: text('claimed_by'),
  claimNumber: integer('claim_number').notNull().default(0),
  stoppedTries: integer('stopped_tries').notNull().default(0),
  lostTries: integer('lost_tries').notNull().default(0),
  answered: integer('answered', { mode: 'boolean' }).notNull().default(false),
  purpose: text('purpose', { enum: MAIL_PURPOSES }).notNull().default('reports'),
})

export const reportFiles = sqliteTable('report_files', {
  seq: integer('seq').primaryKey(),
  id: text('id').notNull().unique(),
  accountId: text('account_id').notNull(),
  domainId: text('domain_id').notNull(),
  mailId: text('mail_id'),
  source: text('source', { enum: ['mail', 'import'] }).notNull(),
  receivedAt: instant('received_at').notNull(),
  name: text('name').notNull(),
  size: integer('size').notNull(),
  kind: text('kind', { enum: ['aggregate', 'tls'] }),
  outcome: text('outcome', { enum: OUTCOMES }).notNull(),
  reason: text('reason', { enum: REJECTIONS }),
  detail: text('detail'),
  reportUid: text('report_uid'),
  reporter: text('reporter'),
  authentication: text('authentication', { enum: AUTHENTICATIONS }).notNull(),
  sender: text('sender'),
  attachment: integer('attachment'),
  place: integer('place').notNull(),
  expiresAt: instant('expires_at'),
})

export const reportAttachments = sqliteTable('report_attachments', {
  no: integer('no').primaryKey(),
  accountId: text('account_id').notNull(),
  rejected: integer('rejected', { mode: 'boolean' }).notNull(),
  expiresAt: instant('expires_at').notNull(),
  gzip: integer('gzip', { mode: 'boolean' }).notNull(),
  bytes: bytes('bytes').notNull(),
})

export const reportBytes = sqliteTable('report_bytes', {
  party: text('party').primaryKey(),
  bytes: integer('bytes').notNull(),
})

export const reportFileCounts = sqliteTable(
  'report_file_counts',
  {
    domainId: text('domain_id').notNull(),
    outcome: text('outcome', { enum: OUTCOMES }).notNull(),
    files: integer('files').notNull(),
  },
  (table) => [primaryKey({ columns: [table.domainId, table.outcome] })],
)

export const reportDomainsGone = sqliteTable('report_domains_gone', {
  domainId: text('domain_id').primaryKey(),
})
