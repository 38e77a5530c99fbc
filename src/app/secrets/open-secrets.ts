import type { Config } from '../../config/config.ts'
import type { Log } from '../../services/ports.ts'
import { KeyUnusable } from '../../services/secrets/key-ring.ts'
import { createKeys, type Keys, type Rotation } from '../../services/secrets/rotation.ts'
import { createVault, type Vault } from '../../services/secrets/vault.ts'
import { lockSecrets } from '../../store/sqlite/lock.ts'
import type { Store } from '../../store/store.ts'
import { StartRefused } from '../parts.ts'
import { systemClock, systemRandom } from '../services.ts'
import { createKeyFile } from './key-file.ts'

type SecretsConfig = Pick<Config, 'secrets' | 'store'>

const LOCK_TRIES = 100
const LOCK_EVERY_MS = 100

/** Works on the keys while no other process does. */
async function withKeys<T>(
  config: SecretsConfig,
  store: Store,
  work: (keys: Keys) => Promise<T>,
): Promise<T> {
  for (let tries = 0; tries < LOCK_TRIES; tries += 1) {
    const lock = lockSecrets(config.store.directory)
    if (lock) {
      try {
        const keyFile = createKeyFile(config.secrets.keyPath)
        return await work(
          createKeys({ sealed: store.sealed, keyFile, random: systemRandom, clock: systemClock }),
        )
      } finally {
        lock.release()
      }
    }
    await new Promise((resolve) => setTimeout(resolve, LOCK_EVERY_MS))
  }
  throw new KeyUnusable('Another mailgauge is working on the encryption key. Try again when it is done.')
}

/** At the start of the service: the key is there, and it is the right one. Rejects with StartRefused. */
export async function beginSecrets(config: SecretsConfig, store: Store, log: Log): Promise<void> {
  const refused = (cause: unknown): never => {
    throw cause instanceof KeyUnusable ? new StartRefused(cause.message) : cause
  }
  await withKeys(config, store, async (keys) => {
    const { made, interrupted } = await keys.begin()
    if (made) {
      const { keyPath } = config.secrets
      log.info({ keyPath }, 'The encryption key was made; back it up with the database')
    }
    if (interrupted) await finish(keys, log)
  }).catch(refused)
}

/** Until it is done both keys stay, and every secret can be opened: that is no reason not to start. */
async function finish(keys: Keys, log: Log): Promise<void> {
  try {
    const { kind } = await keys.finish()
    if (kind === 'no_space') log.warn({}, 'The key rotation that was interrupted waits for room on the disk')
    else log.info({}, 'The key rotation that was interrupted is finished')
  } catch (cause) {
    if (!(cause instanceof KeyUnusable)) throw cause
    log.warn({ reason: cause.message }, 'The key rotation that was interrupted cannot be finished')
  }
}

type Refused = { kind: 'refused'; reason: string }

async function orRefused<T>(work: Promise<T>): Promise<T | Refused> {
  return work.catch((cause) => {
    if (cause instanceof KeyUnusable) return { kind: 'refused', reason: cause.message }
    throw cause
  })
}

/** What the operator does with the key, also beside a running service. */
export interface SecretsAdmin {
  /** Takes a new key into use. */
  rotate(): Promise<Rotation | Refused>
  /** Counts the secrets that cannot be opened any more, and deletes them where that is asked for. */
  discard(isSure: boolean): Promise<{ kind: 'counted' | 'discarded'; secrets: number } | Refused>
}

/** Over an open store. */
export function openSecretsAdmin(config: SecretsConfig, store: Store): SecretsAdmin {
  return {
    rotate: () => orRefused(withKeys(config, store, (keys) => keys.rotate())),
    discard: (isSure) =>
      orRefused(
        withKeys(config, store, async (keys) =>
          isSure
            ? { kind: 'discarded' as const, secrets: await keys.discard() }
            : { kind: 'counted' as const, secrets: (await keys.lost()).length },
        ),
      ),
  }
}

/** The vault beside a running service or alone: the key is made with the first secret, where the service did not make it yet. */
export function openVault(config: SecretsConfig, store: Store): Vault {
  const keyFile = createKeyFile(config.secrets.keyPath)
  const vault = createVault({ sealed: store.sealed, keyFile, random: systemRandom })
  return {
    ...vault,
    async keep(...secret) {
      if ((await store.sealed.keyInUse()) === undefined) await withKeys(config, store, (keys) => keys.begin())
      return vault.keep(...secret)
    },
  }
}
