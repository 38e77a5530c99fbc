import type { NewAuditEntry } from '../../../core/access/audit.ts'
import type { Role } from '../../../core/access/role.ts'
import type { Session } from '../../../core/access/session.ts'
import { MOST_SESSIONS } from '../../keeping/people.ts'
import { present } from '../../keeping/present.ts'
import type { Grounds, OwnedSession, SessionStore } from '../../sessions.ts'
import type { Db, Tx } from '../sql/database.ts'
import { plain, sql } from '../sql/statement.ts'
import { record } from './recording.ts'
import { instantOf, type PersonRow, personOf, timeOf } from './rows.ts'
import { accountStands, holdPerson, sessionStands } from './rules.ts'

interface SessionRow {
  id: string
  personId: string
  accountId: string | null
  visitingUntil: number | null
  method: Session['method']
  stage: Session['stage']
  createdAt: number
  seenAt: number
  expiresAt: number
  client: string
  agent: string
}

const SESSION = plain(
  's.id, s.person_id, s.account_id, s.visiting_until, s.method, s.stage, s.created_at, s.seen_at, s.expires_at, s.client, s.agent',
)

function sessionOf(row: SessionRow): Session {
  const { id, personId, accountId, visitingUntil, method, stage, client, agent } = row
  return present({
    id,
    personId,
    accountId,
    visitingUntil: instantOf(visitingUntil),
    method,
    stage,
    createdAt: new Date(row.createdAt),
    seenAt: new Date(row.seenAt),
    expiresAt: new Date(row.expiresAt),
    client,
    agent,
  })
}

type OwnedRow = SessionRow & {
  email: string
  name: string
  isInstanceAdmin: number
  bornAt: number
  confirmedAt: number | null
  role: Role | null
  accountName: string | null
}

function ownedOf(row: OwnedRow): OwnedSession {
  const { role, accountName } = row
  const person: PersonRow = { ...row, id: row.personId, createdAt: row.bornAt }
  return {
    session: sessionOf(row),
    person: personOf(person),
    ...(role !== null && { role }),
    ...(accountName !== null && { accountName }),
  }
}

export function sessionPart(db: Db): SessionStore {
  return { ...reads(db), ...writes(db) }
}

function reads(db: Db): Pick<SessionStore, 'byHash' | 'of'> {
  return {
    async byHash(tokenHash) {
      const row = await db.first<OwnedRow>(
        sql`SELECT ${SESSION}, p.email, p.name, p.is_instance_admin, p.created_at AS born_at, p.confirmed_at, m.role,
            a.name AS account_name
          FROM sessions AS s JOIN people AS p ON p.id = s.person_id
            LEFT JOIN memberships AS m ON m.account_id = s.account_id AND m.person_id = s.person_id
            LEFT JOIN accounts AS a ON a.id = s.account_id
          WHERE s.token_hash = ${tokenHash}::bytea`,
      )
      return row && ownedOf(row)
    },
    async of(personId) {
      const rows = await db.all<SessionRow>(
        sql`SELECT ${SESSION} FROM sessions AS s WHERE s.person_id = ${personId} ORDER BY s.seen_at DESC`,
      )
      return rows.map(sessionOf)
    },
  }
}

function writes(db: Db): Omit<SessionStore, 'byHash' | 'of'> {
  return {
    begin: (session, tokenHash, entry, replaces, grounds) =>
      db.write((tx) => begin(tx, session, tokenHash, { entry, replaces, grounds })),
    async touch(id, at) {
      await db.soft.run(
        sql`UPDATE sessions SET seen_at = greatest(seen_at, ${at.getTime()}::bigint) WHERE id = ${id}`,
      )
    },
    setAccount: (id, accountId, visit) => db.write((tx) => setAccount(tx, id, accountId, visit)),
    end: (id, personId, entry) =>
      db.write(async (tx) => {
        const ended = await tx.run(sql`DELETE FROM sessions WHERE id = ${id} AND person_id = ${personId}`)
        if (ended === 0) return 'unknown_session'
        await record(tx, entry)
        return 'ended'
      }),
    endAll: (personId, keep, entry) =>
      db.write(async (tx) => {
        const others = keep === undefined ? sql`` : sql` AND id <> ${keep}`
        const ended = await tx.run(sql`DELETE FROM sessions WHERE person_id = ${personId}${others}`)
        if (ended > 0) await record(tx, entry)
        return ended
      }),
    async deleteExpired(now, idleSince, limit) {
      const some = (by: 'expires_at' | 'seen_at', at: Date, most: number) =>
        db.run(sql`DELETE FROM sessions WHERE token_hash = ANY (ARRAY(
          SELECT token_hash FROM sessions WHERE ${plain(by)} <= ${at.getTime()}::bigint ORDER BY ${plain(by)} LIMIT ${most}))`)
      const expired = await some('expires_at', now, limit)
      return expired + (expired < limit ? await some('seen_at', idleSince, limit - expired) : 0)
    },
  }
}

interface Beginning {
  entry: NewAuditEntry | undefined
  replaces: Uint8Array | undefined
  grounds: Grounds | undefined
}

/** The person is held: another password, which ends sessions, comes before this or sees the session that this makes. */
async function begin(
  tx: Tx,
  session: Session,
  tokenHash: Uint8Array,
  { entry, replaces, grounds }: Beginning,
): Promise<'begun' | 'over'> {
  const { id, personId, accountId, visitingUntil, method, stage, createdAt, seenAt, expiresAt } = session
  const [stands, person, before] = await Promise.all([
    // An account that was deleted meanwhile is looked at by nobody.
    accountId === undefined ? false : accountStands(tx, accountId),
    holdPerson(tx, personId),
    grounds?.sessionId === undefined ? true : sessionStands(tx, grounds.sessionId, personId),
  ])
  if (!before) return 'over'
  if (grounds?.passwordHash !== undefined && person?.passwordHash !== grounds.passwordHash) return 'over'
  await Promise.all([
    replaces ? tx.run(sql`DELETE FROM sessions WHERE token_hash = ${replaces}::bytea`) : undefined,
    tx.run(
      sql`INSERT INTO sessions (token_hash, id, person_id, account_id, visiting_until, method, stage, created_at, seen_at,
          expires_at, client, agent)
        VALUES (${tokenHash}::bytea, ${id}, ${personId}, ${stands ? (accountId ?? null) : null},
          ${timeOf(visitingUntil)}::bigint, ${method}, ${stage}, ${createdAt.getTime()}::bigint,
          ${seenAt.getTime()}::bigint, ${expiresAt.getTime()}::bigint, ${session.client}, ${session.agent})`,
    ),
    endOldest(tx, session),
    record(tx, entry),
  ])
  return 'begun'
}

/** Those that wait for a second factor end none that is whole: who knows a password signs nobody out. */
async function endOldest(tx: Tx, { id, personId, stage }: Session): Promise<void> {
  await tx.run(sql`DELETE FROM sessions WHERE token_hash = ANY (ARRAY(
    SELECT token_hash FROM sessions WHERE person_id = ${personId} AND stage = ${stage}
    ORDER BY seen_at DESC, id = ${id} DESC, created_at DESC OFFSET ${MOST_SESSIONS}))`)
}

/** The account is held against who removes members from it: they see the session that looks at it. */
async function setAccount(
  tx: Tx,
  id: string,
  accountId: string | undefined,
  visit: { until: Date; entry: NewAuditEntry } | undefined,
): Promise<'set' | 'unknown_session' | 'not_a_member'> {
  const [account, session] = await Promise.all([
    accountId === undefined
      ? undefined
      : tx.first(sql`SELECT id FROM accounts WHERE id = ${accountId} AND deleted_at IS NULL FOR SHARE`),
    tx.first<{ isAdmin: boolean; isMember: boolean }>(
      sql`SELECT p.is_instance_admin = 1 AS is_admin, m.person_id IS NOT NULL AS is_member
        FROM sessions AS s JOIN people AS p ON p.id = s.person_id
          LEFT JOIN memberships AS m ON m.account_id = ${accountId ?? null} AND m.person_id = s.person_id
        WHERE s.id = ${id}`,
    ),
  ])
  if (!session) return 'unknown_session'
  const mayLook = account !== undefined && (visit ? session.isAdmin : session.isMember)
  if (accountId !== undefined && !mayLook) return 'not_a_member'
  const until = accountId === undefined ? null : timeOf(visit?.until)
  const set = await tx.run(
    sql`UPDATE sessions SET account_id = ${accountId ?? null}, visiting_until = ${until}::bigint WHERE id = ${id}`,
  )
  if (set === 0) return 'unknown_session'
  if (accountId !== undefined) await record(tx, visit?.entry)
  return 'set'
}
