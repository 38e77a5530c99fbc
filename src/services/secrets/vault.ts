import type { SealedSecret, SecretPurpose } from '../../core/sealed.ts'
import type { SealedStore } from '../../store/sealed.ts'
import type { RandomBytes } from '../ports.ts'
import { type KeyFile, KeyUnusable } from './key-ring.ts'
import { type SecretKey, seal, unseal } from './sealing.ts'

interface VaultDeps {
  sealed: SealedStore
  keyFile: KeyFile
  random: RandomBytes
}

/** Secrets that the service has to know again in the clear. */
export interface Vault {
  /** Seals a secret and stores it. Gives the id by which it is revealed. */
  keep(purpose: SecretPurpose, ownerId: string, secret: Uint8Array): Promise<{ id: string } | 'no_space'>
  /** Undefined: there is no such secret. Rejects with KeyUnusable where it cannot be opened. */
  reveal(id: string): Promise<Uint8Array | undefined>
}

const TRIES = 3
const ID_BYTES = 16
/** Longer than any secret that is to be kept: what is larger is no secret. */
const LONGEST_SECRET = 16 * 1024

const withoutKey = ({ path, read }: KeyFile) =>
  read()
    ? `${path} does not hold the key in use. ${PUT_BACK}`
    : `There is no key file ${path} to encrypt secrets with. If it was lost, put the one of the last backup back, or copy it from a host that shares the database. Where no stored secret needs one, the service makes it when it starts: start it (mailgauge serve), then run this again.`
const PUT_BACK =
  'Put the key file of the last backup back, or copy it from a host that shares the database. If it is lost, mailgauge secrets discard says what is lost with it.'

/** The keys are read anew whenever one is missing: another process may have rotated them. */
export function createVault({ sealed, keyFile, random }: VaultDeps): Vault {
  let keys: readonly SecretKey[] = []
  const known = (id: string) => keys.find((key) => key.id === id)
  function keyOf(id: string): SecretKey | undefined {
    if (!known(id)) keys = keyFile.read() ?? []
    return known(id)
  }

  function opened(secret: SealedSecret, key: SecretKey): Uint8Array {
    const clear = unseal(key, secret, secret.value)
    if (!clear) throw new KeyUnusable(`The secret ${secret.id} is damaged: it cannot be opened.`)
    return clear
  }

  return {
    async keep(purpose, ownerId, secret) {
      if (secret.length > LONGEST_SECRET) throw new RangeError('the secret is too long to be kept')
      const place = { id: `sec_${Buffer.from(random(ID_BYTES)).toString('hex')}`, purpose, ownerId }
      for (let tries = 0; tries < TRIES; tries += 1) {
        const key = keyOf((await sealed.keyInUse()) ?? '')
        if (!key) break
        const value = seal(key, place, secret, random)
        const outcome = await sealed.put({ ...place, keyId: key.id, value })
        if (outcome === 'stored') return { id: place.id }
        if (outcome === 'no_space') return 'no_space'
      }
      throw new KeyUnusable(withoutKey(keyFile))
    },

    async reveal(id) {
      for (let tries = 0; tries < TRIES; tries += 1) {
        const secret = await sealed.byId(id)
        if (!secret) return undefined
        const key = keyOf(secret.keyId)
        if (key) return opened(secret, key)
      }
      throw new KeyUnusable(`${keyFile.path} does not hold the key of the secret ${id}. ${PUT_BACK}`)
    },
  }
}
