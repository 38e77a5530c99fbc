import type { CheckWords } from '../../core/check-words.ts'
import { SCANNERS } from '../../net/ports.ts'
import type { CheckGroup } from '../analyzer.ts'
import { dns } from '../inspection/names.ts'
import { analyzers } from '../registry.ts'

/** What is configured for some checks to be there. */
export const OPTIONAL = [...SCANNERS, 'rdap'] as const
export type Optional = (typeof OPTIONAL)[number]

/** What is told of an analyzer before there is a report. */
export interface CatalogueEntry {
  readonly name: string
  readonly group: CheckGroup
  readonly title: string
  /** The question it answers. */
  readonly asks: string
  /** The most points its check can cost. */
  readonly weight: number
  /** Where this is configured there is such a check. Absent: always. */
  readonly needs?: Optional
}

/** The registered analyzers, in report order. Run when the program is built: their code, and what it knows of e-mail, is for
 * analysis processes alone. */
export function catalogueEntries(): CatalogueEntry[] {
  return analyzers.map(({ name, group, title, asks, weight, applies }) => {
    const needs =
      applies && OPTIONAL.find((one) => applies(one === 'rdap' ? { rdap: true } : { scanners: [one] }))
    return { name, group, title, asks, weight, ...(needs && { needs }) }
  })
}

/** What is said of each check, by its name. A check without a message bears the name of an analyzer; `dns` is the one that has none. */
export function wordEntries(): [name: string, words: CheckWords][] {
  return [...analyzers, dns].map(({ name, title, asks, why, who }) => [name, { title, asks, why, who }])
}
