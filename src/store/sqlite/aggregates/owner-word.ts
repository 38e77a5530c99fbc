import type { OwnerWord } from '../../../core/report.ts'
import { mailTests } from '../schema.ts'

/** The columns of what the owner said. */
export const ownerColumns = { ownerKind: mailTests.ownerKind, ownerBulk: mailTests.ownerBulk }

interface OwnerRow {
  ownerKind?: OwnerWord['kind']
  ownerBulk?: boolean
}

/** A row whose columns of the owner's word have become one value; absent: nothing was said. */
export function withOwnerWord<Row extends OwnerRow>({ ownerKind, ownerBulk, ...rest }: Row) {
  const said = ownerKind !== undefined || ownerBulk !== undefined
  const ownerWord: OwnerWord = {
    ...(ownerKind !== undefined && { kind: ownerKind }),
    ...(ownerBulk !== undefined && { bulk: ownerBulk }),
  }
  return { ...rest, ...(said && { ownerWord }) }
}
