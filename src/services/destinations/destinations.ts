import { granted, type Refusal, refused } from '../../core/refusal.ts'
import { type Destination, EARLIER_SECRET_MS } from '../../core/watching/destination.ts'
import type { Store } from '../../store/store.ts'
import type { DestinationChange } from '../../store/watching/destinations.ts'
import type { Accounts } from '../access/accounts.ts'
import type { Limits } from '../access/limits.ts'
import type { Clock, RandomBytes } from '../ports.ts'
import type { Vault } from '../secrets/vault.ts'
import { createAsking, ownerFor, viewOf } from './asking.ts'
import { createDeliveryLog } from './delivery-log.ts'
import { createMaking, nameTaken } from './making.ts'
import { createDestinationSecrets, readSecret, SECRET_RULE, writtenSecret } from './secrets.ts'
import type { WebhookPayload } from './sending.ts'
import { tidyFilter } from './settings.ts'
import type { DestinationActor, Destinations, WantedDestination } from './told.ts'
import { createReading, type Leads, type WantedDeps } from './wanted.ts'

export interface DestinationsDeps extends WantedDeps {
  store: Pick<
    Store,
    'accounts' | 'destinations' | 'deliveries' | 'domains' | 'monitors' | 'people' | 'sealed'
  >
  accounts: Pick<Accounts, 'planOf'>
  vault: Vault
  /** What is told when a person tries a destination. */
  testPayload(destination: Destination, at: Date): WebhookPayload
  clock: Clock
  /** Absent: this process counts alone. */
  limits?: Limits
  random: RandomBytes
  /** Something is due now. Absent: whoever delivers looks by itself. */
  poke?(): void
}

const UNKNOWN: Refusal = { kind: 'not_found', what: 'destination' }
const notFound = refused(UNKNOWN)
const noSpace = refused({ kind: 'out_of_space' })
const badRequest = (reason: string) => refused({ kind: 'bad_request', reason })

export function createDestinations(deps: DestinationsDeps): Destinations {
  const { store, clock } = deps
  const asking = createAsking(deps)
  const secrets = createDestinationSecrets(deps)
  const reading = createReading(deps)
  const make = createMaking({ ...deps, asking, secrets })
  const byId = (actor: DestinationActor, id: string) => store.destinations.byId(ownerFor(actor), id)
  const view = (destination: Destination) => viewOf(destination, clock.now())

  async function keptTarget(id: string, { target, shown }: Leads) {
    const secret = await secrets.keepTarget(id, target)
    return secret === undefined ? undefined : { secret, shown }
  }

  async function changed(
    actor: DestinationActor,
    was: Destination,
    change: DestinationChange,
    said: Parameters<Store['destinations']['change']>[3],
  ) {
    const outcome = await store.destinations.change(ownerFor(actor), was.id, change, said)
    if (outcome !== 'changed') await secrets.forget(change.target?.secret, change.rotate?.secret)
    if (outcome === 'name_taken') return refused(nameTaken(change.name ?? ''))
    if (outcome === 'no_space') return noSpace
    const now = outcome === 'changed' ? await byId(actor, was.id) : undefined
    return now ? granted(view(now)) : notFound
  }

  /** Who may do it, to which; else why not. */
  async function meant(
    actor: DestinationActor,
    id: string,
    does: 'change' | 'send',
  ): Promise<{ destination: Destination } | { refusal: Refusal }> {
    const refusal = await asking.turnedAway(actor, does)
    if (refusal) return { refusal }
    const destination = await byId(actor, id)
    return destination ? { destination } : { refusal: UNKNOWN }
  }

  return {
    ...createDeliveryLog({ ...deps, asking, meant }),
    async list(actor) {
      const refusal = asking.unreadable(actor)
      if (refusal) return refused(refusal)
      return granted((await store.destinations.list(ownerFor(actor))).map(view))
    },
    async read(actor, id) {
      const refusal = asking.unreadable(actor)
      if (refusal) return refused(refusal)
      const destination = await byId(actor, id)
      return destination ? granted(view(destination)) : notFound
    },
    async create(actor, wanted) {
      const refusal = await asking.turnedAway(actor, 'change')
      if (refusal) return refused(refusal)
      const leads = await reading.whole(actor, wanted)
      if ('says' in leads) return badRequest(leads.says)
      const isWebhook = wanted.target.kind === 'webhook'
      const signing = isWebhook ? (readSecret(wanted.secret) ?? secrets.made()) : undefined
      const made = await make(actor, wanted, leads, signing)
      if (!made.ok) return made
      return granted({ destination: view(made.value), ...(signing && { secret: writtenSecret(signing) }) })
    },
    async change(actor, id, wanted) {
      const found = await meant(actor, id, 'change')
      if ('refusal' in found) return refused(found.refusal)
      const { destination } = found
      const read = await reading.change(actor, destination, wanted)
      if ('says' in read) return badRequest(read.says)
      const target = read.leads && (await keptTarget(id, read.leads))
      if (read.leads && !target) return noSpace
      const { name = destination.name, filter } = wanted
      const facts = changeFacts(destination, name, target, filter)
      const said = await asking.entry(actor, 'destination.changed', { name }, facts)
      const change = { name, ...(filter && { filter: tidyFilter(filter) }), ...(target && { target }) }
      return changed(actor, destination, change, said)
    },
    async rotate(actor, id, given) {
      const found = await meant(actor, id, 'change')
      if ('refusal' in found) return refused(found.refusal)
      const { destination } = found
      if (destination.kind !== 'webhook') return badRequest('Only webhooks have a signing secret.')
      const signing = given === undefined ? secrets.made() : readSecret(given)
      if (!signing) return badRequest(SECRET_RULE)
      const secret = await secrets.keepSigning(id, signing)
      if (secret === undefined) return noSpace
      const until = new Date(clock.now().getTime() + EARLIER_SECRET_MS)
      const said = await asking.entry(actor, 'destination.rotated', destination)
      const outcome = await changed(actor, destination, { rotate: { secret, until } }, said)
      return outcome.ok
        ? granted({ destination: outcome.value, secret: writtenSecret(signing) })
        : refused(outcome.refusal)
    },
    async setEnabled(actor, id, on) {
      const found = await meant(actor, id, 'change')
      if ('refusal' in found) return refused(found.refusal)
      const { destination } = found
      if ((destination.disabled === undefined) === on) return granted(view(destination))
      const said = await asking.entry(actor, on ? 'destination.enabled' : 'destination.disabled', destination)
      const disabled = on ? null : { at: clock.now(), reason: 'person' as const }
      return changed(actor, destination, { disabled }, said)
    },
    async delete(actor, id) {
      const found = await meant(actor, id, 'change')
      if ('refusal' in found) return refused(found.refusal)
      const said = await asking.entry(actor, 'destination.deleted', found.destination)
      const outcome = await store.destinations.delete(ownerFor(actor), id, said)
      return outcome === 'deleted' ? granted(undefined) : notFound
    },
  }
}

function changeFacts(
  was: Destination,
  name: string,
  target: DestinationChange['target'],
  filter: WantedDestination['filter'] | undefined,
): Record<string, string> {
  return {
    ...(name !== was.name && { from: was.name }),
    ...(target && { leads: target.shown }),
    ...(filter && { told: 'changed' }),
  }
}
