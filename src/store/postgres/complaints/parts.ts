import type { Store } from '../../store.ts'
import type { PartOptions } from '../options.ts'
import { acceptsFor } from '../reports/mails.ts'
import type { Db } from '../sql/database.ts'
import { complaintDeletion } from './deletion.ts'
import { complaintReads } from './reads.ts'
import { complaintWrites } from './settling.ts'
import { complaintSums } from './sums.ts'

/** Complaints, and the mail that brings them until it is read. */
export function complaintParts(db: Db, _of: PartOptions): Pick<Store, 'complaints'> {
  return {
    complaints: {
      ...complaintReads(db),
      ...complaintSums(db),
      ...complaintWrites(db),
      ...complaintDeletion(db),
      accept: acceptsFor(db, 'complaints'),
    },
  }
}
