import { once } from '../../../core/making/once.ts'
import type { SicknessStore } from '../../watching/sickness.ts'
import { sicknessReads } from '../aggregates/watching/sickness.ts'
import type { Connection } from '../connection.ts'
import type { WriterClient } from '../writer-client.ts'

/** What is remembered of how the instance itself is. */
export function sicknessParts(reader: Connection, write: WriterClient['write']): SicknessStore {
  const sickness = once(() => sicknessReads(reader))
  return {
    begin: async () => sickness().begin(),
    settle: (version, state, at, events) => write('sickness.settle', version, state, at, events),
  }
}
