import { OUTCOMES, REJECTIONS } from '../../../core/aggregate/file.ts'
import { DMARC_EVENTS, type DmarcEvent } from '../../../core/event.ts'
import type { FileOutcome } from '../../../store/report-mail.ts'
import type { Registry } from '../registry.ts'

const KINDS = ['aggregate', 'tls', 'unknown'] as const
const SOURCES = ['mail', 'import'] as const

/** Files with DMARC and TLS reports. */
export function reportMeter(registry: Registry) {
  const files = registry.counter({
    name: 'report_files_total',
    help: 'Files with reports that were given an outcome, by kind of report, outcome and where they came from.',
    labels: { kind: KINDS, outcome: OUTCOMES, source: SOURCES },
  })
  const rejected = registry.counter({
    name: 'report_files_rejected_total',
    help: 'Files that were not stored as reports, by reason.',
    labels: { reason: REJECTIONS },
  })
  const events = registry.counter({
    name: 'dmarc_events_total',
    help: 'What was told of DMARC and TLS reports of domains, by event.',
    labels: { type: DMARC_EVENTS },
  })
  return {
    told(some: readonly DmarcEvent[]): void {
      for (const { type } of some) events.add(1, type)
    },
    settled(some: readonly FileOutcome[], source: (typeof SOURCES)[number]): void {
      for (const { kind = 'unknown', outcome, reason } of some) {
        files.add(1, kind, outcome, source)
        if (reason) rejected.add(1, reason)
      }
    },
  }
}
