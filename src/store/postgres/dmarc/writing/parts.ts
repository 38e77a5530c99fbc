import type { AggregateStore, AggregateWrites, Kept } from '../../../aggregates.ts'
import { incomingOf } from '../../../keeping/dmarc/incoming.ts'
import type { PartOptions } from '../../options.ts'
import type { Db } from '../../sql/database.ts'
import { StatementFailed } from '../../wire/failures.ts'
import { clearAbandoned, deleteOld } from './age.ts'
import { attributeSome } from './anew.ts'
import { forgetOrganizations, nameAll } from './names.ts'
import { ofAccount } from './of-account.ts'
import { type PutCall, putSteps } from './put.ts'
import { createTurns } from './turns.ts'

/** What a report costs beside its records, as octets of them. */
const OCTETS_OF_REPORT = 300

/** What is written of DMARC reports. All of an account is written under the lock 'dmarc' of its id. */
export function aggregateWriteParts(
  db: Db,
  _of: PartOptions,
): AggregateWrites & Pick<AggregateStore, 'name' | 'forgetOrganizations'> {
  const put = createTurns<PutCall, Kept>({
    async work(accountId, calls) {
      const steps = await ofAccount(db, accountId, (tx) => putSteps(tx, accountId, calls, db.now))
      return steps.map((step) => (step.outcome === 'next' ? 'more' : step))
    },
    keyOf: ({ incoming }) => incoming.key,
    octetsOf: ({ pieces }) => pieces.reduce((sum, { length }) => sum + length, OCTETS_OF_REPORT),
    isOfOne: (cause) => cause instanceof StatementFailed,
  })
  return {
    put: (report) => put(report.accountId, { incoming: incomingOf(report), pieces: report.aggregate.pieces }),
    attributeAnew: async (limit) => (await attributeSome(db, limit)) || clearAbandoned(db),
    deleteBefore: (accountId, day, limit) => deleteOld(db, accountId, day, limit),
    name: (names) => nameAll(db, names),
    forgetOrganizations: (after, limit) => forgetOrganizations(db, after, limit),
  }
}
