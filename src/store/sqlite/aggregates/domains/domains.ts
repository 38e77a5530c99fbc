import { and, asc, count, desc, eq, lte, type SQL, sql } from 'drizzle-orm'
import type { NewAuditEntry } from '../../../../core/access/audit.ts'
import { afterLook, type Looked } from '../../../../core/domains/verification.ts'
import type { DomainEntry, DomainLook } from '../../../../core/sender-domain.ts'
import type { DomainBounds, LookRules } from '../../../domains.ts'
import type { Connection, Queries } from '../../connection.ts'
import { domains } from '../../schema/domains.ts'
import { outbox } from '../../schema.ts'
import { attributionMarks } from '../dmarc/anew.ts'
import { forgetting } from '../dmarc/memory.ts'
import { recorder } from '../people/audit.ts'
import { accountStands } from '../people/rules.ts'
import { healthSchedule } from './health.ts'
import { changesOf, entryOf, rowOf } from './rows.ts'

/** What a deleted account left behind is of nobody any more. */
const stands = sql`not exists (select 1 from accounts indexed by accounts_deleted
  where accounts.id = ${domains.accountId} and deleted_at is not null)`

export function domainReads(queries: Queries) {
  const where = (...conditions: SQL[]) =>
    queries
      .select()
      .from(domains)
      .where(and(...conditions, stands))
  const [accountId, id, name] = [sql.placeholder('accountId'), sql.placeholder('id'), sql.placeholder('name')]
  const [now, limit] = [sql.placeholder('now'), sql.placeholder('limit')]
  const ofAccount = eq(domains.accountId, accountId)
  const byId = where(eq(domains.id, id), ofAccount).prepare()
  const byName = where(ofAccount, eq(domains.domain, name)).prepare()
  const list = where(ofAccount).orderBy(asc(domains.domain)).prepare()
  const due = where(lte(domains.dueAt, now)).orderBy(asc(domains.dueAt)).limit(limit).prepare()
  const tokens = where(eq(domains.domain, name)).orderBy(desc(domains.createdAt)).limit(limit).prepare()
  return {
    byId(account: string, wanted: string): DomainEntry | undefined {
      const row = byId.get({ accountId: account, id: wanted })
      return row && entryOf(row)
    },
    byName(account: string, domain: string): DomainEntry | undefined {
      const row = byName.get({ accountId: account, name: domain })
      return row && entryOf(row)
    },
    list: (account: string): DomainEntry[] => list.all({ accountId: account }).map(entryOf),
    due: (at: Date, most: number): DomainEntry[] => due.all({ now: at.getTime(), limit: most }).map(entryOf),
    tokensOf: (domain: string, most: number): string[] =>
      tokens.all({ name: domain, limit: most }).map(({ token }) => token),
  }
}

export function domainWrites(connection: Connection) {
  const { queries } = connection
  const record = recorder(queries)
  const attribution = attributionMarks(connection)
  const forget = forgetting(connection)
  const schedule = healthSchedule(queries)

  function countOf(accountId: string, ...conditions: SQL[]): number {
    const own = and(eq(domains.accountId, accountId), ...conditions)
    return queries.select({ count: count() }).from(domains).where(own).get()?.count ?? 0
  }

  const verifiedOf = (accountId: string) => countOf(accountId, sql`${domains.verifiedAt} is not null`)

  function tell(became: 'verified' | 'unverified', { id, accountId, domain }: DomainEntry, at: Date): void {
    const type = became === 'verified' ? 'domain.verified' : 'domain.unverified'
    const payload = JSON.stringify({ domain })
    queries.insert(outbox).values({ type, accountId, subject: id, payload, at, domainId: id }).run()
  }

  return {
    add(
      entry: DomainEntry,
      bounds: DomainBounds,
      said: NewAuditEntry,
    ): 'added' | 'known' | 'verified_full' | 'unverified_full' | 'unknown_account' {
      const { accountId, domain } = entry
      if (!accountStands(queries, accountId)) return 'unknown_account'
      const same = and(eq(domains.accountId, accountId), eq(domains.domain, domain))
      if (queries.select({ id: domains.id }).from(domains).where(same).get()) return 'known'
      const verified = verifiedOf(accountId)
      if (verified >= bounds.verified) return 'verified_full'
      if (countOf(accountId) - verified >= bounds.unverified) return 'unverified_full'
      queries.insert(domains).values(rowOf(entry)).run()
      record(said)
      return 'added'
    },
    looked(id: string, look: DomainLook, { verified, later, entries }: LookRules): Looked | undefined {
      const row = queries.select().from(domains).where(eq(domains.id, id)).get()
      if (!row || !accountStands(queries, row.accountId)) return undefined
      const room = row.verifiedAt !== null || verifiedOf(row.accountId) < verified
      const looked = afterLook(entryOf(row), look, { room, later })
      queries.update(domains).set(changesOf(looked.entry)).where(eq(domains.id, id)).run()
      schedule(looked.entry, look.at)
      if (looked.became) {
        if (looked.became === 'verified') attribution.verified(row.accountId)
        forget()
        tell(looked.became, looked.entry, look.at)
        record(entries[looked.became])
      }
      return looked
    },
    delete(accountId: string, id: string, said: NewAuditEntry): 'deleted' | 'unknown_domain' {
      const own = and(eq(domains.id, id), eq(domains.accountId, accountId))
      if (queries.delete(domains).where(own).run().changes === 0) return 'unknown_domain'
      attribution.deleted(id)
      forget()
      record(said)
      return 'deleted'
    },
  }
}
