import type { Config } from '../config/config.ts'
import { type AnonymousShares, anonymousShares } from '../core/space.ts'
import { createReadiness, type Readiness, type ReadinessDeps } from '../services/readiness.ts'
import { freeBytes } from './disk-space.ts'
import type { Later } from './parts.ts'

/** With less room no mail is taken: a message of ordinary size, with what is kept of it. */
const LEAST_ROOM = 1024 * 1024

/** What tests without an account may take. */
export const sharesOf = ({ anonymous, tests }: Config): AnonymousShares =>
  anonymousShares(anonymous.maxBytes, tests.bytesPerTest)

/** Whether mail can be taken, by what the config says of the disk and the store. */
export function openReadiness(
  config: Config,
  shared: Pick<ReadinessDeps, 'store' | 'clock' | 'log'>,
  later: Later,
): Readiness {
  const { directory, maxBytes, minFree, url } = config.store
  const bounds = { storeBytes: maxBytes, minFree, least: LEAST_ROOM, anonymous: sharesOf(config) }
  later.reloaded(({ store }) => () => {
    bounds.storeBytes = store.maxBytes
    bounds.minFree = store.minFree
  })
  return createReadiness({
    ...shared,
    // The disk of a database server is not ours to see: it says itself when it is full.
    space: { free: async () => (url === undefined ? freeBytes(directory) : Number.POSITIVE_INFINITY) },
    bounds,
  })
}
