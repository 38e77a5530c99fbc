import type { Connection } from '../../connection.ts'
import { createAge } from './age.ts'
import { createAnew } from './anew.ts'
import { createHomes } from './homes.ts'
import { createInterned } from './interned.ts'
import { createLeaving } from './leaving.ts'
import { createLedger } from './ledger/ledger.ts'
import { createMemory, forgetting } from './memory.ts'
import { createCompleting } from './pieces/completing.ts'
import { type Counting, createCounting } from './pieces/counting.ts'
import { createPieces } from './pieces/pieces.ts'
import { createPut, type PutCall, type PutStep } from './put.ts'
import { createReports } from './reports.ts'

/** A report that makes room is left alone so long: whose place it is may be on its way. */
const ABANDONED_MS = 3_600_000

/** What is written of DMARC reports; `deletion` is part of the deletion of accounts. */
export function dmarcWrites(connection: Connection) {
  const memory = createMemory(connection)
  const interned = createInterned(connection, memory)
  const homes = createHomes(connection, memory)
  const pieces = createPieces(connection, memory)
  const ledger = createLedger(connection, { memory, interned, pieces })
  const completing = createCompleting(connection, memory, ledger)
  const counted = createCounting(connection, memory, ledger)
  // What is taken away or moved has to be counted, and by this version.
  const ofReport = (no: number) => counted.ofReport(no) && completing.ofReport(no)
  const counting: Counting = { ...counted, ofReport }
  const reports = createReports(connection, interned)
  const leaving = createLeaving({ ledger, reports, pieces, counting })
  const parts = { memory, interned, homes, ledger, reports, leaving, pieces, counting }
  const anew = createAnew(connection, parts)
  const put = createPut(parts)
  const newest = connection.driver.prepare<[], [number]>('SELECT max(no) FROM dmarc_reports').raw()
  const { deleteBefore, deleteOf, clearAbandoned } = createAge(connection, parts)
  return {
    writes: {
      /** `waiting`: what waits to be counted, and the domains of which too much does. */
      put(
        calls: readonly PutCall[],
        now: number,
      ): { steps: PutStep[]; waiting: ReturnType<Counting['waiting']> } {
        const steps = put(calls, now)
        return { steps, waiting: counting.waiting() }
      },
      /** Counts some of what was put, of a domain (dmarc_domains) where one is given, and of reports up to a number. Says whether nothing of it
       * is left, and the number of the newest report. */
      count(domain?: number, upTo?: number): { isAll: boolean; newest: number } {
        memory.look()
        const isAll = counting.some(domain, upTo)
        memory.end()
        return { isAll, newest: newest.get()?.[0] ?? 0 }
      },
      /** Counts some of what an earlier version did not count, of a domain where one is given. Says whether nothing of it is left. */
      complete(domain?: number): { isAll: boolean } {
        memory.look()
        const isAll = completing.some(domain)
        memory.end()
        return { isAll }
      },
      attributeAnew: (limit: number, now: number): number =>
        anew(limit) || clearAbandoned(now - ABANDONED_MS),
      deleteBefore,
    },
    deletion: { forget: forgetting(connection), some: deleteOf },
  }
}

/** How reports go with their account. */
export type ReportDeletion = ReturnType<typeof dmarcWrites>['deletion']
