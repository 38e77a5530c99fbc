import { brandRegistries } from './brand-registries.ts'
import { clientSupport } from './client-support.ts'
import { cloudRanges } from './cloud-ranges.ts'
import { confusables } from './confusables.ts'
import type { DataSet } from './data-set.ts'
import { fileHosts } from './file-hosts.ts'
import { freemail } from './freemail.ts'
import { rdap } from './rdap.ts'
import { shorteners } from './shorteners.ts'

/** Every data set that is fetched from elsewhere. A new one is a file here and a line. */
export const DATA_SETS: readonly DataSet[] = [
  brandRegistries,
  clientSupport,
  cloudRanges,
  confusables,
  fileHosts,
  freemail,
  rdap,
  shorteners,
]
