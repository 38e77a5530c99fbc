import { and, asc, count, eq, sql } from 'drizzle-orm'
import type { NewAuditEntry } from '../../../../core/access/audit.ts'
import {
  type KeptSourceMark,
  MOST_MARKED,
  type SourceMarkChange,
  type SourceMarkStore,
} from '../../../dmarc/source-marks.ts'
import type { Queries } from '../../connection.ts'
import { domains } from '../../schema/domains.ts'
import { sourceMarks } from '../../schema/source-marks.ts'
import { recorder } from '../people/audit.ts'
import { accountStands } from '../people/rules.ts'

type Changed = Awaited<ReturnType<SourceMarkStore['change']>>
type Row = typeof sourceMarks.$inferSelect

export function sourceMarkReads(queries: Queries) {
  const ofDomain = queries
    .select()
    .from(sourceMarks)
    .where(eq(sourceMarks.domainId, sql.placeholder('domainId')))
    .orderBy(asc(sourceMarks.source))
    .prepare()
  return { of: (domainId: string): KeptSourceMark[] => ofDomain.all({ domainId }).map(markOf) }
}

const markOf = ({ source, name, mark, markedAt, markedBy }: Row): KeptSourceMark => ({
  key: source,
  ...(name !== null && { name }),
  ...(mark !== null && { mark }),
  at: markedAt,
  by: markedBy,
})

export function sourceMarkWrites(queries: Queries) {
  const record = recorder(queries)

  const hasDomain = (accountId: string, domainId: string) =>
    accountStands(queries, accountId) &&
    queries
      .select({ id: domains.id })
      .from(domains)
      .where(and(eq(domains.id, domainId), eq(domains.accountId, accountId)))
      .get() !== undefined

  const countOf = (domainId: string) =>
    queries.select({ count: count() }).from(sourceMarks).where(eq(sourceMarks.domainId, domainId)).get()
      ?.count ?? 0

  return {
    change(
      accountId: string,
      domainId: string,
      { key, ...said }: SourceMarkChange,
      { at, by }: { at: Date; by: string },
      entry: NewAuditEntry,
      most: number = MOST_MARKED,
    ): Changed {
      if (!hasDomain(accountId, domainId)) return 'unknown_domain'
      const own = and(eq(sourceMarks.domainId, domainId), eq(sourceMarks.source, key))
      const was = queries.select().from(sourceMarks).where(own).get()
      const before = { name: was?.name ?? null, mark: was?.mark ?? null }
      const { name = before.name, mark = before.mark } = said
      if (name === before.name && mark === before.mark) return 'same'
      if (!was && countOf(domainId) >= most) return 'full'
      if (name === null && mark === null) queries.delete(sourceMarks).where(own).run()
      else {
        const set = { name, mark, markedAt: at, markedBy: by }
        queries
          .insert(sourceMarks)
          .values({ domainId, source: key, ...set })
          .onConflictDoUpdate({ target: [sourceMarks.domainId, sourceMarks.source], set })
          .run()
      }
      record(entry)
      return 'changed'
    },
  }
}
