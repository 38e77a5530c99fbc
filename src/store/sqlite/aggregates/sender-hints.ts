import type { SenderHints } from '../../../core/report.ts'
import { mailTests } from '../schema.ts'

/** The columns of what the owner said. */
export const ownerColumns = { ownerKind: mailTests.ownerKind, ownerBulk: mailTests.ownerBulk }

interface OwnerRow {
  ownerKind?: SenderHints['kind']
  ownerBulk?: boolean
}

/** A row whose columns of the sender hints have become one value; absent: nothing was said. */
export function withSenderHints<Row extends OwnerRow>({ ownerKind, ownerBulk, ...rest }: Row) {
  const said = ownerKind !== undefined || ownerBulk !== undefined
  const senderHints: SenderHints = {
    ...(ownerKind !== undefined && { kind: ownerKind }),
    ...(ownerBulk !== undefined && { bulk: ownerBulk }),
  }
  return { ...rest, ...(said && { senderHints }) }
}
