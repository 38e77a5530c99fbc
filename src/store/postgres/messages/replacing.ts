import { pack } from '../../keeping/packing.ts'
import {
  type ReplacementParcel,
  renderedParcel,
  replacementParcel,
  withholdingParcel,
} from '../../keeping/parcels.ts'
import type { MessageStore } from '../../messages.ts'
import { changedHistory, keptHistory } from '../history/counting.ts'
import { noteScore } from '../monitors/scores.ts'
import type { Db, Tx } from '../sql/database.ts'
import { joined, type Sql, sql } from '../sql/statement.ts'
import { type Bodies, bodiesOf, heldMore, keepBodies, keepReport } from './bodies.ts'
import { entryColumns, entryOf } from './entries.ts'
import { anonymousHeld, inOrder, type LockedTest, lockedMessage } from './locked.ts'
import { wordsOf } from './words.ts'

/** A message whose report is the one that was read, held; undefined: it is gone, or has another report by now. */
async function whereReportIs(tx: Tx, id: string, revision: number) {
  const found = await lockedMessage(tx, { id })
  return found && found.message.revision === revision ? found : undefined
}

const heldBy = ({ seq }: LockedTest, by: number, columns: Sql = sql``) =>
  sql`UPDATE mail_tests SET held_bytes = held_bytes + ${by}::bigint${columns} WHERE seq = ${seq}::bigint`

/** What takes the place of reports, or is kept beside them. */
export function replacer(
  db: Db,
): Pick<MessageStore, 'replaceReport' | 'keepRendered' | 'replaceWithholding'> {
  async function replaceReport(tx: Tx, id: string, replacement: ReplacementParcel, bodies: Bodies) {
    const found = await whereReportIs(tx, id, replacement.revision)
    if (!found) return 'changed'
    const { test, message } = found
    const held = heldMore(message, bodies)
    const isLatest = test.latestSeq === message.seq && test.accountId !== null
    const entry = entryOf(replacement)
    const { score, withholdingVersion, fromDomain = null, failedChecks } = replacement
    const filed = test.accountId === null ? undefined : { ...message, accountId: test.accountId }
    const before = filed && (await keptHistory(tx, filed))
    await inOrder(tx, [
      keepBodies(
        message.seq,
        bodies,
        sql`score = ${score}::double precision, withholding_version = ${withholdingVersion}`,
      ),
      heldBy(test, held, isLatest ? sql`, ${entryColumns(test, entry)}` : sql``),
      ...(isLatest ? wordsOf(test, entry.words) : []),
      ...(before ? changedHistory(filed, before, { score, domain: fromDomain, failedChecks }) : []),
      ...noteScore(test.monitorId, message, score),
      ...anonymousHeld(test, held),
    ])
    return 'replaced'
  }

  return {
    async replaceReport(id, replacement) {
      const made = await replacementParcel(replacement)
      const bodies = bodiesOf(made)
      return db.write((tx) => replaceReport(tx, id, made, bodies))
    },
    async replaceWithholding(id, read, decision) {
      const { revision, report: open, withholdingVersion } = await withholdingParcel(read, decision)
      const report = pack(open)
      return db.write(async (tx) => {
        const found = await whereReportIs(tx, id, revision)
        if (!found) return 'changed'
        const { test, message } = found
        const held = report.bytes.byteLength - (message.report ?? 0) - (message.rendered ?? 0)
        await inOrder(tx, [
          sql`WITH ${joined(keepReport(message.seq, report), ', ')}
            UPDATE messages SET withholding_version = ${withholdingVersion} WHERE seq = ${message.seq}::bigint`,
          heldBy(test, held),
          ...anonymousHeld(test, held),
        ])
        return 'replaced'
      })
    },
    async keepRendered(id, rendered) {
      const { revision, version, checks: open } = await renderedParcel(rendered)
      const { packing, bytes } = pack(open)
      const keep = async (tx: Tx) => {
        const found = await whereReportIs(tx, id, revision)
        if (!found) return 'changed'
        const { test, message } = found
        const held = bytes.byteLength - (message.rendered ?? 0)
        await inOrder(tx, [
          sql`INSERT INTO rendered_checks (message_seq, revision, version, packing, checks)
            VALUES (${message.seq}::bigint, ${revision}::bigint, ${version}, ${packing}, ${bytes}::bytea)
            ON CONFLICT (message_seq) DO UPDATE SET revision = excluded.revision, version = excluded.version,
              packing = excluded.packing, checks = excluded.checks`,
          heldBy(test, held),
          ...anonymousHeld(test, held),
        ])
        return 'kept'
      }
      // A copy: it is made anew where it is lost.
      return db.write<'kept' | 'changed'>(keep, { soft: true })
    },
  }
}
