import type { Config } from '../../config/config.ts'
import { KeyUnusable, keyOfOthers } from '../../services/secrets/key-ring.ts'
import { StoreRefused } from '../../store/keeping/refused.ts'
import type { DatabaseLook } from '../../store/postgres/migrating/look.ts'
import { VERSION } from '../../version.ts'
import { nameTaken } from '../hosts/host-life.ts'
import { lookAtSharedDatabase, nameOfHost } from '../hosts/open-shared-store.ts'
import { StartRefused } from '../parts.ts'
import { createKeyFile } from '../secrets/key-file.ts'

/** Options that say where the shared database is and how it is reached. */
export const DATABASE_OPTIONS = [
  'store.url',
  'store.listen_url',
  'store.prepared',
  'store.tls',
  'store.tls_ca',
  'store.tls_cert',
  'store.tls_key',
] as const

/** Why a start would be refused by the database that hosts share, which is left as it is. `runs`: the service runs on this host.
 * `knowsKey`: the path of the key file is no matter of doubt. */
export async function sharedDatabaseProblems(
  config: Pick<Config, 'store' | 'host' | 'secrets'>,
  { runs, knowsKey, knowsName }: { runs: boolean; knowsKey: boolean; knowsName: boolean },
): Promise<string[]> {
  try {
    const look = await lookAtSharedDatabase(config)
    if (!look) return []
    const { tooOld } = await import('../../store/postgres/migrating/form.ts')
    return [
      tooOld(look, VERSION),
      unmakeable(look),
      knowsKey ? keyElsewhere(look, config.secrets.keyPath) : undefined,
      knowsName && !runs ? takenName(look, nameOfHost(config)) : undefined,
    ].filter((one) => one !== undefined)
  } catch (cause) {
    if (cause instanceof StartRefused || cause instanceof StoreRefused) return [cause.message]
    throw cause
  }
}

function unmakeable({ schema, known, mayMake }: DatabaseLook): string | undefined {
  if (mayMake || schema >= known) return undefined
  return 'store.url: its user may not make tables in that database. As a superuser in it: GRANT CREATE ON SCHEMA public TO that user.'
}

/** What is wrong with the file itself is told elsewhere. */
function keyElsewhere({ keyInUse }: DatabaseLook, path: string): string | undefined {
  if (keyInUse === undefined) return undefined
  try {
    const keys = createKeyFile(path).read()
    return keys?.some(({ id }) => id === keyInUse) ? undefined : keyOfOthers(path, keys, keyInUse)
  } catch (cause) {
    if (cause instanceof KeyUnusable) return undefined
    throw cause
  }
}

const takenName = ({ hosts }: DatabaseLook, name: string): string | undefined =>
  hosts.some((host) => host.name === name) ? nameTaken(name) : undefined
