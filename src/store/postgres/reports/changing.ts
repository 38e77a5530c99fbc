import type { Outcome } from '../../../core/aggregate/file.ts'
import type { FilesOf, ToldFile } from '../../keeping/report-files/rows.ts'
import { createTogether } from '../../keeping/together.ts'
import type { ReportFileBounds, ReportMailStore } from '../../report-mail.ts'
import { record } from '../people/recording.ts'
import type { Db, Tx } from '../sql/database.ts'
import { locking } from '../sql/locks.ts'
import { sql } from '../sql/statement.ts'
import { holdFiles } from './claimed.ts'
import { FileCounts } from './counting.ts'
import { keepFiles } from './files.ts'

interface ImportedCall {
  of: FilesOf
  told: readonly ToldFile[]
  bounds: ReportFileBounds
}

type FileWrites = Pick<ReportMailStore, 'changeOutcome' | 'taken'> & {
  imported(
    of: Parameters<ReportMailStore['imported']>[0],
    told: readonly ToldFile[],
    bounds: ReportFileBounds,
  ): Promise<void>
}

/** What becomes of files beside mail. Imports are written one behind the other, so that many of them leave connections to others. */
export function fileWrites(db: Db): FileWrites {
  const imported = createTogether<ImportedCall, void>(async (calls) => {
    await db.write((tx) => keepImported({ tx, db }, calls))
    return calls.map(() => undefined)
  }, octetsOf)
  return {
    imported: ({ accountId, domainId, at, by }, told, bounds) => {
      const of = { accountId, domainId, source: 'import', receivedAt: at.getTime(), from: by } as const
      return imported({ of, told, bounds })
    },
    async changeOutcome(id, to) {
      await db.write((tx) => change(tx, [{ id, ...to }]))
    },
    async taken(id, uid, other, entry) {
      const also = other !== undefined && other !== id
      await db.write(async (tx) => {
        await change(tx, [
          { id, outcome: 'stored', uid },
          ...(also ? [{ id: other, outcome: 'conflict' as const, uid }] : []),
        ])
        await record(tx, entry)
      })
    },
  }
}

const octetsOf = ({ told }: ImportedCall): number =>
  told.reduce((sum, { file }) => sum + (file.attachment?.bytes.length ?? 0), 0)

/** Whoever looks at what was imported under the lock of an account's reports sees all that has a number. */
async function keepImported(at: { tx: Tx; db: Db }, calls: readonly ImportedCall[]): Promise<void> {
  const accounts = [...new Set(calls.map(({ of }) => of.accountId))].toSorted()
  for (const one of accounts) await at.tx.all(locking(['dmarc', one]))
  for (const one of accounts) await holdFiles(at.tx, one)
  for (const { of, told, bounds } of calls) await keepFiles(at, of, told, bounds)
}

interface Change {
  id: string
  outcome: Outcome
  uid?: string
}

/** Gives files other outcomes. */
async function change(tx: Tx, changes: readonly Change[]): Promise<void> {
  const ids = changes.map(({ id }) => id)
  const accounts = await tx.all<{ accountId: string }>(
    sql`SELECT DISTINCT account_id FROM report_files WHERE id = ANY (${ids}::text[]) ORDER BY account_id`,
  )
  for (const { accountId } of accounts) await holdFiles(tx, accountId)
  const rows = await tx.all<{ id: string; domainId: string; outcome: Outcome }>(
    sql`SELECT id, domain_id, outcome FROM report_files WHERE id = ANY (${ids}::text[])`,
  )
  const more = new FileCounts()
  for (const { id, outcome, uid } of changes) {
    const row = rows.find((one) => one.id === id)
    if (!row) continue
    more.add(row.domainId, row.outcome, -1)
    more.add(row.domainId, outcome, 1)
    await tx.run(
      sql`UPDATE report_files SET outcome = ${outcome}, report_uid = coalesce(${uid ?? null}, report_uid) WHERE id = ${id}`,
    )
  }
  await more.write(tx)
}
