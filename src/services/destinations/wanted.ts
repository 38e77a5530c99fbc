import type { Destination, Target } from '../../core/watching/destination.ts'
import type { Store } from '../../store/store.ts'
import type { Addressees } from './addressees.ts'
import { ownerFor } from './asking.ts'
import { readSecret, SECRET_RULE } from './secrets.ts'
import { problemOfFilter, problemOfName } from './settings.ts'
import { type ReadTarget, readTarget } from './targets/target.ts'
import type { DestinationActor, WantedDestination } from './told.ts'

type EmailTarget = Extract<Target, { kind: 'email' }>

export interface WantedDeps {
  store: Pick<Store, 'domains' | 'monitors'>
  addressees: Addressees
  /** Whether there is a relay to send mail by. */
  canMail(): boolean
}

/** Where a destination leads, as it is kept, with what may be shown of it. */
export type Leads = Exclude<ReadTarget, { says: string }>

const NOT_MAILED =
  'Mail goes to people of the account, at an address that they confirmed. Whoever runs commands on the machine may name any other.'
const NO_RELAY = 'Mailgauge cannot send mail yet: the configuration names no relay.'
/** Bytes of a target, as it is sealed. */
const LARGEST_TARGET = 15_000

/** A target as this actor may ask for it: only who runs commands on the machine names an address of anybody. */
export function targetBy(actor: DestinationActor, target: Target): Target {
  if (target.kind !== 'email') return target
  const isAnyone = actor.kind === 'operator' && target.to !== 'administrators'
  return { kind: 'email', to: target.to, ...(isAnyone && { anyone: true as const }) }
}

/** What is wrong with what a person asks for, in a sentence. */
export function createReading({ store, addressees, canMail }: WantedDeps) {
  async function problemOfMail(actor: DestinationActor, target: EmailTarget): Promise<string | undefined> {
    if (!canMail()) return NO_RELAY
    const owner = ownerFor(actor)
    if (owner === 'instance' && target.to === 'administrators') return undefined
    const accountId = owner === 'instance' ? undefined : owner.accountId
    return (await addressees.of(accountId, target)).length > 0 ? undefined : NOT_MAILED
  }

  async function target(actor: DestinationActor, wanted: Target): Promise<ReadTarget> {
    const found = readTarget(targetBy(actor, wanted))
    if ('says' in found) return found
    if (Buffer.byteLength(JSON.stringify(found.target)) > LARGEST_TARGET)
      return { says: 'URL, header fields and body are too large together.' }
    const says = found.target.kind === 'email' ? await problemOfMail(actor, found.target) : undefined
    return says === undefined ? found : { says }
  }

  async function problemOf(
    actor: DestinationActor,
    { name, filter }: Partial<WantedDestination>,
  ): Promise<string | undefined> {
    const problem = name === undefined ? undefined : problemOfName(name)
    return problem ?? (filter && problemOfFilter(store, ownerFor(actor), filter))
  }

  return {
    /** A new one. */
    async whole(actor: DestinationActor, wanted: WantedDestination): Promise<ReadTarget> {
      const says = (await problemOf(actor, wanted)) ?? problemOfSecret(wanted)
      return says === undefined ? target(actor, wanted.target) : { says }
    },
    /** A change of one. `leads`: where it leads from then on. */
    async change(
      actor: DestinationActor,
      was: Destination,
      wanted: Partial<WantedDestination>,
    ): Promise<{ leads?: Leads } | { says: string }> {
      const says = (await problemOf(actor, wanted)) ?? problemOfKind(was, wanted.target)
      if (says !== undefined) return { says }
      const leads = wanted.target && (await target(actor, wanted.target))
      if (!leads) return {}
      return 'says' in leads ? leads : { leads }
    },
  }
}

function problemOfSecret({ secret, target }: WantedDestination): string | undefined {
  if (secret === undefined) return undefined
  if (target.kind !== 'webhook') return 'Only webhooks have a signing secret.'
  return readSecret(secret) ? undefined : SECRET_RULE
}

function problemOfKind({ kind }: Destination, target: Target | undefined): string | undefined {
  return target && target.kind !== kind
    ? `It is of the kind ${kind}. Make a new destination for another kind.`
    : undefined
}
