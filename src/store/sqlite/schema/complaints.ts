import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { CAMPAIGN_FIELDS, FEEDBACK_TYPES } from '../../../core/complaints/complaint.ts'
import { bytes, instant } from './columns.ts'

/** The tables of complaints, as the migrations make them. */

/** Beside the fields that name one: complaints that name no campaign, and those of more than are told apart on one day. */
export const CAMPAIGN_ROWS = [...CAMPAIGN_FIELDS, 'none', 'beyond'] as const
export type CampaignRow = (typeof CAMPAIGN_ROWS)[number]

export const complaintAddresses = sqliteTable('complaint_addresses', {
  domainId: text('domain_id').primaryKey(),
  localPart: text('local_part').notNull().unique(),
})

export const complaintDays = sqliteTable(
  'complaint_days',
  {
    domainId: text('domain_id').notNull(),
    day: integer('day').notNull(),
    authenticated: integer('authenticated', { mode: 'boolean' }).notNull(),
    provider: text('provider').notNull(),
    type: text('type', { enum: FEEDBACK_TYPES }).notNull(),
    reports: integer('reports').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.domainId, table.day, table.authenticated, table.provider, table.type] }),
  ],
)

export const complaintCampaigns = sqliteTable(
  'complaint_campaigns',
  {
    domainId: text('domain_id').notNull(),
    day: integer('day').notNull(),
    authenticated: integer('authenticated', { mode: 'boolean' }).notNull(),
    field: text('field', { enum: CAMPAIGN_ROWS }).notNull(),
    campaign: text('campaign').notNull(),
    complaints: integer('complaints').notNull(),
    others: integer('others').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.domainId, table.day, table.authenticated, table.field, table.campaign] }),
  ],
)

export const complaintKnown = sqliteTable(
  'complaint_known',
  {
    domainId: text('domain_id').notNull(),
    slot: integer('slot').notNull(),
    hash: bytes('hash').notNull(),
  },
  (table) => [primaryKey({ columns: [table.domainId, table.slot] })],
)

export const complaintDomains = sqliteTable('complaint_domains', {
  domainId: text('domain_id').primaryKey(),
  accountId: text('account_id').notNull(),
  slot: integer('slot').notNull(),
  latestAt: instant('latest_at'),
})

export const complaintLetters = sqliteTable('complaint_letters', {
  no: integer('no').primaryKey(),
  domainId: text('domain_id').notNull(),
  receivedAt: instant('received_at').notNull(),
  authenticated: integer('authenticated', { mode: 'boolean' }).notNull(),
  sender: text('sender'),
  subject: text('subject').notNull(),
  text: text('text').notNull(),
})

export const complaintWatch = sqliteTable('complaint_watch', {
  domainId: text('domain_id').primaryKey(),
  version: integer('version').notNull(),
  lookedAt: instant('looked_at').notNull(),
  state: text('state').notNull(),
})
