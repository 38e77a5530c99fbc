import type { AggregateStore } from '../../aggregates.ts'
import type { FactReads } from '../../dmarc/source-facts.ts'
import type { Connection } from '../connection.ts'
import type { Readers } from '../readers/readers.ts'
import type { WriterClient } from '../writer-client.ts'
import { aggregateReads } from './aggregate-reads.ts'
import { dmarcWriteParts } from './dmarc.ts'

/** DMARC reports, kept and told. `end`: nothing more is counted. */
export function aggregateParts(
  reader: Connection,
  readers: Readers,
  write: WriterClient['write'],
  { clock, isService }: { clock: { now(): Date }; isService: boolean },
): { aggregates: AggregateStore & FactReads; end(): void } {
  const { writes, count, countFirst, complete, countSoon, end } = dmarcWriteParts(write, clock)
  // What an earlier start left.
  if (isService) countSoon()
  const aggregates = {
    ...aggregateReads(reader, readers, { count, countFirst, complete }),
    ...writes,
    name: (names: Parameters<AggregateStore['name']>[0]) => write('sourceNames.keep', names),
    forgetOrganizations: (after: number, limit: number) =>
      write('sourceNames.forgetOrganizations', after, limit),
  }
  return { aggregates, end }
}
