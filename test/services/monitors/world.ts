import type { Plan } from '../../../src/core/access/account.ts'
import { newEntry } from '../../../src/core/domains/verification.ts'
import { tokenFrom } from '../../../src/core/mail-test.ts'
import { createAccounts } from '../../../src/services/access/accounts.ts'
import { createMonitors } from '../../../src/services/monitors/monitors.ts'
import type { MonitorActor, WantedMonitor } from '../../../src/services/monitors/told.ts'
import type { Store } from '../../../src/store/store.ts'
import { account, plan, random } from '../../support/builders.ts'
import { testClock } from '../../support/clock.ts'
import { entry as said } from '../../support/people.ts'
import { testStore } from '../../support/store.ts'

export const PLANS: Record<string, Plan> = {
  'self-hosted': plan(),
  two: plan({ name: 'two', monitors: 2 }),
  none: plan({ name: 'none', monitors: 0 }),
}

/** The service of monitors over a real store, with a clock to turn. */
export async function monitorWorld() {
  const clock = testClock()
  const { store, done } = await testStore({ clock })
  const accounts = createAccounts({ store, plans: PLANS, defaultPlan: 'self-hosted', clock, random })
  const monitors = createMonitors({
    store,
    accounts,
    clock,
    random,
    mailDomain: 'in.example.com',
    nextLook: store.recordHistory.nextLook,
    checks: new Set(['spf', 'dkim', 'dmarc']),
  })
  return {
    store,
    clock,
    monitors,
    done,
    /** The operator for a new account. */
    async operator(named = 'self-hosted'): Promise<MonitorActor & { accountId: string }> {
      const one = account({ plan: named })
      await store.accounts.create(one)
      return { kind: 'operator', accountId: one.id }
    },
    domain: (accountId: string, isVerified = true) => addDomain(store, accountId, clock.now(), isVerified),
  }
}

async function addDomain(store: Store, accountId: string, at: Date, isVerified: boolean) {
  const made = newEntry({
    id: crypto.randomUUID(),
    accountId,
    domain: `${crypto.randomUUID()}.example.org`,
    token: tokenFrom(random),
    createdAt: at,
  })
  const about = { accountId }
  await store.domains.add(made, { verified: 10, unverified: 10 }, said('domain.added', about))
  const entries = { verified: said('domain.verified', about), unverified: said('domain.unverified', about) }
  if (isVerified)
    await store.domains.looked(made.id, { state: 'found', at }, { verified: 10, later: 0, entries })
  return made
}

export const wanted = (name: string, changes: Partial<WantedMonitor> = {}): WantedMonitor => ({
  name,
  subject: { kind: 'mail' },
  expectations: { mustPass: [], blocklists: false, records: false },
  windows: [],
  ...changes,
})
