import type { Store } from '../../../store/store.ts'

/** Webhooks and channels of an account, without where exactly they lead: URLs, tokens and secrets are sealed. */
export async function destinationsOf(
  { store }: { store: Pick<Store, 'destinations'> },
  accountId: string,
): Promise<object[]> {
  const destinations = await store.destinations.list({ accountId })
  return destinations.map(({ id, kind, name, shown, filter, createdAt, disabled, failingSince }) => ({
    id,
    kind,
    name,
    leads_to: shown,
    events: filter.types,
    monitors: filter.monitorIds,
    domains: filter.domainIds,
    created_at: createdAt,
    disabled_at: disabled?.at,
    disabled_because: disabled?.reason,
    failing_since: failingSince,
  }))
}
