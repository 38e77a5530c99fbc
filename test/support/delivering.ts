import type { Destination, Target } from '../../src/core/watching/destination.ts'
import { createDelivering, type DeliveringDeps } from '../../src/jobs/deliveries.ts'
import { createAttempting } from '../../src/services/destinations/delivering/attempting.ts'
import type { Send, Sending, Sent } from '../../src/services/destinations/sending.ts'
import type { Log } from '../../src/services/ports.ts'
import type { Vault } from '../../src/services/secrets/vault.ts'
import type { Store } from '../../src/store/store.ts'
import type { TestClock } from './clock.ts'
import { addDestination } from './destinations.ts'
import { until } from './until.ts'

export const QUIET: Log = { info() {}, warn() {}, error() {} }

/** What a server answered. */
export function sent(status: number, changes: Partial<Sent> = {}): Sent {
  const isTaken = status >= 200 && status < 300
  return {
    outcome: isTaken ? 'delivered' : 'refused',
    says: `The answer was ${status}.`,
    tookMs: 3,
    request: { method: 'POST', url: 'https://example.org', headers: {} },
    response: { status, headers: {}, body: '' },
    ...(status === 410 && { gone: true as const }),
    ...changes,
  }
}

/** A vault in memory: the same that `keep` was given. */
export function openVault() {
  const secrets = new Map<string, Uint8Array>()
  const vault: Vault = {
    async keep(_purpose, _ownerId, secret) {
      const id = `sec_${crypto.randomUUID()}`
      secrets.set(id, secret)
      return { id }
    },
    reveal: async (id) => secrets.get(id),
  }
  return { vault, secrets }
}

/** Webhooks whose secrets a vault has. */
export async function addWebhook(
  store: Pick<Store, 'destinations'>,
  { vault }: Pick<ReturnType<typeof openVault>, 'vault'>,
  changes: Partial<Destination> = {},
  target: Target = { kind: 'webhook', url: 'https://example.org/hook' },
): Promise<Destination> {
  const [to, signing] = await Promise.all([
    vault.keep('target', '', new TextEncoder().encode(JSON.stringify(target))),
    vault.keep('webhook', '', new Uint8Array(32).fill(7)),
  ])
  if (to === 'no_space' || signing === 'no_space') throw new Error('there is room in memory')
  return addDestination(store, { secrets: { target: to.id, signing: signing.id }, ...changes })
}

interface WorkerOptions extends Partial<Omit<DeliveringDeps, 'store'>> {
  send: Send
  store: Store
  clock: TestClock
  vault: Vault
  chance?: () => number
}

/** One that delivers, as a service does; it looks when it is poked. */
export function openWorker({ send, vault, chance = () => 0, ...options }: WorkerOptions) {
  const { store, clock, log = QUIET } = options
  let [running, most, trying] = [0, 0, 0]
  const counted: Send = async (sending) => {
    running += 1
    most = Math.max(most, running)
    try {
      return await send(sending)
    } finally {
      running -= 1
    }
  }
  const once = createAttempting({ store, vault, send: counted, clock, chance, log })
  async function counting<T>(work: () => Promise<T>): Promise<T> {
    trying += 1
    try {
      return await work()
    } finally {
      trying -= 1
    }
  }
  const { deliveries } = store
  const worker = createDelivering({
    spread: async () => 0,
    holder: { host: 'here', start: crypto.randomUUID() },
    lookEveryMs: 3_600_000,
    attempt: (claimed) => counting(() => once(claimed)),
    log,
    ...options,
    store: { deliveries: { ...deliveries, claim: (claims) => counting(() => deliveries.claim(claims)) } },
  })
  /** `trying`: claims and attempts, until what came of them is kept. */
  return { ...worker, running: () => running, most: () => most, trying: () => trying }
}

/** A `send` that is answered by hand, and what came to it. */
export function byHand() {
  const came: { sending: Sending; answer(sent: Sent): void }[] = []
  const send: Send = (sending) =>
    new Promise((resolve) => {
      came.push({ sending, answer: resolve })
    })
  const next = async (index: number) => until(() => came[index])
  return { send, came, next }
}
