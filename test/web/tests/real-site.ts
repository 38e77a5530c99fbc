import { randomBytes } from 'node:crypto'
import { CHECK_WORDS } from '../../../src/analysis/telling/check-words.ts'
import { openFile } from '../../../src/app/file-message.ts'
import type { Role } from '../../../src/core/access/role.ts'
import { createComparing } from '../../../src/services/comparing/comparing.ts'
import { createIntake } from '../../../src/services/intake/intake.ts'
import { createAccountTests } from '../../../src/services/mail-tests/account-tests.ts'
import type { WebDeps } from '../../../src/web/deps.ts'
import { createWeb } from '../../../src/web/server.ts'
import { RULES } from '../../support/builders.ts'
import { openDashboard, type SignedInPerson } from '../../support/dashboard.ts'
import type { PLANS } from '../../support/world.ts'
import { peopleWith } from '../people.ts'
import { depsUnderTest } from '../site-under-test.ts'

const random = (length: number) => new Uint8Array(randomBytes(length))
const MAIL_DOMAIN = 'in.example.com'

/** The pages of tests over a real store and the services that the program has. */
export async function realTestsSite(changes: Partial<WebDeps> = {}) {
  const dashboard = await openDashboard()
  const { store, accounts, announcer, clock, mailTests, hinting, sessions, state, log } = dashboard
  const intake = createIntake({
    store,
    announcer,
    clock,
    random,
    mailDomain: MAIL_DOMAIN,
    bounds: {
      messagesPerTest: 20,
      bytesPerTest: 1e8,
      roleBytes: 1,
      roleMessageBytes: 1,
      roleMessagesPerHour: 1,
      roleMessagesPerNetwork: 1,
    },
    readiness: state.readiness,
    log,
  })
  const accountTests = createAccountTests({
    store,
    accounts,
    announcer,
    clock,
    random,
    readiness: state.readiness,
    files: { intake, open: openFile, clock, maxBytes: 1e6 },
    mailDomain: MAIL_DOMAIN,
    lifetimeDays: 30,
  })
  const app = createWeb(
    depsUnderTest({
      mailTests,
      accountTests,
      comparing: createComparing({ store, mailTests, rules: RULES, checkWords: CHECK_WORDS }),
      hinting,
      announcer,
      clock,
      mailDomain: MAIL_DOMAIN,
      uploads: { maxBytes: 1e6, upload: async () => ({ ok: false, refusal: { kind: 'out_of_space' } }) },
      people: peopleWith(sessions),
      readiness: state.readiness,
      ...changes,
    }),
  )
  return {
    ...dashboard,
    app,
    accountTests,
    /** Somebody of an account of their own on a plan. */
    async somebody(role: Role = 'owner', plan: keyof typeof PLANS = 'self-hosted') {
      const account = await dashboard.account(plan as string)
      return { account, ...(await dashboard.person({ name: 'Ann' }, [account.id, role])) }
    },
    /** Somebody else of an account. */
    beside: (accountId: string, role: Role) => dashboard.person({ name: 'Bob' }, [accountId, role]),
    /** What stands at an address for somebody, or for nobody. */
    async see(path: string, who?: Pick<SignedInPerson, 'cookie'>, init: RequestInit = {}) {
      const answer = await app.handle(
        new Request(`http://mailgauge.example${path}`, {
          redirect: 'manual',
          ...init,
          headers: { 'sec-fetch-site': 'same-origin', ...(who && { cookie: who.cookie }) },
        }),
      )
      return {
        status: answer.status,
        location: answer.headers.get('location') ?? '',
        html: await answer.text(),
      }
    },
  }
}
