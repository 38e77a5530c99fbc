import type { SecretKey } from './sealing.ts'

/** Where keys are kept, outside the database. Each method throws KeyUnusable where it cannot be done. */
export interface KeyFile {
  /** As people know it. */
  path: string
  /** Undefined: there is none. */
  read(): SecretKey[] | undefined
  /** Writes it where there is none; one that came to be meanwhile stays. */
  make(keys: readonly SecretKey[]): void
  /** Puts other keys in the place of those that are there, whole or not at all. */
  replace(keys: readonly SecretKey[]): void
}

/** Why secrets cannot be opened or sealed, in a sentence for the operator. */
export class KeyUnusable extends Error {
  override readonly name = 'KeyUnusable'
}

/** The one that was made last: the one in use, or the one that a rotation was about to take into use. */
export function newestOf(keys: readonly SecretKey[]): SecretKey {
  const [newest] = keys.toSorted((a, b) => b.madeAt.getTime() - a.madeAt.getTime())
  if (!newest) throw new KeyUnusable('The key file holds no key.')
  return newest
}

/** Why a host that shares its database with others cannot work with the key file that it has. `keys` undefined: it has none. */
export function keyOfOthers(path: string, keys: readonly SecretKey[] | undefined, inUse: string): string {
  const what = keys ? `${path} does not hold the key in use` : `There is no key file ${path}`
  return `${what}, and the hosts that share the database encrypt secrets with the key ${inUse}. Copy the key file of a host that has it to ${path}, for the user that runs Mailgauge alone (chmod 600). If no host and no backup has it: mailgauge secrets discard.`
}
