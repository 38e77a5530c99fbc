import type { Connection } from '../../connection.ts'
import { createAge } from './age.ts'
import { createAnew } from './anew.ts'
import { createHomes } from './homes.ts'
import { createInterned } from './interned.ts'
import { createLeaving } from './leaving.ts'
import { createLedger } from './ledger/ledger.ts'
import { createMemory, forgetting } from './memory.ts'
import { createPut } from './put.ts'
import { createReports } from './reports.ts'

/** A report that makes room is left alone so long: whose place it is may be on its way. */
const ABANDONED_MS = 3_600_000

/** What is written of DMARC reports; `deletion` is part of the deletion of accounts. */
export function dmarcWrites(connection: Connection) {
  const memory = createMemory(connection)
  const interned = createInterned(connection, memory)
  const homes = createHomes(connection, memory)
  const ledger = createLedger(connection, memory, interned)
  const reports = createReports(connection, memory, interned)
  const leaving = createLeaving(connection, { memory, ledger, reports })
  const parts = { memory, interned, homes, ledger, reports, leaving }
  const anew = createAnew(connection, parts)
  const { deleteBefore, deleteOf, clearAbandoned } = createAge(connection, parts)
  return {
    writes: {
      put: createPut(parts),
      attributeAnew: (limit: number, now: number): number =>
        anew(limit) || clearAbandoned(now - ABANDONED_MS),
      deleteBefore,
    },
    deletion: { forget: forgetting(connection), some: deleteOf },
  }
}

/** How reports go with their account. */
export type ReportDeletion = ReturnType<typeof dmarcWrites>['deletion']
