import { createHash } from 'node:crypto'
import suffixes from 'tldts/package.json' with { type: 'json' }
import authPoints from './auth-points.json' with { type: 'json' }
import blockedTypes from './blocked-types.json' with { type: 'json' }
import blocklists from './blocklists.json' with { type: 'json' }
import brandRegistries from './brand-registries.json' with { type: 'json' }
import brands from './brands.json' with { type: 'json' }
import clientSupport from './client-support.json' with { type: 'json' }
import cloudRanges from './cloud-ranges.json' with { type: 'json' }
import confusables from './confusables.json' with { type: 'json' }
import fileHosts from './file-hosts.json' with { type: 'json' }
import freemail from './freemail.json' with { type: 'json' }
import knownSenders from './known-senders.json' with { type: 'json' }
import markAuthorities from './mark-authorities.json' with { type: 'json' }
import rdap from './rdap.json' with { type: 'json' }
import sendingPlatforms from './sending-platforms.json' with { type: 'json' }
import shorteners from './shorteners.json' with { type: 'json' }

/** Every file of `data/` by its name. */
const FILES: Readonly<Record<string, object>> = {
  'auth-points': authPoints,
  'blocked-types': blockedTypes,
  blocklists,
  'brand-registries': brandRegistries,
  brands,
  'client-support': clientSupport,
  'cloud-ranges': cloudRanges,
  confusables,
  'file-hosts': fileHosts,
  freemail,
  'known-senders': knownSenders,
  'mark-authorities': markAuthorities,
  rdap,
  'sending-platforms': sendingPlatforms,
  shorteners,
}

let versions: Record<string, string> | undefined

/** The data that verdicts rest on, by name: its date, where it has one, and a mark of what is in it. */
export function dataVersions(): Record<string, string> {
  versions ??= {
    ...Object.fromEntries(Object.entries(FILES).map(([name, data]) => [name, versionOf(data)])),
    'public-suffix-list': `tldts ${suffixes.version}`,
  }
  return { ...versions }
}

function versionOf(data: object): string {
  const mark = createHash('sha256').update(JSON.stringify(data)).digest('hex').slice(0, 12)
  return 'date' in data && typeof data.date === 'string' ? `${data.date} ${mark}` : mark
}
