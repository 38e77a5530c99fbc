import type { SharedSeen } from '../../services/doctor/context.ts'
import type { SharedStore } from '../../store/postgres/open.ts'

/** For so long what it said is told again: several findings of one look ask for it. */
const KEPT_MS = 2_000

type Looked = Pick<SharedStore, 'bytes' | 'hosts' | 'now' | 'sealed'>

/** What the database that hosts share says of itself and of them. */
export function sharedLook(store: Looked): () => Promise<SharedSeen> {
  let last: { at: number; seen: Promise<SharedSeen> } | undefined
  return () => {
    if (!last || performance.now() - last.at > KEPT_MS) last = { at: performance.now(), seen: look(store) }
    return last.seen
  }
}

async function look(store: Looked): Promise<SharedSeen> {
  const [bytes, hosts, keyInUse] = await Promise.all([
    store.bytes(),
    store.hosts.list(),
    store.sealed.keyInUse(),
  ])
  const now = store.now()
  return {
    bytes,
    hosts: hosts.map(({ name, program, seenAt }) => ({ name, program, seenAt })),
    now,
    ahead: Date.now() - now.getTime(),
    ...(keyInUse !== undefined && { keyInUse }),
  }
}
