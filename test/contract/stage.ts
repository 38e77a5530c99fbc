import { CHECK_WORDS } from '../../src/analysis/telling/check-words.ts'
import type { Account } from '../../src/core/access/account.ts'
import { SCOPES, type Scope } from '../../src/core/access/api-key.ts'
import { newEntry } from '../../src/core/domains/verification.ts'
import { tokenFrom } from '../../src/core/mail-test.ts'
import { createAccounts } from '../../src/services/access/accounts.ts'
import { keyActor } from '../../src/services/access/actor.ts'
import { createApiKeys } from '../../src/services/access/api-keys.ts'
import { createAnnouncer } from '../../src/services/announcer.ts'
import { createMailTests } from '../../src/services/mail-tests/mail-tests.ts'
import { createReportGate } from '../../src/services/mail-tests/report-gate.ts'
import type { Store } from '../../src/store/store.ts'
import { RULES, random } from '../support/builders.ts'
import { entry } from '../support/people.ts'
import { readinessUnderTest } from '../support/readiness.ts'
import { changeIn } from '../support/store.ts'
import { until } from '../support/until.ts'
import type { MailName } from './mail.ts'
import { PLANS } from './plans.ts'

/** Where a scenario plays: the services in this process, or the binary. */
export interface Doors {
  directory: string
  ask(request: Request): Promise<Response>
  /** Brings a message to a test's address, as SMTP does; `queued` holds it back from analysis. */
  deliver(address: string, mail: MailName | Uint8Array): Promise<{ code: number }>
  close(): Promise<void>
}

export type Stage = Awaited<ReturnType<typeof createStage>>

export interface Made {
  token: string
  address: string
}

const clock = { now: () => new Date() }

/** What scenarios need to be made beforehand, over the store that the doors stand on. */
export async function createStage(doors: Doors, store: Store) {
  const accounts = createAccounts({ store, plans: PLANS, defaultPlan: 'self-hosted', clock, random })
  const apiKeys = createApiKeys({ store, accounts, clock, random })
  const mailTests = createMailTests({
    checkWords: CHECK_WORDS,
    store,
    announcer: createAnnouncer(),
    gate: createReportGate({ store, accounts, clock, anonymousPerDay: undefined }),
    readiness: readinessUnderTest().readiness,
    rules: RULES,
    clock,
    random,
    mailDomain: 'test.example',
    lifetimeDays: 30,
    anonymous: { enabled: true, lifetimeDays: 7, testsPerHour: 100_000 },
  })

  const sql = (statement: string, value: string) => changeIn(doors.directory, statement, value)

  return {
    ...doors,
    store,
    apiKeys,
    mailTests,
    async account(plan?: string): Promise<Account> {
      const made = await accounts.create(`account ${crypto.randomUUID()}`, plan)
      if (made.kind !== 'created') throw new Error(made.kind)
      return made.account
    },
    setPlan: (account: Pick<Account, 'name'>, plan: string) => accounts.setPlan(account.name, plan),
    async key(accountId: string, scopes: readonly Scope[] = SCOPES) {
      const made = await apiKeys.create(accountId, { name: 'test', scopes })
      if (made.kind !== 'created') throw new Error(made.kind)
      return made
    },
    async test(account: Account): Promise<Made> {
      const { key } = await this.key(account.id)
      const made = await mailTests.allocate(keyActor(key, account, accounts.planOf(account)))
      if (!made.ok) throw new Error(made.refusal.kind)
      return { token: made.value.test.token, address: mailTests.address(made.value.test) }
    },
    async anonymousTest(): Promise<Made> {
      const made = await mailTests.allocateAnonymous('192.0.2.1/32')
      if (!made.ok) throw new Error(made.refusal.kind)
      return { token: made.value.token, address: mailTests.address(made.value) }
    },
    /** A message arrives and is analysed; gives its id. */
    async message({ token, address }: Made, mail: MailName | Uint8Array = 'plain'): Promise<string> {
      const before = (await store.messages.ofTest(token)).length
      const { code } = await doors.deliver(address, mail)
      if (code !== 250) throw new Error(`refused with ${code}`)
      const newest = await until(async () => {
        const messages = await store.messages.ofTest(token)
        return messages.length > before && messages[0]?.outcome ? messages[0] : undefined
      })
      return newest.id
    },
    /** A domain of the account; gives its id. */
    async domain({ id: accountId }: Pick<Account, 'id'>, domain: string, verified = false): Promise<string> {
      const [id, at] = [crypto.randomUUID(), clock.now()]
      const made = newEntry({ id, accountId, domain, token: tokenFrom(random), createdAt: at })
      const bounds = { verified: 10, unverified: 10 }
      if ((await store.domains.add(made, bounds, entry('domain.added', { accountId }))) !== 'added')
        throw new Error(`${domain} was not added`)
      const entries = { verified: entry('domain.verified'), unverified: entry('domain.unverified') }
      if (verified)
        await store.domains.looked(id, { state: 'found', at }, { verified: 10, later: 0, entries })
      return id
    },
    /** The test's time is up now. */
    expire: ({ token }: Pick<Made, 'token'>) =>
      sql('UPDATE mail_tests SET expires_at = 1 WHERE token = ?', token),
    expireKey: (id: string) => sql('UPDATE api_keys SET expires_at = 1 WHERE id = ?', id),
  }
}
