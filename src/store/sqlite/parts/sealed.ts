import { once } from '../../../core/making/once.ts'
import type { SealedStore } from '../../sealed.ts'
import { sealedReads } from '../aggregates/sealed.ts'
import type { Connection } from '../connection.ts'
import { whenFull } from '../want-of-space.ts'
import type { WriterClient } from '../writer-client.ts'

/** Secrets that are sealed. */
export function sealedParts({ queries }: Connection, write: WriterClient['write']): SealedStore {
  const sealed = once(() => sealedReads(queries))
  return {
    keyInUse: async () => sealed().keyInUse(),
    byId: async (id) => sealed().byId(id),
    of: async (purpose, ownerId) => sealed().of(purpose, ownerId),
    sealedByOthers: async (keyId) => sealed().sealedByOthers(keyId),
    begin: (keyId) => write('sealed.begin', keyId).catch(whenFull),
    put: (secret) => write('sealed.put', secret).catch(whenFull),
    delete: (id) => write('sealed.delete', id),
    rotate: (to, resealed) => write('sealed.rotate', to, resealed).catch(whenFull),
  }
}
