import type { AggregateSource } from '../../store/aggregates.ts'
import type { SourceStatus } from './aggregates.ts'

/** What to make of a source: the first that fits. */
export function statusOf({
  messages,
  pass,
  forwarded,
  unaligned,
}: Pick<AggregateSource, 'messages' | 'pass' | 'forwarded' | 'unaligned'>): SourceStatus {
  const fail = messages - pass
  if (fail > 0 && forwarded * 2 >= fail) return 'forwarded'
  if (pass >= messages * 0.95) return 'passing'
  return unaligned * 2 >= fail ? 'unaligned' : 'failing'
}
