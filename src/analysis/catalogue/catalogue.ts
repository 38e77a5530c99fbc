import { catalogueEntries } from './entries.ts' with { type: 'macro' }
import type { CatalogueEntry, Optional } from './entries.ts'

/** Written into the program when it is built. */
const CATALOGUE: readonly CatalogueEntry[] = catalogueEntries()

/** The analyzers that apply where this is configured, in report order; all of them without a word about it. */
export function catalogue(configured?: readonly Optional[]): readonly CatalogueEntry[] {
  return CATALOGUE.filter(({ needs }) => !configured || needs === undefined || configured.includes(needs))
}
