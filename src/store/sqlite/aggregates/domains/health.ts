import { and, asc, desc, eq, isNotNull, lte, sql } from 'drizzle-orm'
import {
  countsOf,
  type DnsLook,
  type DomainChange,
  type HealthCounts,
} from '../../../../core/domain-health.ts'
import type { DueDomain, KeptHealth, KeptSelector, LookBefore } from '../../../domain-health.ts'
import { type Parcel, pack, unpack } from '../../../keeping/packing.ts'
import type { Queries } from '../../connection.ts'
import { domainHealth, domainSelectors } from '../../schema/domain-health.ts'
import { domains } from '../../schema/domains.ts'

/** Due before everything that is due by itself. */
const ASKED = new Date(0)

export function domainHealthReads(queries: Queries) {
  const { lookedAt, problems, unknown, advice, dueAt } = domainHealth
  const id = sql.placeholder('id')
  const summaries = queries
    .select({ id: domainHealth.domainId, at: lookedAt, problems, unknown, advice })
    .from(domains)
    .innerJoin(domainHealth, eq(domainHealth.domainId, domains.id))
    .where(and(eq(domains.accountId, sql.placeholder('accountId')), isNotNull(lookedAt)))
    .prepare()
  const read = queries.select().from(domainHealth).where(eq(domainHealth.domainId, id)).prepare()
  const due = queries
    .select({ id: domains.id, domain: domains.domain })
    .from(domainHealth)
    .innerJoin(domains, eq(domains.id, domainHealth.domainId))
    .where(lte(dueAt, sql.placeholder('now')))
    .orderBy(asc(dueAt))
    .limit(sql.placeholder('limit'))
    .prepare()
  const selectors = queries
    .select({ selector: domainSelectors.selector, lastSeen: domainSelectors.lastSeen })
    .from(domainSelectors)
    .where(eq(domainSelectors.domainId, id))
    .orderBy(desc(domainSelectors.lastSeen), asc(domainSelectors.selector))
    .prepare()
  return {
    summaries(accountId: string): Map<string, HealthCounts & { at: Date }> {
      const rows = summaries.all({ accountId })
      return new Map(
        rows.flatMap(({ id: one, at, ...counts }) => (at ? [[one, { ...counts, at }] as const] : [])),
      )
    },
    async read(domainId: string): Promise<KeptHealth | undefined> {
      const row = read.get({ id: domainId })
      if (!row) return undefined
      const { packing, look, lookedAt: at, failedAt, dueAt: next } = row
      const text = at && new TextDecoder().decode(await unpack({ packing, bytes: look }))
      return {
        // Nothing is checked: only this store wrote it.
        ...(at && text && { look: { ...JSON.parse(text), at } }),
        changes: changesIn(row.changes),
        ...(failedAt && { failedAt }),
        ...(next && { dueAt: next }),
      }
    },
    due: (now: Date, limit: number): DueDomain[] => due.all({ now: now.getTime(), limit }),
    selectors: (domainId: string): KeptSelector[] => selectors.all({ id: domainId }),
  }
}

function changesIn(text: string): DomainChange[] {
  const kept: (Omit<DomainChange, 'at'> & { at: string })[] = JSON.parse(text)
  return kept.map(({ at, ...change }) => ({ ...change, at: new Date(at) }))
}

/** A look as it travels to the writer. */
export interface LookParcel extends HealthCounts {
  lookedAt: Date
  changes: string
  body: Parcel
}

/** What is kept of a look, but for its bytes. */
export function lookFacts(
  { at, checks }: DnsLook,
  changes: readonly DomainChange[],
): Omit<LookParcel, 'body'> {
  return { ...countsOf(checks), lookedAt: at, changes: JSON.stringify(changes) }
}

const NOTHING = {
  problems: 0,
  unknown: 0,
  advice: 0,
  changes: '[]',
  packing: 'plain',
  look: new Uint8Array(),
} as const

/** Keeps that a verified domain is looked at, and that others are not: part of what changes a domain. */
export function healthSchedule(queries: Queries) {
  return ({ id, verifiedAt }: { id: string; verifiedAt?: Date }, now: Date): void => {
    if (!verifiedAt) {
      queries.update(domainHealth).set({ dueAt: null }).where(eq(domainHealth.domainId, id)).run()
      return
    }
    queries
      .insert(domainHealth)
      .values({ ...NOTHING, domainId: id, dueAt: now })
      .onConflictDoUpdate({
        target: domainHealth.domainId,
        set: { dueAt: sql`coalesce(${domainHealth.dueAt}, excluded.due_at)` },
      })
      .run()
  }
}

export function domainHealthWrites(queries: Queries) {
  const isVerified = (id: string) =>
    queries
      .select({ id: domains.id })
      .from(domains)
      .where(and(eq(domains.id, id), isNotNull(domains.verifiedAt)))
      .get() !== undefined
  const isOutdated = (id: string, after: LookBefore | undefined) => {
    if (!after) return false
    const { lookedAt } = domainHealth
    const kept = queries.select({ lookedAt }).from(domainHealth).where(eq(domainHealth.domainId, id)).get()
    return kept?.lookedAt?.getTime() !== after.lookedAt?.getTime()
  }
  return {
    ask(id: string): 'asked' | 'unknown_domain' {
      if (!queries.select({ id: domains.id }).from(domains).where(eq(domains.id, id)).get())
        return 'unknown_domain'
      queries
        .insert(domainHealth)
        .values({ ...NOTHING, domainId: id, dueAt: ASKED })
        .onConflictDoUpdate({ target: domainHealth.domainId, set: { dueAt: ASKED } })
        .run()
      return 'asked'
    },
    keep(
      id: string,
      { body, ...facts }: LookParcel,
      next: Date,
      after: LookBefore | undefined,
    ): 'kept' | 'outdated' {
      if (isOutdated(id, after)) return 'outdated'
      const { packing, bytes: look } = pack(body)
      const dueAt = isVerified(id) ? next : null
      queries
        .update(domainHealth)
        .set({ ...facts, packing, look, dueAt, failedAt: null })
        .where(eq(domainHealth.domainId, id))
        .run()
      return 'kept'
    },
    failed(id: string, at: Date, next: Date, after: LookBefore | undefined): 'kept' | 'outdated' {
      if (isOutdated(id, after)) return 'outdated'
      const dueAt = isVerified(id) ? next : null
      queries.update(domainHealth).set({ failedAt: at, dueAt }).where(eq(domainHealth.domainId, id)).run()
      return 'kept'
    },
  }
}
