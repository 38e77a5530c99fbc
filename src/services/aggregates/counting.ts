import { unpackPiece } from '../../core/aggregate/piece.ts'
import type { Disposition, ReadAggregate } from '../../core/aggregate/report.ts'

/** Messages of a report, counted over its records. */
export interface ReportCounts {
  messages: number
  dmarcPass: number
  dkimAligned: number
  spfAligned: number
  dispositions: Record<Disposition, number>
}

/** What stands in a report, by messages: passed is what its receiver says passed in alignment. */
export function countsOf({ pieces }: Pick<ReadAggregate, 'pieces'>): ReportCounts {
  const counts: ReportCounts = {
    messages: 0,
    dmarcPass: 0,
    dkimAligned: 0,
    spfAligned: 0,
    dispositions: { none: 0, pass: 0, quarantine: 0, reject: 0 },
  }
  for (const piece of pieces) {
    for (const { count, dkim, spf, disposition } of unpackPiece(piece).records) {
      counts.messages += count
      if (dkim || spf) counts.dmarcPass += count
      if (dkim) counts.dkimAligned += count
      if (spf) counts.spfAligned += count
      counts.dispositions[disposition] += count
    }
  }
  return counts
}
