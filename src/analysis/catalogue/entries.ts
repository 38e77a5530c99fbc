import type { CheckWords } from '../../core/check-words.ts'
import { SCANNERS, type ScannerName } from '../../net/ports.ts'
import type { CheckGroup } from '../analyzer.ts'
import { dns } from '../inspection/names.ts'
import { analyzers } from '../registry.ts'

/** What is told of an analyzer before there is a report. */
export interface CatalogueEntry {
  readonly name: string
  readonly group: CheckGroup
  readonly title: string
  /** The question it answers. */
  readonly asks: string
  /** The most points its check can cost. */
  readonly weight: number
  /** Where this scanner is configured there is such a check. Absent: always. */
  readonly scanner?: ScannerName
}

/** The registered analyzers, in report order. Run when the program is built: their code, and what it knows of e-mail, is for
 * analysis processes alone. */
export function catalogueEntries(): CatalogueEntry[] {
  return analyzers.map(({ name, group, title, asks, weight, applies }) => {
    const scanner = applies && SCANNERS.find((one) => applies({ scanners: [one] }))
    return { name, group, title, asks, weight, ...(scanner && { scanner }) }
  })
}

/** What is said of each check, by its name. A check without a message bears the name of an analyzer; `dns` is the one that has none. */
export function wordEntries(): [name: string, words: CheckWords][] {
  return [...analyzers, dns].map(({ name, title, asks, why, who }) => [name, { title, asks, why, who }])
}
