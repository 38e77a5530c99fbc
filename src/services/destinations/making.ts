import type { Plan } from '../../core/access/account.ts'
import { idFrom } from '../../core/access/ids.ts'
import { granted, type Refusal, type Result, refused } from '../../core/refusal.ts'
import type { Destination } from '../../core/watching/destination.ts'
import type { Store } from '../../store/store.ts'
import type { Accounts } from '../access/accounts.ts'
import type { Clock, RandomBytes } from '../ports.ts'
import { type Asking, ownerFor } from './asking.ts'
import type { DestinationSecrets } from './secrets.ts'
import { tidyFilter } from './settings.ts'
import type { DestinationActor, WantedDestination } from './told.ts'
import type { Leads } from './wanted.ts'

interface MakingDeps {
  store: Pick<Store, 'accounts' | 'destinations'>
  accounts: Pick<Accounts, 'planOf'>
  clock: Clock
  random: RandomBytes
  asking: Asking
  secrets: DestinationSecrets
}

/** Of an account whose plan has no limit, and of the instance. */
const MOST = 200

interface Bounds {
  most: number
  plan?: Plan
}

/** Adds a destination, and its secrets before it. */
export function createMaking({ store, accounts, clock, random, asking, secrets }: MakingDeps) {
  async function boundsOf(actor: DestinationActor): Promise<Bounds | undefined> {
    const owner = ownerFor(actor)
    if (owner === 'instance') return { most: MOST }
    const account = await store.accounts.byId(owner.accountId)
    if (!account) return undefined
    const plan = accounts.planOf(account)
    return { most: plan.webhooks ?? MOST, plan }
  }

  /** The ids of its secrets; nothing where they could not be kept. */
  async function kept(id: string, { target }: Leads, signing: Uint8Array | undefined) {
    const ofTarget = await secrets.keepTarget(id, target)
    if (ofTarget === undefined || !signing) return ofTarget === undefined ? undefined : { target: ofTarget }
    const ofSigning = await secrets.keepSigning(id, signing)
    if (ofSigning !== undefined) return { target: ofTarget, signing: ofSigning }
    await secrets.forget(ofTarget)
    return undefined
  }

  return async (
    actor: DestinationActor,
    { name, filter }: WantedDestination,
    leads: Leads,
    signing: Uint8Array | undefined,
  ): Promise<Result<Destination>> => {
    const bounds = await boundsOf(actor)
    if (!bounds) return refused(UNKNOWN)
    const owner = ownerFor(actor)
    const id = idFrom('dst', random)
    const sealed = await kept(id, leads, signing)
    if (!sealed) return refused({ kind: 'out_of_space' })
    const destination: Destination = {
      id,
      ...(owner !== 'instance' && owner),
      kind: leads.target.kind,
      name,
      shown: leads.shown,
      filter: tidyFilter(filter),
      secrets: sealed,
      createdAt: clock.now(),
    }
    const facts = { kind: destination.kind, leads: leads.shown }
    const said = await asking.entry(actor, 'destination.created', destination, facts)
    const outcome = await store.destinations.add(destination, bounds.most, said)
    if (outcome === 'added') return granted(destination)
    await secrets.forget(sealed.target, sealed.signing)
    return refused(refusalFor(outcome, name, bounds))
  }
}

const UNKNOWN: Refusal = { kind: 'not_found', what: 'destination' }

function refusalFor(
  outcome: 'full' | 'name_taken' | 'unknown_account' | 'no_space',
  name: string,
  bounds: Bounds,
): Refusal {
  switch (outcome) {
    case 'full':
      return { kind: 'limit_reached', reason: fullWords(bounds) }
    case 'name_taken':
      return nameTaken(name)
    case 'no_space':
      return { kind: 'out_of_space' }
    case 'unknown_account':
      return UNKNOWN
  }
}

export const nameTaken = (name: string): Refusal => ({
  kind: 'bad_request',
  reason: `There is a destination "${name}" already.`,
})

function fullWords({ most, plan }: Bounds): string {
  if (!plan) return `There are ${most} destinations, which is as many as may be. Delete one first.`
  if (most === 0) return `The plan "${plan.name}" has no webhooks and alert channels.`
  return `The plan "${plan.name}" allows ${most} webhooks and alert channels, and the account has as many. Delete one first.`
}
