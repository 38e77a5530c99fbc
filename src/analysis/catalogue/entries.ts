import { SCANNERS, type ScannerName } from '../../net/ports.ts'
import type { CheckGroup } from '../analyzer.ts'
import { analyzers } from '../registry.ts'

/** What is told of an analyzer before there is a report. */
export interface CatalogueEntry {
  readonly name: string
  readonly group: CheckGroup
  /** The most points its check can cost. */
  readonly weight: number
  /** Where this scanner is configured there is such a check. Absent: always. */
  readonly scanner?: ScannerName
}

/** The registered analyzers, in report order. Run when the program is built: their code, and what it knows of e-mail, is for
 * analysis processes alone. */
export function catalogueEntries(): CatalogueEntry[] {
  return analyzers.map(({ name, group, weight, applies }) => {
    const scanner = applies && SCANNERS.find((one) => applies({ scanners: [one] }))
    return { name, group, weight, ...(scanner && { scanner }) }
  })
}
