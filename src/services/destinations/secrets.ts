import type { SecretPurpose } from '../../core/sealed.ts'
import type { Target } from '../../core/watching/destination.ts'
import type { Store } from '../../store/store.ts'
import type { RandomBytes } from '../ports.ts'
import type { Vault } from '../secrets/vault.ts'

const PREFIX = 'whsec_'
/** Standard Webhooks: 24 to 64. */
const BYTES = 32
const [LEAST, MOST] = [24, 64]
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/

/** The octets of `whsec_…`; nothing where it is none. */
export function readSecret(written: unknown): Uint8Array | undefined {
  if (typeof written !== 'string' || !written.startsWith(PREFIX)) return undefined
  const text = written.slice(PREFIX.length)
  const bytes = BASE64.test(text) ? Buffer.from(text, 'base64') : Buffer.alloc(0)
  return bytes.length >= LEAST && bytes.length <= MOST ? new Uint8Array(bytes) : undefined
}

export const SECRET_RULE = `A signing secret is ${PREFIX} and ${LEAST} to ${MOST} octets in base64.`

export const writtenSecret = (bytes: Uint8Array): string =>
  `${PREFIX}${Buffer.from(bytes).toString('base64')}`

/** The secrets of destinations. */
export function createDestinationSecrets({
  store,
  vault,
  random,
}: {
  store: Pick<Store, 'sealed'>
  vault: Vault
  random: RandomBytes
}) {
  async function keep(
    purpose: SecretPurpose,
    ownerId: string,
    bytes: Uint8Array,
  ): Promise<string | undefined> {
    const kept = await vault.keep(purpose, ownerId, bytes)
    return kept === 'no_space' ? undefined : kept.id
  }
  return {
    made: (): Uint8Array => random(BYTES),
    keepSigning: (ownerId: string, bytes: Uint8Array) => keep('webhook', ownerId, bytes),
    keepTarget: (ownerId: string, target: Target) =>
      keep('target', ownerId, new TextEncoder().encode(JSON.stringify(target))),
    async target(id: string): Promise<Target | undefined> {
      const bytes = await vault.reveal(id)
      return bytes && JSON.parse(Buffer.from(bytes).toString('utf8'))
    },
    reveal: (id: string) => vault.reveal(id),
    /** Of a destination that did not come to be. */
    async forget(...ids: (string | undefined)[]): Promise<void> {
      for (const id of ids) if (id !== undefined) await store.sealed.delete(id)
    },
  }
}

export type DestinationSecrets = ReturnType<typeof createDestinationSecrets>
