import type { Destination, Target } from '../../core/watching/destination.ts'
import type { Store } from '../../store/store.ts'
import { ownerFor } from './asking.ts'
import { readSecret, SECRET_RULE } from './secrets.ts'
import type { ReadTarget } from './sending.ts'
import { problemOfFilter, problemOfName } from './settings.ts'
import { readTarget } from './targets.ts'
import type { DestinationActor, WantedDestination } from './told.ts'

export type EmailTarget = Extract<Target, { kind: 'email' }>

interface WantedDeps {
  store: Pick<Store, 'domains'>
  /** Whether mail may go to the address of a target. */
  mayMail(actor: DestinationActor, target: EmailTarget): Promise<boolean>
}

/** Where a destination leads, as it is kept, with what may be shown of it. */
export type Leads = Exclude<ReadTarget, { says: string }>

const NOT_MAILED =
  'Mail goes to people of the account, at an address that they confirmed. Somebody who runs commands on the machine may name any other.'

/** What is wrong with what a person asks for, in a sentence. */
export function createReading({ store, mayMail }: WantedDeps) {
  async function target(actor: DestinationActor, wanted: Target): Promise<ReadTarget> {
    const found = readTarget(wanted)
    if ('says' in found || found.target.kind !== 'email') return found
    return (await mayMail(actor, found.target)) ? found : { says: NOT_MAILED }
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

export type Reading = ReturnType<typeof createReading>

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
