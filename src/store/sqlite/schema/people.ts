import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { AUDIT_ACTIONS } from '../../../core/access/audit.ts'
import { ROLES } from '../../../core/access/role.ts'
import { SIGN_IN_METHODS } from '../../../core/access/session.ts'
import { bytes, instant } from './columns.ts'

/** The tables of people, as the migrations make them. */

export const people = sqliteTable('people', {
  id: text('id').primaryKey(),
  email: text('email').notNull(),
  emailKey: text('email_key').notNull().unique(),
  name: text('name').notNull().default(''),
  nameKey: text('name_key').notNull().default(''),
  isInstanceAdmin: integer('is_instance_admin', { mode: 'boolean' }).notNull().default(false),
  createdAt: instant('created_at').notNull(),
  confirmedAt: instant('confirmed_at'),
  passwordHash: text('password_hash'),
  totpSecretId: text('totp_secret_id'),
  totpLastStep: integer('totp_last_step'),
})

export const recoveryCodes = sqliteTable(
  'recovery_codes',
  { personId: text('person_id').notNull(), codeHash: bytes('code_hash').notNull() },
  (table) => [primaryKey({ columns: [table.personId, table.codeHash] })],
)

export const passkeys = sqliteTable('passkeys', {
  id: text('id').primaryKey(),
  personId: text('person_id').notNull(),
  name: text('name').notNull(),
  publicKey: bytes('public_key').notNull(),
  counter: integer('counter').notNull(),
  transports: text('transports', { mode: 'json' }).$type<string[]>().notNull(),
  backedUp: integer('backed_up', { mode: 'boolean' }).notNull(),
  createdAt: instant('created_at').notNull(),
  lastUsedAt: instant('last_used_at'),
})

export const identities = sqliteTable(
  'identities',
  {
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    personId: text('person_id').notNull(),
    createdAt: instant('created_at').notNull(),
    lastUsedAt: instant('last_used_at'),
  },
  (table) => [primaryKey({ columns: [table.issuer, table.subject] })],
)

export const memberships = sqliteTable(
  'memberships',
  {
    accountId: text('account_id').notNull(),
    personId: text('person_id').notNull(),
    role: text('role', { enum: ROLES }).notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.personId] })],
)

export const invitations = sqliteTable('invitations', {
  id: text('id').primaryKey(),
  tokenHash: bytes('token_hash').notNull().unique(),
  accountId: text('account_id').notNull(),
  role: text('role', { enum: ROLES }).notNull(),
  email: text('email'),
  mailed: integer('mailed', { mode: 'boolean' }).notNull().default(false),
  invitedBy: text('invited_by'),
  createdAt: instant('created_at').notNull(),
  expiresAt: instant('expires_at').notNull(),
})

export const sessions = sqliteTable('sessions', {
  tokenHash: bytes('token_hash').primaryKey(),
  id: text('id').notNull().unique(),
  personId: text('person_id').notNull(),
  accountId: text('account_id'),
  visitingUntil: instant('visiting_until'),
  method: text('method', { enum: SIGN_IN_METHODS }).notNull(),
  stage: text('stage', { enum: ['factor', 'whole'] }).notNull(),
  createdAt: instant('created_at').notNull(),
  seenAt: instant('seen_at').notNull(),
  expiresAt: instant('expires_at').notNull(),
  client: text('client').notNull(),
  agent: text('agent').notNull(),
})

export const oneTimeLinks = sqliteTable('one_time_links', {
  tokenHash: bytes('token_hash').primaryKey(),
  purpose: text('purpose', { enum: ['setup', 'reset', 'confirmation'] }).notNull(),
  personId: text('person_id'),
  email: text('email'),
  emailKey: text('email_key'),
  registration: text('registration', { mode: 'json' }).$type<{
    name: string
    passwordHash: string
    accountName: string
  }>(),
  createdAt: instant('created_at').notNull(),
  expiresAt: instant('expires_at').notNull(),
})

export const ceremonies = sqliteTable('ceremonies', {
  idHash: bytes('id_hash').primaryKey(),
  kind: text('kind', { enum: ['passkey_add', 'passkey_sign_in', 'oidc', 'totp_setup'] }).notNull(),
  personId: text('person_id'),
  sessionId: text('session_id'),
  data: text('data', { mode: 'json' }).$type<Record<string, string>>().notNull(),
  expiresAt: instant('expires_at').notNull(),
})

export const auditLog = sqliteTable('audit_log', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  at: instant('at').notNull(),
  accountId: text('account_id'),
  personId: text('person_id'),
  actorKind: text('actor_kind', { enum: ['person', 'key', 'operator', 'nobody'] }).notNull(),
  actorId: text('actor_id'),
  actorName: text('actor_name'),
  action: text('action', { enum: AUDIT_ACTIONS }).notNull(),
  target: text('target'),
  details: text('details', { mode: 'json' }).$type<Record<string, string>>(),
  client: text('client'),
})
