import { and, desc, eq, inArray, lte, ne, sql } from 'drizzle-orm'
import type { NewAuditEntry } from '../../../../core/access/audit.ts'
import type { Role } from '../../../../core/access/role.ts'
import type { Session } from '../../../../core/access/session.ts'
import { MOST_SESSIONS } from '../../../keeping/people.ts'
import { present } from '../../../keeping/present.ts'
import type { Grounds, OwnedSession } from '../../../sessions.ts'
import type { Connection, Queries } from '../../connection.ts'
import { sessions } from '../../schema/people.ts'
import { recorder } from './audit.ts'
import { roleIn } from './memberships.ts'
import { rowOf } from './rows.ts'
import { accountStands, sessionStands } from './rules.ts'

/** Asked with every page: looks of their own find the others sooner than joins. */
const OWNED = `SELECT id, person_id, account_id, visiting_until, method, stage, created_at, seen_at, expires_at, client, agent,
    (SELECT json_array(email, name, is_instance_admin, created_at, confirmed_at) FROM people WHERE people.id = person_id),
    (SELECT role FROM memberships WHERE memberships.account_id = sessions.account_id
      AND memberships.person_id = sessions.person_id),
    (SELECT name FROM accounts WHERE accounts.id = account_id)
  FROM sessions WHERE token_hash = ?`

type OwnedRow = [
  id: string,
  personId: string,
  accountId: string | null,
  visitingUntil: number | null,
  method: Session['method'],
  stage: Session['stage'],
  createdAt: number,
  seenAt: number,
  expiresAt: number,
  client: string,
  agent: string,
  person: string,
  role: Role | null,
  accountName: string | null,
]

function ownedSession(row: OwnedRow): OwnedSession {
  const [id, personId, accountId, visitingUntil, method, stage, createdAt, seenAt, expiresAt] = row
  const [, , , , , , , , , client, agent, person, role, accountName] = row
  const session: Session = {
    id,
    personId,
    method,
    stage,
    createdAt: new Date(createdAt),
    seenAt: new Date(seenAt),
    expiresAt: new Date(expiresAt),
    client,
    agent,
  }
  if (accountId !== null) session.accountId = accountId
  if (visitingUntil !== null) session.visitingUntil = new Date(visitingUntil)
  const owned: OwnedSession = { session, person: personFrom(personId, person) }
  if (role !== null) owned.role = role
  if (accountName !== null) owned.accountName = accountName
  return owned
}

function personFrom(id: string, json: string): OwnedSession['person'] {
  const [email, name, isAdmin, createdAt, confirmedAt]: [string, string, number, number, number | null] =
    JSON.parse(json)
  return {
    id,
    email,
    name,
    isInstanceAdmin: isAdmin === 1,
    createdAt: new Date(createdAt),
    ...(confirmedAt !== null && { confirmedAt: new Date(confirmedAt) }),
  }
}

export function sessionReads({ driver, queries }: Connection) {
  const owned = driver.prepare<[Uint8Array], OwnedRow>(OWNED).raw()
  return {
    byHash(tokenHash: Uint8Array): OwnedSession | undefined {
      const row = owned.get(tokenHash)
      return row && ownedSession(row)
    },
    of: (personId: string): Session[] =>
      queries
        .select()
        .from(sessions)
        .where(eq(sessions.personId, personId))
        .orderBy(desc(sessions.seenAt))
        .all()
        .map(({ tokenHash: _kept, ...row }) => present(row)),
  }
}

type Visit = { until: Date; entry: NewAuditEntry }

export function sessionWrites(queries: Queries) {
  const record = recorder(queries)
  const touch = queries
    .update(sessions)
    .set({ seenAt: sql`max(${sessions.seenAt}, ${sql.placeholder('at')})` })
    .where(eq(sessions.id, sql.placeholder('id')))
    .prepare()

  /** Whether this person may look at this account: as a member, or as an instance admin who visits. */
  function mayLook(accountId: string, personId: string, visit?: Visit): boolean {
    if (!visit) return roleIn(queries, accountId, personId) !== undefined
    return accountStands(queries, accountId) && rowOf(queries, personId)?.isInstanceAdmin === true
  }

  /** Those that wait for a second factor end none that is whole: who knows a password signs nobody out. */
  function endOldest({ personId, stage }: Session): void {
    const oldest = queries
      .select({ tokenHash: sessions.tokenHash })
      .from(sessions)
      .where(and(eq(sessions.personId, personId), eq(sessions.stage, stage)))
      .orderBy(desc(sessions.seenAt))
      .limit(MOST_SESSIONS)
      .offset(MOST_SESSIONS)
    queries.delete(sessions).where(inArray(sessions.tokenHash, oldest)).run()
  }

  function stillHold({ passwordHash, sessionId }: Grounds, personId: string): boolean {
    if (passwordHash !== undefined && rowOf(queries, personId)?.passwordHash !== passwordHash) return false
    return sessionId === undefined || sessionStands(queries, sessionId, personId)
  }

  return {
    begin(
      session: Session,
      tokenHash: Uint8Array,
      entry?: NewAuditEntry,
      replaces?: Uint8Array,
      grounds?: Grounds,
    ): 'begun' | 'over' {
      if (grounds && !stillHold(grounds, session.personId)) return 'over'
      if (replaces) queries.delete(sessions).where(eq(sessions.tokenHash, replaces)).run()
      const { accountId, ...rest } = session
      // An account that was deleted meanwhile is looked at by nobody.
      const looksAt = accountId !== undefined && accountStands(queries, accountId) ? accountId : null
      queries
        .insert(sessions)
        .values({ ...rest, tokenHash, accountId: looksAt })
        .run()
      endOldest(session)
      record(entry)
      return 'begun'
    },
    touch(id: string, at: Date): void {
      touch.run({ id, at: at.getTime() })
    },
    setAccount(
      id: string,
      accountId: string | undefined,
      visit?: Visit,
    ): 'set' | 'unknown_session' | 'not_a_member' {
      const row = queries
        .select({ personId: sessions.personId })
        .from(sessions)
        .where(eq(sessions.id, id))
        .get()
      if (!row) return 'unknown_session'
      if (accountId !== undefined && !mayLook(accountId, row.personId, visit)) return 'not_a_member'
      const visitingUntil = accountId === undefined ? null : (visit?.until ?? null)
      queries
        .update(sessions)
        .set({ accountId: accountId ?? null, visitingUntil })
        .where(eq(sessions.id, id))
        .run()
      if (accountId !== undefined) record(visit?.entry)
      return 'set'
    },
    end(id: string, personId: string, entry?: NewAuditEntry): 'ended' | 'unknown_session' {
      const { changes } = queries
        .delete(sessions)
        .where(and(eq(sessions.id, id), eq(sessions.personId, personId)))
        .run()
      if (changes === 0) return 'unknown_session'
      record(entry)
      return 'ended'
    },
    endAll(personId: string, keep: string | undefined, entry: NewAuditEntry): number {
      const others = keep === undefined ? undefined : ne(sessions.id, keep)
      const { changes } = queries
        .delete(sessions)
        .where(and(eq(sessions.personId, personId), others))
        .run()
      if (changes > 0) record(entry)
      return changes
    },
    deleteExpired(now: Date, idleSince: Date, limit: number): number {
      const deleteSome = (
        which: ReturnType<typeof lte>,
        by: typeof sessions.seenAt | typeof sessions.expiresAt,
        most: number,
      ) => {
        const over = queries
          .select({ id: sessions.tokenHash })
          .from(sessions)
          .where(which)
          .orderBy(by)
          .limit(most)
        return queries.delete(sessions).where(inArray(sessions.tokenHash, over)).run().changes
      }
      const expired = deleteSome(lte(sessions.expiresAt, now), sessions.expiresAt, limit)
      return expired + deleteSome(lte(sessions.seenAt, idleSince), sessions.seenAt, limit - expired)
    },
  }
}
