import type { Packed } from '../../../core/kept/packed.ts'
import { AWAITED_BYTES } from '../../../core/space.ts'
import { pack } from '../../keeping/packing.ts'
import type { BodiesParcel } from '../../keeping/parcels.ts'
import { joined, type Sql, sql } from '../sql/statement.ts'
import type { LockedMessage } from './locked.ts'

/** What is kept of an analysis, as it is written. */
export interface Bodies {
  report: Packed
  evidence: Packed
  content?: Packed
  messageView?: Packed
}

export function bodiesOf({ report, evidence, content, messageView }: BodiesParcel): Bodies {
  return {
    report: pack(report),
    evidence: pack(evidence),
    ...(content && { content: pack(content) }),
    ...(messageView && { messageView: pack(messageView) }),
  }
}

const octets = (packed: Packed | undefined) => packed?.bytes.byteLength ?? 0

/** How much more a message counts for with this report. One that was never analysed counted for what was expected of it. */
export function heldMore(was: LockedMessage, { report, evidence, content, messageView }: Bodies): number {
  return (
    octets(report) -
    (was.report ?? 0) +
    octets(evidence) -
    (was.evidence ?? 0) +
    (content ? octets(content) - (was.content ?? 0) : 0) +
    octets(messageView) -
    (was.view ?? 0) -
    (was.rendered ?? 0) -
    (was.status === null ? AWAITED_BYTES : 0)
  )
}

/** A report in the place of the one that there is; what was told of that one goes. */
export function keepReport(seq: number, { packing, bytes }: Packed): Sql[] {
  return [
    sql`kept_report AS (INSERT INTO reports AS r (message_seq, report, packed, packing) VALUES (${seq}::bigint, '', ${bytes}::bytea, ${packing})
      ON CONFLICT (message_seq) DO UPDATE SET report = excluded.report, packed = excluded.packed, packing = excluded.packing,
        revision = r.revision + 1)`,
    sql`no_rendered AS (DELETE FROM rendered_checks WHERE message_seq = ${seq}::bigint)`,
  ]
}

/** Writes what is kept of an analysis, and the columns of its message. */
export function keepBodies(seq: number, bodies: Bodies, columns: Sql): Sql {
  const { report, evidence, content, messageView } = bodies
  const parts = [
    ...keepReport(seq, report),
    sql`kept_evidence AS (INSERT INTO evidence (message_seq, packing, evidence)
      VALUES (${seq}::bigint, ${evidence.packing}, ${evidence.bytes}::bytea)
      ON CONFLICT (message_seq) DO UPDATE SET packing = excluded.packing, evidence = excluded.evidence)`,
    // Those of an earlier report may show what this one withholds.
    messageView
      ? sql`kept_view AS (INSERT INTO message_exhibits (message_seq, packing, exhibits)
      VALUES (${seq}::bigint, ${messageView.packing}, ${messageView.bytes}::bytea)
      ON CONFLICT (message_seq) DO UPDATE SET packing = excluded.packing, exhibits = excluded.exhibits)`
      : sql`no_view AS (DELETE FROM message_exhibits WHERE message_seq = ${seq}::bigint)`,
  ]
  if (content) {
    parts.push(sql`kept_content AS (INSERT INTO message_contents (message_seq, packing, content)
      VALUES (${seq}::bigint, ${content.packing}, ${content.bytes}::bytea)
      ON CONFLICT (message_seq) DO UPDATE SET packing = excluded.packing, content = excluded.content)`)
  }
  return sql`WITH ${joined(parts, ', ')} UPDATE messages SET ${columns} WHERE seq = ${seq}::bigint`
}
