import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { DELIVERY_STATES } from '../../../core/watching/destination.ts'
import { DESTINATION_KINDS, DISABLED_REASONS } from '../../../core/watching/destination-kind.ts'
import { instant } from './columns.ts'

/** Webhooks and alert channels, and what is delivered to them, as the migrations make the tables. */
export const destinations = sqliteTable('destinations', {
  id: text('id').primaryKey(),
  accountId: text('account_id'),
  kind: text('kind', { enum: DESTINATION_KINDS }).notNull(),
  name: text('name').notNull(),
  shown: text('shown').notNull(),
  filter: text('filter').notNull(),
  targetSecret: text('target_secret').notNull(),
  signingSecret: text('signing_secret'),
  earlierSecret: text('earlier_secret'),
  earlierUntil: instant('earlier_until'),
  createdAt: instant('created_at').notNull(),
  disabledAt: instant('disabled_at'),
  disabledReason: text('disabled_reason', { enum: DISABLED_REASONS }),
  failingSince: instant('failing_since'),
  trust: integer('trust').notNull().default(1),
  heldUntil: instant('held_until'),
  dueAt: instant('due_at'),
  deletedAt: instant('deleted_at'),
})

export const deliveries = sqliteTable('deliveries', {
  no: integer('no').primaryKey({ autoIncrement: true }),
  id: text('id').notNull().unique(),
  destinationId: text('destination_id').notNull(),
  messageId: text('message_id').notNull(),
  type: text('type').notNull(),
  createdAt: instant('created_at').notNull(),
  state: text('state', { enum: DELIVERY_STATES }).notNull(),
  attempts: integer('attempts').notNull().default(0),
  says: text('says'),
  dueAt: instant('due_at'),
  begunAt: instant('begun_at').notNull(),
  tries: integer('tries').notNull().default(0),
  claimedBy: text('claimed_by'),
  claimNumber: integer('claim_number').notNull().default(0),
  claimedUntil: instant('claimed_until'),
})

export const deliveryBodies = sqliteTable('delivery_bodies', {
  deliveryNo: integer('delivery_no').primaryKey(),
  body: text('body').notNull(),
})

export const deliveryAttempts = sqliteTable(
  'delivery_attempts',
  {
    deliveryNo: integer('delivery_no').notNull(),
    number: integer('number').notNull(),
    at: instant('at').notNull(),
    tookMs: integer('took_ms').notNull(),
    outcome: text('outcome', { enum: ['delivered', 'refused', 'unreached'] }).notNull(),
    says: text('says').notNull(),
    request: text('request').notNull(),
    response: text('response'),
  },
  (table) => [primaryKey({ columns: [table.deliveryNo, table.number] })],
)
