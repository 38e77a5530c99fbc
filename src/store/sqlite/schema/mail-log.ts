import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { MAIL_REFUSALS } from '../../../core/mail-log.ts'
import { LOG_CLASSES } from '../../keeping/mail-log/lines.ts'
import { bytes, instant } from './columns.ts'

/** The tables of the mail log, as the migrations make them. */

export const mailLog = sqliteTable('mail_log', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  key: bytes('key'),
  class: text('class', { enum: LOG_CLASSES }).notNull(),
  party: text('party').notNull(),
  network: text('network').notNull(),
  accountId: text('account_id'),
  localPart: text('local_part'),
  expiresAt: instant('expires_at'),
  firstAt: instant('first_at').notNull(),
  lastAt: instant('last_at').notNull(),
  count: integer('count').notNull(),
  outcome: text('outcome', { enum: ['accepted', ...MAIL_REFUSALS] }).notNull(),
  client: text('client').notNull(),
  helo: text('helo'),
  tls: text('tls'),
  mailFrom: text('mail_from'),
  rcptTo: text('rcpt_to'),
  size: integer('size'),
  messageId: text('message_id'),
  code: integer('code'),
  reply: text('reply'),
  detail: text('detail'),
})

export const mailLogLeftOut = sqliteTable(
  'mail_log_left_out',
  {
    accountId: text('account_id').notNull(),
    day: integer('day').notNull(),
    lines: integer('lines').notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.day] })],
)

export const formerAddresses = sqliteTable('former_addresses', {
  localPart: text('local_part').primaryKey(),
  accountId: text('account_id').notNull(),
  expiresAt: instant('expires_at').notNull(),
})
