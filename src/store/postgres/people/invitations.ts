import type { Account } from '../../../core/access/account.ts'
import type { NewAuditEntry } from '../../../core/access/audit.ts'
import type { Invitation } from '../../../core/access/membership.ts'
import type { Person } from '../../../core/access/person.ts'
import { invitationRefused, keyOf } from '../../keeping/people.ts'
import { present } from '../../keeping/present.ts'
import type { InvitationStore } from '../../memberships.ts'
import type { Db, Tx } from '../sql/database.ts'
import { plain, sql } from '../sql/statement.ts'
import { insertMember, insertPerson } from './making.ts'
import { record } from './recording.ts'
import { accountStands } from './rules.ts'

interface InvitationRow {
  id: string
  accountId: string
  role: Invitation['role']
  email: string | null
  mailed: number
  invitedBy: string | null
  createdAt: number
  expiresAt: number
}

const INVITATION = plain(
  'i.id, i.account_id, i.role, i.email, i.mailed, i.invited_by, i.created_at, i.expires_at',
)

function invitationOf(row: InvitationRow): Invitation {
  const { id, accountId, role, email, mailed, invitedBy, createdAt, expiresAt } = row
  return present({
    id,
    accountId,
    role,
    email,
    mailed: mailed === 1,
    invitedBy,
    createdAt: new Date(createdAt),
    expiresAt: new Date(expiresAt),
  })
}

export function invitationPart(db: Db): InvitationStore {
  return {
    create: (invitation, tokenHash, entry) => db.write((tx) => create(tx, invitation, tokenHash, entry)),
    byHash: (tokenHash) => byHash(db, tokenHash),
    async of(accountId) {
      const rows = await db.all<InvitationRow>(
        sql`SELECT ${INVITATION} FROM invitations AS i WHERE i.account_id = ${accountId}
          ORDER BY i.created_at DESC, i.id DESC`,
      )
      return rows.map(invitationOf)
    },
    accept: (tokenHash, personId, at, entry) => db.write((tx) => accept(tx, tokenHash, personId, at, entry)),
    join: (tokenHash, made, entry) => db.write((tx) => join(tx, tokenHash, made, entry)),
    revoke: (id, accountId, entry) =>
      db.write(async (tx) => {
        const revoked = await tx.run(
          sql`DELETE FROM invitations WHERE id = ${id} AND account_id = ${accountId}`,
        )
        if (revoked === 0) return 'unknown_invitation'
        await record(tx, entry)
        return 'revoked'
      }),
    deleteExpired: (now, limit) =>
      db.run(sql`DELETE FROM invitations WHERE id = ANY (ARRAY(
        SELECT id FROM invitations WHERE expires_at <= ${now.getTime()}::bigint ORDER BY expires_at LIMIT ${limit}))`),
  }
}

async function byHash(db: Db, tokenHash: Uint8Array): ReturnType<InvitationStore['byHash']> {
  const row = await db.first<
    InvitationRow & {
      accountName: string
      plan: string
      madeAt: number
      inviterName: string | null
      inviterEmail: string | null
    }
  >(
    sql`SELECT ${INVITATION}, a.name AS account_name, a.plan, a.created_at AS made_at,
        p.name AS inviter_name, p.email AS inviter_email
      FROM invitations AS i JOIN accounts AS a ON a.id = i.account_id LEFT JOIN people AS p ON p.id = i.invited_by
      WHERE i.token_hash = ${tokenHash}::bytea AND a.deleted_at IS NULL`,
  )
  if (!row) return undefined
  const account: Account = {
    id: row.accountId,
    name: row.accountName,
    plan: row.plan,
    createdAt: new Date(row.madeAt),
  }
  const invitedByName = row.inviterName || row.inviterEmail
  return { ...invitationOf(row), account, ...(invitedByName !== null && { invitedByName }) }
}

async function create(
  tx: Tx,
  { id, accountId, role, email, mailed, invitedBy, createdAt, expiresAt }: Invitation,
  tokenHash: Uint8Array,
  entry: NewAuditEntry,
): ReturnType<InvitationStore['create']> {
  if (!(await accountStands(tx, accountId))) return 'unknown_account'
  await tx.run(
    sql`INSERT INTO invitations (id, token_hash, account_id, role, email, mailed, invited_by, created_at, expires_at)
      VALUES (${id}, ${tokenHash}::bytea, ${accountId}, ${role}, ${email ?? null}, ${mailed ? 1 : 0}::smallint,
        ${invitedBy ?? null}, ${createdAt.getTime()}::bigint, ${expiresAt.getTime()}::bigint)`,
  )
  await record(tx, entry)
  return 'created'
}

/** An invitation that is held, behind the row of its account and that of whoever accepts it: of many who have its link one at a time
 * goes on. */
async function held(tx: Tx, tokenHash: Uint8Array, personId?: string) {
  const [, person, row] = await Promise.all([
    tx.run(sql`SELECT a.id FROM accounts AS a JOIN invitations AS i ON i.account_id = a.id
      WHERE i.token_hash = ${tokenHash}::bytea FOR KEY SHARE OF a`),
    personId === undefined
      ? undefined
      : tx.first<{ emailKey: string }>(
          sql`SELECT email_key FROM people WHERE id = ${personId} FOR KEY SHARE`,
        ),
    tx.first<InvitationRow>(
      sql`SELECT ${INVITATION} FROM invitations AS i WHERE i.token_hash = ${tokenHash}::bytea FOR UPDATE`,
    ),
  ])
  return { person, row: row && { ...row, expiresAt: new Date(row.expiresAt) } }
}

async function accept(
  tx: Tx,
  tokenHash: Uint8Array,
  personId: string,
  at: Date,
  entry: NewAuditEntry,
): ReturnType<InvitationStore['accept']> {
  const { person, row } = await held(tx, tokenHash, personId)
  const refused = invitationRefused(row, person?.emailKey ?? '', at)
  if (refused || !row) return refused ?? 'unknown_invitation'
  if (!(await insertMember(tx, row.accountId, personId, row.role, at))) return 'is_member'
  await Promise.all([tx.run(sql`DELETE FROM invitations WHERE id = ${row.id}`), record(tx, entry)])
  return 'accepted'
}

async function join(
  tx: Tx,
  tokenHash: Uint8Array,
  { person, passwordHash }: { person: Person; passwordHash: string },
  entry: NewAuditEntry,
): ReturnType<InvitationStore['join']> {
  const { row } = await held(tx, tokenHash)
  const refused = invitationRefused(row, keyOf(person.email), person.createdAt)
  if (refused || !row) return refused ?? 'unknown_invitation'
  if (!(await insertPerson(tx, person, passwordHash))) return 'email_taken'
  await insertMember(tx, row.accountId, person.id, row.role, person.createdAt)
  await Promise.all([tx.run(sql`DELETE FROM invitations WHERE id = ${row.id}`), record(tx, entry)])
  return 'joined'
}
