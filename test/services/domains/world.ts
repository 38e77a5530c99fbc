import { accountIdFrom, type Plan } from '../../../src/core/access/account.ts'
import { isRegistrySuffix } from '../../../src/mail/reading/domains/public-suffix.ts'
import { organisationOf } from '../../../src/mail/reading/domains/sender-domain.ts'
import type { ZoneLiteral } from '../../../src/net/dns/zone.ts'
import type { Resolver } from '../../../src/net/ports.ts'
import { createAccounts } from '../../../src/services/access/accounts.ts'
import { createDomains, type DomainActor, type DomainView } from '../../../src/services/domains/domains.ts'
import { createLooking } from '../../../src/services/domains/looking.ts'
import { plan, random } from '../../support/builders.ts'
import { testClock } from '../../support/clock.ts'
import { madePerson } from '../../support/people.ts'
import { testStore } from '../../support/store.ts'
import { zone } from '../../support/zone.ts'

export const SUFFIXES = { isRegistrySuffix, organisationOf }

const PLANS: Record<string, Plan> = {
  'self-hosted': plan(),
  two: plan({ name: 'two', domains: 2 }),
  none: plan({ name: 'none', domains: 0 }),
}

/** The service over a real store, with a clock to turn and a DNS to change. */
export async function domainWorld({ resolver, patience }: { resolver?: Resolver; patience?: number } = {}) {
  const clock = testClock()
  const opened = await testStore({ clock })
  const { store } = opened
  const accounts = createAccounts({ store, plans: PLANS, defaultPlan: 'self-hosted', clock, random })
  /** What the DNS holds; `fail` of it are questions that fail. */
  const dns: { zone: ZoneLiteral; fail: Record<string, 'servfail' | 'timeout'> } = { zone: {}, fail: {} }
  const ownDns: Resolver = { query: (name, type) => zone(dns.zone, dns.fail).query(name, type) }
  const deps = {
    store,
    accounts,
    resolver: resolver ?? ownDns,
    suffixes: SUFFIXES,
    clock,
    // No spread, so that times can be told.
    random: (length: number) => (length === 2 ? new Uint8Array(2) : random(length)),
    ...(patience !== undefined && { patience }),
  }
  const looking = createLooking(deps)
  let verifications = 0
  const verified = () => {
    verifications += 1
  }
  const domains = createDomains({ ...deps, looking, verified })

  return {
    ...opened,
    clock,
    dns,
    accounts,
    looking,
    domains,
    /** How often the DNS was said to be due as a domain was verified. */
    verifications: () => verifications,
    /** The admin of an account of its own. */
    async admin(planName = 'self-hosted') {
      const made = await accounts.create(`account ${accountIdFrom(random)}`, planName)
      if (made.kind !== 'created') throw new Error(made.kind)
      const person = await madePerson(store)
      return { kind: 'session', accountId: made.account.id, role: 'admin', personId: person.id } as const
    },
    async added(actor: DomainActor, typed: string): Promise<DomainView> {
      const result = await domains.add(actor, typed)
      if (!result.ok) throw new Error(JSON.stringify(result.refusal))
      return result.value
    },
    async verify(actor: DomainActor, { id }: DomainView): Promise<DomainView> {
      const result = await domains.verify(actor, id)
      if (!result.ok) throw new Error(JSON.stringify(result.refusal))
      return result.value
    },
    publish({ record }: DomainView, ...more: string[]) {
      dns.zone = { ...dns.zone, [record.name]: { TXT: [record.value, ...more] } }
    },
    unpublish({ record }: DomainView) {
      const { [record.name]: _gone, ...rest } = dns.zone
      dns.zone = rest
    },
    async actions(accountId: string) {
      const entries = await store.audit.list({ accountId, limit: 100 })
      return entries.map(({ action, actor }) => `${action} ${actor.kind}`).toReversed()
    },
    async events() {
      return (await store.outbox.behind('a test', 1000)).map(({ type }) => type)
    },
  }
}
