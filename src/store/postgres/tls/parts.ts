import type { Store } from '../../store.ts'
import type { PartOptions } from '../options.ts'
import type { Db } from '../sql/database.ts'
import { tlsReads } from './reads.ts'
import { deleteOld, putReport } from './writes.ts'

export function tlsReportParts(db: Db, _of: PartOptions): Pick<Store, 'tlsReports'> {
  return {
    tlsReports: {
      ...tlsReads(db.reading),
      put: (report) => putReport(db, report),
      deleteBefore: (accountId, day, limit) => deleteOld(db, accountId, day, limit),
    },
  }
}
