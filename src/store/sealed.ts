import type { SealedSecret, SecretPurpose } from '../core/sealed.ts'

/** A value under another key, with the one that it was made of. */
export interface Resealed {
  id: string
  read: Uint8Array
  value: Uint8Array
}

/** Secrets, sealed with the key that is in use. The key itself is never here. */
export interface SealedStore {
  /** The id of the key in use. Undefined: none was ever. */
  keyInUse(): Promise<string | undefined>
  /** Takes a key into use where none is. */
  begin(keyId: string): Promise<'begun' | 'no_space'>
  /** Stores a new secret, or one in place of the value it had. `other_key`: it is not sealed with the key in use. */
  put(secret: SealedSecret): Promise<'stored' | 'other_key' | 'no_space'>
  byId(id: string): Promise<SealedSecret | undefined>
  of(purpose: SecretPurpose, ownerId: string): Promise<SealedSecret[]>
  delete(id: string): Promise<boolean>
  /** Every secret that is sealed with another key than this one. */
  sealedByOthers(keyId: string): Promise<SealedSecret[]>
  /** Takes `to` into use and stores everything that other keys sealed anew, at once. `changed`: there is a secret under
   * another key whose value was not among those read, and nothing was done. */
  rotate(to: string, resealed: readonly Resealed[]): Promise<'rotated' | 'changed' | 'no_space'>
}
