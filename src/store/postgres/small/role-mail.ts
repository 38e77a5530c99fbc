import type { Packed } from '../../../core/kept/packed.ts'
import { envelopeFromJson } from '../../keeping/envelope-json.ts'
import { pack, parcel } from '../../keeping/packing.ts'
import { unpacked } from '../../keeping/parcels.ts'
import type { RoleMailStore, RoleMessage } from '../../role-mail.ts'
import type { Db } from '../sql/database.ts'
import { sql } from '../sql/statement.ts'
import { whenFull } from '../wire/failures.ts'

type Row = Pick<RoleMessage, 'id' | 'role'> & { envelope: string }

export function roleMailPart(db: Db): RoleMailStore {
  return {
    async accept({ id, role, envelope, raw }, bounds) {
      const { packing, bytes } = pack(await parcel(raw))
      const size = sql`${raw.byteLength}::bigint`
      const stored = db.write(
        (tx) =>
          tx.run(
            sql`INSERT INTO role_mail (id, role, received_at, size, envelope, packing, raw)
              SELECT ${id}, ${role}, ${envelope.receivedAt.getTime()}::bigint, ${size}, ${JSON.stringify(envelope)},
                ${packing}, ${bytes}::bytea
              WHERE (SELECT coalesce(sum(size), 0) FROM role_mail) + ${size} <= ${Math.floor(bounds.bytes)}::bigint`,
          ),
        // One at a time over all hosts: each counts what the ones before it left.
        { lock: ['mail', 'role_mail'] },
      )
      return stored.then((rows) => (rows === 1 ? 'stored' : 'full'), whenFull)
    },
    async list() {
      const rows = await db.all<Row>(sql`SELECT id, role, envelope FROM role_mail ORDER BY seq DESC`)
      return rows.map((row) => ({ ...row, envelope: envelopeFromJson(row.envelope) }))
    },
    raw: async (id) =>
      unpacked(await db.first<Packed>(sql`SELECT packing, raw AS bytes FROM role_mail WHERE id = ${id}`)),
    deleteBefore: (at) => db.run(sql`DELETE FROM role_mail WHERE received_at < ${at.getTime()}::bigint`),
  }
}
