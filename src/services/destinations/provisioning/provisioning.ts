import { isDeepStrictEqual } from 'node:util'
import { granted, type Result, refused } from '../../../core/refusal.ts'
import type { Destination, DestinationFilter } from '../../../core/watching/destination.ts'
import type { Store } from '../../../store/store.ts'
import type { DestinationOwner } from '../../../store/watching/destinations.ts'
import { ownerFor } from '../asking.ts'
import { usualTypes } from '../event-types.ts'
import { type DestinationSecrets, readSecret } from '../secrets.ts'
import { tidyFilter } from '../settings.ts'
import { readTarget } from '../targets/target.ts'
import type { DestinationActor, Destinations, DestinationView } from '../told.ts'
import { targetBy } from '../wanted.ts'
import type { Provisioned } from './read.ts'

/** What became of a destination of a file. `secret`: of a new webhook whose secret was made, told this once. */
export interface Applied {
  became: 'created' | 'changed' | 'same'
  destination: DestinationView
  secret?: string
}

interface ProvisioningDeps {
  store: Pick<Store, 'destinations' | 'domains' | 'monitors'>
  destinations: Destinations
  secrets: Pick<DestinationSecrets, 'target' | 'reveal'>
}

/** Destinations as a file wants them, by their names. */
export interface Provisioning {
  apply(actor: DestinationActor, entry: Provisioned): Promise<Result<Applied>>
}

type Step = () => Promise<Result<Pick<Applied, 'destination' | 'secret'>>>

const badRequest = (reason: string) => refused({ kind: 'bad_request', reason })

/** Makes a destination what a file says, and leaves it alone where it is that already. */
export function createProvisioning({ store, destinations, secrets }: ProvisioningDeps): Provisioning {
  async function filterOf(
    owner: DestinationOwner,
    { target, types, monitors, domains }: Provisioned,
  ): Promise<DestinationFilter | string> {
    const accountId = owner === 'instance' ? undefined : owner.accountId
    const [monitorIds, domainIds] = [
      await idsOf('monitor', monitors, async () =>
        accountId === undefined ? [] : store.monitors.list(accountId),
      ),
      await idsOf(
        'domain',
        domains?.map((one) => one.toLowerCase()),
        async () =>
          accountId === undefined
            ? []
            : (await store.domains.list(accountId)).map(({ id, domain }) => ({ id, name: domain })),
      ),
    ]
    const unknown = [monitorIds, domainIds].find((ids) => typeof ids === 'string')
    if (typeof unknown === 'string') return unknown
    return tidyFilter({
      types: types ?? usualTypes(accountId === undefined ? 'instance' : 'account', target.kind),
      ...(Array.isArray(monitorIds) && { monitorIds }),
      ...(Array.isArray(domainIds) && { domainIds }),
    })
  }

  /** What has to be done to make it what is wanted, in order. */
  async function stepsTo(
    actor: DestinationActor,
    was: Destination,
    { target, secret, enabled }: Provisioned,
    filter: DestinationFilter,
  ): Promise<Step[] | string> {
    const read = readTarget(targetBy(actor, target))
    if ('says' in read) return read.says
    const leads = await secrets.target(was.secrets.target)
    const change = {
      ...(isDeepStrictEqual(leads, read.target) ? {} : { target }),
      ...(isDeepStrictEqual(tidyFilter(was.filter), filter) ? {} : { filter }),
    }
    const steps: Step[] = []
    if (Object.keys(change).length > 0) steps.push(() => alone(destinations.change(actor, was.id, change)))
    steps.push(...(await stepsToSecret(actor, was, secret)))
    if (enabled !== undefined && enabled !== (was.disabled === undefined))
      steps.push(() => alone(destinations.setEnabled(actor, was.id, enabled)))
    return steps
  }

  async function stepsToSecret(
    actor: DestinationActor,
    was: Destination,
    secret: string | undefined,
  ): Promise<Step[]> {
    if (secret === undefined) return (await hasLost(was)) ? [() => destinations.rotate(actor, was.id)] : []
    if (await signsWith(was, secret)) return []
    return [
      async () => {
        const rotated = await destinations.rotate(actor, was.id, secret)
        return rotated.ok ? granted({ destination: rotated.value.destination }) : refused(rotated.refusal)
      },
    ]
  }

  async function update(
    actor: DestinationActor,
    was: Destination,
    entry: Provisioned,
    filter: DestinationFilter,
  ): Promise<Result<Applied>> {
    const steps = await stepsTo(actor, was, entry, filter)
    if (typeof steps === 'string') return badRequest(steps)
    let latest = await alone(destinations.read(actor, was.id))
    for (const step of steps) {
      if (!latest.ok) break
      const { secret } = latest.value
      const next = await step()
      latest = next.ok ? granted({ ...(secret !== undefined && { secret }), ...next.value }) : next
    }
    if (!latest.ok) return refused(latest.refusal)
    return granted({ became: steps.length > 0 ? 'changed' : 'same', ...latest.value })
  }

  async function create(
    actor: DestinationActor,
    { name, target, secret, enabled }: Provisioned,
    filter: DestinationFilter,
  ): Promise<Result<Applied>> {
    const wanted = { name, target, filter, ...(secret !== undefined && { secret }) }
    const made = await destinations.create(actor, wanted)
    if (!made.ok) return refused(made.refusal)
    const { id } = made.value.destination
    const left = enabled === false ? await destinations.setEnabled(actor, id, false) : undefined
    if (left && !left.ok) return refused(left.refusal)
    return granted({
      became: 'created',
      destination: left?.value ?? made.value.destination,
      ...(secret === undefined && made.value.secret !== undefined && { secret: made.value.secret }),
    })
  }

  /** Whether the secret that it signs with was discarded. */
  async function hasLost({ secrets: { signing } }: Destination): Promise<boolean> {
    return signing !== undefined && (await secrets.reveal(signing)) === undefined
  }

  async function signsWith({ secrets: { signing } }: Destination, written: string): Promise<boolean> {
    const [has, wanted] = [
      signing === undefined ? undefined : await secrets.reveal(signing),
      readSecret(written),
    ]
    return has !== undefined && wanted !== undefined && Buffer.from(has).equals(wanted)
  }

  return {
    async apply(actor, entry) {
      const owner = ownerFor(actor)
      const filter = await filterOf(owner, entry)
      if (typeof filter === 'string') return badRequest(filter)
      const was = (await store.destinations.list(owner)).find(({ name }) => name === entry.name)
      if (was) return update(actor, was, entry, filter)
      return create(actor, entry, filter)
    },
  }
}

async function alone(
  asked: Promise<Result<DestinationView>>,
): Promise<Result<Pick<Applied, 'destination' | 'secret'>>> {
  const done = await asked
  return done.ok ? granted({ destination: done.value }) : refused(done.refusal)
}

/** Ids of what is written by name or by id; a sentence where there is none. */
async function idsOf(
  what: string,
  written: readonly string[] | undefined,
  known: () => Promise<readonly { id: string; name: string }[]>,
): Promise<string[] | string | undefined> {
  if (!written) return undefined
  const all = await known()
  const found = written.map((one) => all.find(({ id, name }) => name === one || id === one))
  const missing = found.indexOf(undefined)
  if (missing >= 0) return `The account has no ${what} "${written[missing]?.slice(0, 253)}".`
  return found.flatMap((one) => (one ? [one.id] : []))
}
