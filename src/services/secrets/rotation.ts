import type { SealedSecret } from '../../core/sealed.ts'
import type { Resealed, SealedStore } from '../../store/sealed.ts'
import type { Clock, RandomBytes } from '../ports.ts'
import { type KeyFile, KeyUnusable, newestOf } from './key-ring.ts'
import { newKey, type SecretKey, seal, unseal } from './sealing.ts'

interface RotationDeps {
  sealed: SealedStore
  keyFile: KeyFile
  random: RandomBytes
  clock: Clock
}

/** What a rotation came to. */
export type Rotation =
  | { kind: 'rotated'; keyId: string; secrets: number }
  /** An earlier one had been interrupted and was brought to its end; its key is new already. */
  | { kind: 'finished'; keyId: string; secrets: number }
  | { kind: 'no_space' }

/** The key of a data directory. One process at a time may call these; all of them may seal and open meanwhile.
 * Each rejects with KeyUnusable. */
export interface Keys {
  /** Makes the key where there is none, and finds out whether every secret can be opened. */
  begin(): Promise<{ made: boolean; interrupted: boolean }>
  /** Takes a new key into use, seals everything anew, and forgets the old one. */
  rotate(): Promise<Rotation>
  /** Brings an interrupted rotation to its end. */
  finish(): Promise<Rotation>
  /** The ids of the secrets that cannot be opened. */
  lost(): Promise<string[]>
  /** Deletes them, so that the service starts again without them. */
  discard(): Promise<number>
}

const TRIES = 20

export function createKeys({ sealed, keyFile, random, clock }: RotationDeps): Keys {
  function open(secret: SealedSecret, keys: readonly SecretKey[]): Uint8Array | undefined {
    const key = keys.find(({ id }) => id === secret.keyId)
    return key && unseal(key, secret, secret.value)
  }

  /** What no key opens would be lost with the old keys. */
  function opened(secret: SealedSecret, keys: readonly SecretKey[]): Uint8Array {
    const clear = open(secret, keys)
    if (!clear)
      throw new KeyUnusable(
        `The secret ${secret.id} is damaged. Nothing was changed. mailgauge secrets discard deletes what cannot be opened.`,
      )
    return clear
  }

  async function read(): Promise<{ keys: readonly SecretKey[]; inUse: SecretKey }> {
    const keys = keyFile.read()
    if (!keys) throw new KeyUnusable(`There is no key file ${keyFile.path}. mailgauge serve makes it.`)
    const id = await sealed.keyInUse()
    const inUse = keys.find((key) => key.id === id)
    if (!inUse) throw new KeyUnusable(`${keyFile.path} does not hold the key in use (${id ?? 'none yet'}).`)
    return { keys, inUse }
  }

  /** The old keys go when nothing needs them any more: killed anywhere before, every secret has its key in the file. */
  async function moveTo(target: SecretKey, keys: readonly SecretKey[]): Promise<number | 'no_space'> {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const resealed = (await sealed.sealedByOthers(target.id)).map((secret): Resealed => {
        const value = seal(target, secret, opened(secret, keys), random)
        return { id: secret.id, read: secret.value, value }
      })
      const outcome = await sealed.rotate(target.id, resealed)
      if (outcome === 'no_space') return 'no_space'
      if (outcome === 'changed') continue
      if (keys.length > 1) keyFile.replace([target])
      return resealed.length
    }
    throw new KeyUnusable('Secrets change all the time. Run it again in a while.')
  }

  async function finish(keys: readonly SecretKey[]): Promise<Rotation> {
    const target = newestOf(keys)
    const secrets = await moveTo(target, keys)
    return secrets === 'no_space' ? { kind: 'no_space' } : { kind: 'finished', keyId: target.id, secrets }
  }

  async function lost(): Promise<string[]> {
    const keys = keyFile.read() ?? []
    const all = await sealed.sealedByOthers('')
    return all.filter((secret) => !open(secret, keys)).map(({ id }) => id)
  }

  return {
    lost,
    async discard() {
      const ids = await lost()
      for (const id of ids) await sealed.delete(id)
      return ids.length
    },

    async begin() {
      const found = keyFile.read()
      const inUse = await sealed.keyInUse()
      demandKeysOf(await sealed.sealedByOthers(''), found, keyFile.path)
      if (!found) keyFile.make([newKey(random, clock.now())])
      const keys = found ?? keyFile.read() ?? []
      const newest = newestOf(keys)
      if (inUse === undefined && (await sealed.begin(newest.id)) === 'no_space')
        throw new KeyUnusable(
          'The encryption key cannot be taken into use: the disk takes no write. Make room.',
        )
      // Nothing is sealed, or it would have been noticed: the key that is there is as good as the one that is gone.
      if (inUse !== undefined && !keys.some(({ id }) => id === inUse)) await sealed.rotate(newest.id, [])
      return { made: found === undefined, interrupted: keys.length > 1 }
    },

    async rotate() {
      const { keys, inUse } = await read()
      if (keys.length > 1) return finish(keys)
      for (const secret of await sealed.sealedByOthers('')) opened(secret, keys)
      const later = new Date(Math.max(clock.now().getTime(), inUse.madeAt.getTime() + 1))
      const target = newKey(random, later)
      const both = [...keys, target]
      keyFile.replace(both)
      const secrets = await moveTo(target, both)
      return secrets === 'no_space' ? { kind: 'no_space' } : { kind: 'rotated', keyId: target.id, secrets }
    },

    async finish() {
      return finish((await read()).keys)
    },
  }
}

/** A new key in the place of a lost one would hide what is wrong until it cannot be undone. */
function demandKeysOf(
  secrets: readonly SealedSecret[],
  keys: readonly SecretKey[] | undefined,
  path: string,
): void {
  const lost = secrets.filter(({ keyId }) => !keys?.some(({ id }) => id === keyId))
  if (lost.length === 0) return
  const ids = [...new Set(lost.map(({ keyId }) => keyId))].slice(0, 3).join(', ')
  const what = keys ? `${path} does not hold the key ${ids}` : `The key file ${path} is missing`
  throw new KeyUnusable(
    `${what}, and ${lost.length} stored ${lost.length === 1 ? 'secret needs' : 'secrets need'} it. Put back the key file that belongs to this database, from the same backup. If it is lost for good: mailgauge secrets discard.`,
  )
}
