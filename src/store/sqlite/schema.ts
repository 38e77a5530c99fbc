import { integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { Scope } from '../../core/access/api-key.ts'
import { EVENT_TYPES } from '../../core/event.ts'
import { PACKINGS } from '../../core/kept/packed.ts'
import { MAIL_TEST_SOURCES } from '../../core/mail-test.ts'
import type { Blame } from '../../core/message.ts'
import { MESSAGE_KINDS } from '../../core/report.ts'
import { SECRET_PURPOSES } from '../../core/sealed.ts'
import { bytes, instant } from './schema/columns.ts'

/** What the tables hold, as the migrations make them; a test compares the two. Those of people are in schema/people.ts. */

export const accounts = sqliteTable('accounts', {
  id: text('id').primaryKey(),
  name: text('name').notNull().unique(),
  plan: text('plan').notNull(),
  createdAt: instant('created_at').notNull(),
  arrivalAt: instant('arrival_at'),
  arrivalInterval: integer('arrival_interval'),
  toldAt: instant('told_at'),
  penalised: integer('penalised', { mode: 'boolean' }).notNull().default(false),
  deletedAt: instant('deleted_at'),
  shownProviders: text('shown_providers'),
})

export const allowanceUses = sqliteTable(
  'allowance_uses',
  {
    accountId: text('account_id').notNull(),
    month: text('month').notNull(),
    used: integer('used').notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.month] })],
)

export const apiKeys = sqliteTable('api_keys', {
  id: text('id').primaryKey(),
  accountId: text('account_id').notNull(),
  name: text('name').notNull(),
  prefix: text('prefix').notNull(),
  secretHash: bytes('secret_hash').notNull().unique(),
  scopes: text('scopes', { mode: 'json' }).$type<Scope[]>().notNull(),
  createdAt: instant('created_at').notNull(),
  expiresAt: instant('expires_at'),
  lastUsedAt: instant('last_used_at'),
  revokedAt: instant('revoked_at'),
  createdBy: text('created_by'),
})

export const mailTests = sqliteTable('mail_tests', {
  seq: integer('seq').primaryKey(),
  token: text('token').notNull().unique(),
  localPart: text('local_part').notNull().unique(),
  source: text('source', { enum: MAIL_TEST_SOURCES }).notNull(),
  accountId: text('account_id'),
  createdAt: instant('created_at').notNull(),
  expiresAt: instant('expires_at').notNull(),
  latestSeq: integer('latest_seq'),
  client: text('client'),
  reportNumber: integer('report_number'),
  gated: integer('gated', { mode: 'boolean' }).notNull().default(false),
  ownerKind: text('owner_kind', { enum: MESSAGE_KINDS }),
  ownerBulk: integer('owner_bulk', { mode: 'boolean' }),
  heldBytes: integer('held_bytes').notNull().default(512),
  messageCount: integer('message_count').notNull().default(0),
  messageBytes: integer('message_bytes').notNull().default(0),
  shared: integer('shared', { mode: 'boolean' }).notNull().default(false),
  creatorId: text('creator_id'),
  outcome: text('outcome', { enum: ['scored', 'failed'] }),
  score: real('score'),
  fromDomain: text('from_domain'),
})

export const testWords = sqliteTable('test_words', {
  testSeq: integer('test_seq').primaryKey(),
  sender: text('sender').notNull(),
  subject: text('subject').notNull(),
})

export const testCounts = sqliteTable(
  'test_counts',
  {
    accountId: text('account_id').notNull(),
    block: integer('block').notNull(),
    tests: integer('tests').notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.block] })],
)

export const anonymousBytes = sqliteTable('anonymous_bytes', {
  client: text('client').primaryKey(),
  bytes: integer('bytes').notNull(),
})

export const messages = sqliteTable('messages', {
  seq: integer('seq').primaryKey(),
  id: text('id').notNull().unique(),
  testSeq: integer('test_seq').notNull(),
  receivedAt: instant('received_at').notNull(),
  size: integer('size').notNull(),
  status: text('status', { enum: ['scored', 'failed'] }),
  score: real('score'),
  reason: text('reason'),
  dueAt: integer('due_at'),
  lostTries: integer('lost_tries').notNull().default(0),
  blamed: text('blamed', { mode: 'json' }).$type<Blame[]>().notNull().default([]),
  withholdingVersion: text('withholding_version'),
  maker: text('maker').notNull().default(''),
  sender: text('sender').notNull().default(''),
  rank: integer('rank'),
  claimedBy: text('claimed_by'),
  claimNumber: integer('claim_number').notNull().default(0),
})

export const messageBodies = sqliteTable('message_bodies', {
  messageSeq: integer('message_seq').primaryKey(),
  envelope: text('envelope').notNull(),
  packing: text('packing', { enum: PACKINGS }).notNull(),
  raw: bytes('raw').notNull(),
})

export const reports = sqliteTable('reports', {
  messageSeq: integer('message_seq').primaryKey(),
  report: text('report').notNull(),
  packed: bytes('packed'),
  packing: text('packing', { enum: PACKINGS }).notNull().default('plain'),
  revision: integer('revision').notNull().default(0),
})

export const renderedChecks = sqliteTable('rendered_checks', {
  messageSeq: integer('message_seq').primaryKey(),
  revision: integer('revision').notNull(),
  version: text('version').notNull(),
  packing: text('packing', { enum: PACKINGS }).notNull(),
  checks: bytes('checks').notNull(),
})

export const messageContents = sqliteTable('message_contents', {
  messageSeq: integer('message_seq').primaryKey(),
  packing: text('packing', { enum: PACKINGS }).notNull(),
  content: bytes('content').notNull(),
})

export const messageViews = sqliteTable('message_exhibits', {
  messageSeq: integer('message_seq').primaryKey(),
  packing: text('packing', { enum: PACKINGS }).notNull(),
  messageView: bytes('exhibits').notNull(),
})

export const fullReportUses = sqliteTable(
  'full_report_uses',
  {
    owner: text('owner').notNull(),
    period: text('period').notNull(),
    used: integer('used').notNull(),
  },
  (table) => [primaryKey({ columns: [table.owner, table.period] })],
)

export const idempotencyKeys = sqliteTable(
  'idempotency_keys',
  {
    accountId: text('account_id').notNull(),
    key: text('key').notNull(),
    expiresAt: instant('expires_at').notNull(),
    test: text('test').notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.key] })],
)

export const evidence = sqliteTable('evidence', {
  messageSeq: integer('message_seq').primaryKey(),
  packing: text('packing', { enum: PACKINGS }).notNull(),
  evidence: bytes('evidence').notNull(),
})

export const outbox = sqliteTable('outbox', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  type: text('type', { enum: EVENT_TYPES }).notNull(),
  accountId: text('account_id'),
  subject: text('subject').notNull(),
  payload: text('payload').notNull(),
  at: instant('at').notNull(),
  messageSeq: integer('message_seq'),
  domainId: text('domain_id'),
})

export const outboxPositions = sqliteTable('outbox_positions', {
  consumer: text('consumer').primaryKey(),
  position: integer('position').notNull(),
})

export const roleMail = sqliteTable('role_mail', {
  seq: integer('seq').primaryKey(),
  id: text('id').notNull().unique(),
  role: text('role', { enum: ['postmaster', 'abuse'] }).notNull(),
  receivedAt: instant('received_at').notNull(),
  size: integer('size').notNull(),
  envelope: text('envelope').notNull(),
  packing: text('packing', { enum: PACKINGS }).notNull(),
  raw: bytes('raw').notNull(),
})

export const leases = sqliteTable('leases', {
  name: text('name').primaryKey(),
  holder: text('holder').notNull(),
  endsAt: instant('ends_at').notNull(),
})

export const sealedSecrets = sqliteTable('sealed_secrets', {
  id: text('id').primaryKey(),
  purpose: text('purpose', { enum: SECRET_PURPOSES }).notNull(),
  ownerId: text('owner_id').notNull(),
  keyId: text('key_id').notNull(),
  value: bytes('value').notNull(),
})

export const sealingKey = sqliteTable('sealing_key', {
  only: integer('only').primaryKey(),
  keyId: text('key_id').notNull(),
})

export const serving = sqliteTable('serving', {
  id: integer('id').primaryKey(),
  oldestProgram: text('oldest_program').notNull(),
  migratedBy: text('migrated_by').notNull(),
  migratedAt: instant('migrated_at').notNull(),
  backup: text('backup'),
})
