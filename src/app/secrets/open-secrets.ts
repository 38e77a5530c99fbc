import type { Config } from '../../config/config.ts'
import type { Log } from '../../services/ports.ts'
import { KeyUnusable } from '../../services/secrets/key-ring.ts'
import { createKeys, type Keys, type Rotation } from '../../services/secrets/rotation.ts'
import { createVault, type Vault } from '../../services/secrets/vault.ts'
import type { HostStore } from '../../store/hosts/hosts.ts'
import { lockSecrets } from '../../store/sqlite/lock.ts'
import type { Store } from '../../store/store.ts'
import { databaseAddresses } from '../hosts/database-address.ts'
import { StartRefused } from '../parts.ts'
import { HOLDER, systemClock, systemRandom } from '../services.ts'
import { createKeyFile } from './key-file.ts'
import { demandKey, isOther } from './keys-elsewhere.ts'

type SecretsConfig = Pick<Config, 'secrets' | 'store'>

const LOCK_TRIES = 100
const LOCK_EVERY_MS = 100

/** Works on the keys while no other process does, on this host and on those that share the database. */
async function withKeys<T>(
  config: SecretsConfig,
  store: Store,
  work: (keys: Keys) => Promise<T>,
  demandElsewhere?: (keyId: string) => Promise<void>,
): Promise<T> {
  const lock = await lockOf(config)
  if (!lock)
    throw new KeyUnusable('Another mailgauge is working on the encryption key. Try again when it is done.')
  try {
    const keyFile = createKeyFile(config.secrets.keyPath)
    const isShared = config.store.url !== undefined
    const keys = { sealed: store.sealed, keyFile, random: systemRandom, clock: systemClock, isShared }
    return await work(createKeys({ ...keys, ...(demandElsewhere && { demandElsewhere }) }))
  } finally {
    await lock.release()
  }
}

async function lockOf(config: SecretsConfig): Promise<{ release(): unknown } | undefined> {
  const addresses = databaseAddresses(config)
  if (addresses) {
    const { lockKeys } = await import('../../store/postgres/keys-lock.ts')
    const { answeredBy } = await import('../hosts/refusals.ts')
    return answeredBy(lockKeys(addresses, `mailgauge/${HOLDER.host}`, LOCK_TRIES * LOCK_EVERY_MS))
  }
  for (let tries = 0; tries < LOCK_TRIES; tries += 1) {
    const lock = lockSecrets(config.store.directory)
    if (lock) return lock
    await Bun.sleep(LOCK_EVERY_MS)
  }
  return undefined
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
    if (cause instanceof KeyUnusable || cause instanceof StartRefused)
      return { kind: 'refused', reason: cause.message }
    throw cause
  })
}

/** What the operator does with the key, also beside a running service. */
export interface SecretsAdmin {
  /** Puts a new key beside the one in use, for every host to have it before it is in use. `others`: hosts that run, this one apart. */
  prepare(): Promise<{ kind: 'prepared'; keyId: string; keyPath: string; others: string[] } | Refused>
  /** Takes a new key into use, or the prepared one where hosts share the database and all of them have it. `without`: hosts that are gone
   * for good. */
  rotate(without?: readonly string[]): Promise<(Rotation & { isShared: boolean }) | Refused>
  /** Counts the secrets that cannot be opened any more, and deletes them where that is asked for. `isElsewhere`: the key in use is not
   * here, and other hosts may have it. */
  discard(
    isSure: boolean,
  ): Promise<{ kind: 'counted' | 'discarded'; secrets: number; isElsewhere: boolean } | Refused>
}

const NO_OTHERS = 'Everything is kept in store.directory, which one host has: there is none to go on without.'

const ONE_HOST =
  'Everything is kept in store.directory, which one host has: nothing is to be prepared. Run mailgauge secrets rotate.'

/** Over an open store. */
export function openSecretsAdmin(
  config: SecretsConfig,
  store: Store,
  hosts?: Pick<HostStore, 'list' | 'missing' | 'forget'>,
): SecretsAdmin {
  const { keyPath } = config.secrets
  const others = async () => ((await hosts?.list()) ?? []).map(({ name }) => name).filter(isOther)
  return {
    async prepare() {
      if (!hosts) return { kind: 'refused', reason: ONE_HOST }
      return orRefused(
        withKeys(config, store, async (keys) => {
          const { keyId } = await keys.prepare()
          return { kind: 'prepared' as const, keyId, keyPath, others: await others() }
        }),
      )
    },
    async rotate(without = []) {
      if (!hosts && without.length > 0) return { kind: 'refused', reason: NO_OTHERS }
      const isShared = hosts !== undefined
      const rotate = async (keys: Keys) => ({ ...(await keys.rotate()), isShared })
      const demand = hosts && ((keyId: string) => demandKey(hosts, { keyId, keyPath, without }))
      return orRefused(withKeys(config, store, rotate, demand))
    },
    discard: (isSure) =>
      orRefused(
        withKeys(config, store, async (keys) => {
          const isElsewhere = await keys.isElsewhere()
          if (!isSure) return { kind: 'counted' as const, secrets: (await keys.lost()).length, isElsewhere }
          const [running] = isElsewhere ? await others() : []
          if (running !== undefined) throw new KeyUnusable(mayHaveIt(running, keyPath))
          return { kind: 'discarded' as const, secrets: await keys.discard(), isElsewhere }
        }),
      ),
  }
}

const mayHaveIt = (host: string, keyPath: string) =>
  `Host ${host} runs and has the key in use. Copy its key file to ${keyPath} and nothing is lost. To delete the secrets nevertheless, end every other host first; one that ended without a word counts for 30 seconds more.`

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
