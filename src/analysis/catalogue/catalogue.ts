import type { ScannerName } from '../../net/ports.ts'
import { catalogueEntries } from './entries.ts' with { type: 'macro' }
import type { CatalogueEntry } from './entries.ts'

/** Written into the program when it is built. */
const CATALOGUE: readonly CatalogueEntry[] = catalogueEntries()

/** The analyzers that apply where these scanners are configured, in report order; all of them where none is named. */
export function catalogue(scanners?: readonly ScannerName[]): readonly CatalogueEntry[] {
  return CATALOGUE.filter(({ scanner }) => !scanners || scanner === undefined || scanners.includes(scanner))
}
