import type { Store } from '../store.ts'
import { accountParts } from './accounts/parts.ts'
import { complaintParts } from './complaints/parts.ts'
import { destinationParts } from './destinations/parts.ts'
import { factParts } from './dmarc/facts/parts.ts'
import { aggregateReadParts } from './dmarc/reading/parts.ts'
import { watchParts } from './dmarc/watching/parts.ts'
import { aggregateWriteParts } from './dmarc/writing/parts.ts'
import { domainParts } from './domains/parts.ts'
import { historyParts } from './history/parts.ts'
import { logParts } from './log/parts.ts'
import { messageParts } from './messages/parts.ts'
import { monitorParts } from './monitors/parts.ts'
import type { PartOptions } from './options.ts'
import { outboxParts } from './outbox/parts.ts'
import { peopleParts } from './people/parts.ts'
import { queueParts } from './queue/parts.ts'
import { recordParts } from './records/parts.ts'
import { reportMailParts } from './reports/parts.ts'
import { smallParts } from './small/parts.ts'
import type { Db } from './sql/database.ts'
import { testParts } from './tests/parts.ts'
import { tlsReportParts } from './tls/parts.ts'

/** What the store is made of, but for what is about the database itself. */
export function allParts(
  db: Db,
  of: PartOptions,
): Omit<Store, 'leases' | 'bytes' | 'trouble' | 'answers' | 'clockSetBack' | 'close'> {
  const { messages, ...besides } = messageParts(db, of)
  return {
    ...accountParts(db, of),
    ...testParts(db, of),
    ...smallParts(db, of),
    ...historyParts(db, of),
    ...outboxParts(db, of),
    ...monitorParts(db, of),
    ...destinationParts(db, of),
    ...peopleParts(db, of),
    ...logParts(db, of),
    ...domainParts(db, of),
    ...recordParts(db, of),
    ...reportMailParts(db, of),
    ...complaintParts(db, of),
    ...watchParts(db, of),
    ...tlsReportParts(db, of),
    ...besides,
    messages: { ...messages, ...queueParts(db, of) },
    aggregates: { ...aggregateWriteParts(db, of), ...aggregateReadParts(db, of), ...factParts(db, of) },
  }
}
