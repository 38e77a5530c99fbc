import type { SealedSecret } from '../../core/sealed.ts'
import type { Resealed, SealedStore } from '../../store/sealed.ts'
import type { Clock, RandomBytes } from '../ports.ts'
import { type KeyFile, KeyUnusable, keyOfOthers, newestOf } from './key-ring.ts'
import { newKey, type SecretKey, seal, unseal } from './sealing.ts'

interface RotationDeps {
  sealed: SealedStore
  keyFile: KeyFile
  random: RandomBytes
  clock: Clock
  /** Other hosts encrypt with the same key, and each has a key file of its own. */
  isShared?: boolean
  /** Rejects with KeyUnusable where another host lacks a key that is to be taken into use. */
  demandElsewhere?(keyId: string): Promise<void>
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
  /** Puts a new key into the file beside the one in use, which stays in use: other hosts are given the file first. One that was put
   * there before is the one. */
  prepare(): Promise<{ keyId: string }>
  /** Takes a new key into use, seals everything anew, and forgets the old one. Where the database is shared: the prepared key. */
  rotate(): Promise<Rotation>
  /** Brings an interrupted rotation to its end. */
  finish(): Promise<Rotation>
  /** The ids of the secrets that cannot be opened. */
  lost(): Promise<string[]>
  /** Whether other hosts may have the key in use, which is not here. */
  isElsewhere(): Promise<boolean>
  /** Deletes what cannot be opened, so that the service starts again without it. */
  discard(): Promise<number>
}

const TRIES = 20

export function createKeys({ sealed, keyFile, random, clock, ...hosts }: RotationDeps): Keys {
  const { isShared = false, demandElsewhere } = hosts

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
    if (isShared && !inUse && id !== undefined) throw new KeyUnusable(keyOfOthers(keyFile.path, keys, id))
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

  /** Nobody has the key in use any more: the one of this file takes its place. */
  async function takeOwn(): Promise<void> {
    if (!keyFile.read()) keyFile.make([newKey(random, clock.now())])
    const keys = keyFile.read() ?? []
    const secrets = await moveTo(newestOf(keys), keys)
    if (secrets === 'no_space')
      throw new KeyUnusable(
        'The encryption key cannot be taken into use: the disk takes no write. Make room.',
      )
  }

  async function lost(): Promise<string[]> {
    const keys = keyFile.read() ?? []
    const all = await sealed.sealedByOthers('')
    return all.filter((secret) => !open(secret, keys)).map(({ id }) => id)
  }

  async function isElsewhere(): Promise<boolean> {
    const inUse = await sealed.keyInUse()
    return isShared && inUse !== undefined && !holds(keyFile.read(), inUse)
  }

  /** A key that no host knows yet, made later than the one in use. */
  function next(inUse: SecretKey): SecretKey {
    return newKey(random, new Date(Math.max(clock.now().getTime(), inUse.madeAt.getTime() + 1)))
  }

  return {
    lost,
    isElsewhere,
    async discard() {
      const ids = await lost()
      for (const id of ids) await sealed.delete(id)
      if (await isElsewhere()) await takeOwn()
      return ids.length
    },

    async begin() {
      const found = keyFile.read()
      const inUse = await sealed.keyInUse()
      if (isShared && inUse !== undefined && !holds(found, inUse))
        throw new KeyUnusable(keyOfOthers(keyFile.path, found, inUse))
      demandKeysOf(await sealed.sealedByOthers(''), found, keyFile.path)
      if (!found) keyFile.make([newKey(random, clock.now())])
      const keys = found ?? keyFile.read() ?? []
      const newest = newestOf(keys)
      if (inUse === undefined && (await sealed.begin(newest.id)) === 'no_space')
        throw new KeyUnusable(
          'The encryption key cannot be taken into use: the disk takes no write. Make room.',
        )
      // Nothing is sealed, or it would have been noticed: the key that is there is as good as the one that is gone.
      if (inUse !== undefined && !holds(keys, inUse)) await sealed.rotate(newest.id, [])
      // A key that was prepared is taken into use by whoever prepared it, once all hosts have it.
      return { made: found === undefined, interrupted: !isShared && keys.length > 1 }
    },

    async prepare() {
      const { keys, inUse } = await read()
      const newest = newestOf(keys)
      if (newest.id !== inUse.id) return { keyId: newest.id }
      const others = await sealed.sealedByOthers(inUse.id)
      for (const secret of others) opened(secret, keys)
      const target = next(inUse)
      keyFile.replace([...(others.length === 0 ? [inUse] : keys), target])
      return { keyId: target.id }
    },

    async rotate() {
      const { keys, inUse } = await read()
      if (keys.length > 1) {
        const target = newestOf(keys)
        if (target.id !== inUse.id) await demandElsewhere?.(target.id)
        const done = await finish(keys)
        // What was prepared was not interrupted.
        const wasPrepared = isShared && done.kind === 'finished' && done.keyId !== inUse.id
        return wasPrepared ? { ...done, kind: 'rotated' } : done
      }
      if (isShared) throw new KeyUnusable(PREPARE_FIRST)
      for (const secret of await sealed.sealedByOthers('')) opened(secret, keys)
      const target = next(inUse)
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

const PREPARE_FIRST =
  'Several hosts may share the database, and each needs the new key before it is in use. Run mailgauge secrets rotate --prepare, copy the key file to every other host, then run this again.'

const holds = (keys: readonly SecretKey[] | undefined, id: string): boolean =>
  keys?.some((key) => key.id === id) === true

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
