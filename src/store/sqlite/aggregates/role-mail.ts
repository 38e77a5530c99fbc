import { desc, eq, lt, sql } from 'drizzle-orm'
import type { Packed } from '../../../core/kept/packed.ts'
import { envelopeFromJson } from '../../keeping/envelope-json.ts'
import { type Parcel, pack } from '../../keeping/packing.ts'
import type { RoleMessage } from '../../role-mail.ts'
import type { Queries } from '../connection.ts'
import { roleMail } from '../schema.ts'

export function roleMailReads(queries: Queries) {
  return {
    list(): Omit<RoleMessage, 'raw'>[] {
      const rows = queries
        .select({ id: roleMail.id, role: roleMail.role, envelope: roleMail.envelope })
        .from(roleMail)
        .orderBy(desc(roleMail.seq))
        .all()
      return rows.map((row) => ({ ...row, envelope: envelopeFromJson(row.envelope) }))
    },
    packed(id: string): Packed | undefined {
      return queries
        .select({ packing: roleMail.packing, bytes: roleMail.raw })
        .from(roleMail)
        .where(eq(roleMail.id, id))
        .get()
    },
  }
}

/** A role message as it travels to the writer. */
export interface RoleMailParcel {
  id: string
  role: RoleMessage['role']
  receivedAt: Date
  size: number
  envelope: string
  raw: Parcel
}

export function roleMailWrites(queries: Queries) {
  return {
    accept({ raw, ...message }: RoleMailParcel, bounds: { bytes: number }): 'stored' | 'full' {
      const held = queries
        .select({ bytes: sql<number>`coalesce(sum(${roleMail.size}), 0)` })
        .from(roleMail)
        .get()
      if ((held?.bytes ?? 0) + message.size > bounds.bytes) return 'full'
      const { packing, bytes } = pack(raw)
      queries
        .insert(roleMail)
        .values({ ...message, packing, raw: bytes })
        .run()
      return 'stored'
    },
    deleteBefore(at: Date): number {
      return queries.delete(roleMail).where(lt(roleMail.receivedAt, at)).run().changes
    },
  }
}
