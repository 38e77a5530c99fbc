import type { Config } from '../../config/config.ts'
import { createSchedule } from '../../jobs/schedule.ts'
import type { Accounts } from '../../services/access/accounts.ts'
import type { Outgoing } from '../../services/outgoing/outgoing.ts'
import { createBackground } from '../../services/people/background.ts'
import { createProfile } from '../../services/people/profile.ts'
import { sessionCookie } from '../../services/people/session-cookie.ts'
import { createSessions } from '../../services/people/sessions.ts'
import { createPasswords } from '../../services/people/sign-in/passwords.ts'
import { createPasswordReset } from '../../services/people/sign-in/reset.ts'
import { createSetup } from '../../services/people/sign-in/setup.ts'
import { createSignIn } from '../../services/people/sign-in/sign-in.ts'
import { createSignUp } from '../../services/people/sign-in/sign-up.ts'
import { createTries } from '../../services/people/sign-in/tries.ts'
import { createTidying } from '../../services/people/tidying.ts'
import type { Log } from '../../services/ports.ts'
import type { Store } from '../../store/store.ts'
import type { PeopleDeps } from '../../web/deps.ts'
import { onOneHost } from '../hosts/one-host.ts'
import { within } from '../life/closing.ts'
import type { Later } from '../parts.ts'
import { systemClock, systemLimits, systemRandom } from '../services.ts'
import { openAccounts } from './accounts.ts'
import { openFactors, openSecondFactor } from './open-factors.ts'
import { setupLink } from './setup-link.ts'

const TIDY_EVERY_MS = 5 * 60_000

/** Everything about those who sign in. */
export interface OpenPeople {
  people: PeopleDeps
  /** Present while nobody administers the instance. */
  setupLink?: string
}

interface PeopleParts {
  store: Store
  log: Log
  accounts: Accounts
  /** What sends mail to people. Undefined: no relay is configured. */
  outgoing: Outgoing | undefined
}

/** Opens it, and offers the instance to whoever started it while it is nobody's. */
export async function openPeople(
  config: Config,
  { store, log, accounts, outgoing }: PeopleParts,
  later: Later,
): Promise<OpenPeople> {
  const { sessionIdle: idle, sessionLifetime: lifetime, auditRetention, signup } = config.people
  const { name: siteName, baseUrl } = config.site
  const hasPasswords = !config.oidc.disablePassword
  const background = createBackground(log)
  later.drained('messages of ours', async (graceMs) => {
    const settled = await within(graceMs, background.settled())
    return settled === 'late' ? 1 : undefined
  })
  const clock = systemClock
  const passwords = createPasswords()
  const tries = createTries({ audit: store.audit, clock, limits: systemLimits })
  const base = { store, log, clock, random: systemRandom, passwords, tries, background, siteName, baseUrl }
  const sessions = createSessions({ ...base, cookie: sessionCookie(baseUrl), idle, lifetime })
  const shared = { ...base, sessions, defaultPlan: config.accounts.defaultPlan }
  const setup = createSetup(shared)

  const schedule = createSchedule(log, later.opened)
  const tidying = createTidying({ store, idle, auditRetention, clock })
  schedule.every(TIDY_EVERY_MS, 'tidying of sessions', onOneHost(config, store)('tidying', tidying.run))
  later.drained('regular jobs', schedule.stop)

  const secondFactor = openSecondFactor(config, { store, log })
  const profile = createProfile({ ...shared, ...(outgoing && { outgoing }) })
  const people: PeopleDeps = {
    sessions,
    accounts: {
      ...openAccounts(config, store, accounts, { passwords, ...(outgoing && { outgoing }) }),
      clock,
      canMail: outgoing !== undefined,
    },
    setup,
    signIn: createSignIn({ ...shared, secondFactor }),
    profile,
    factors: openFactors(config, { store, log }, { secondFactor, tries, profile }),
    ...(hasPasswords && { reset: createPasswordReset({ ...shared, ...(outgoing && { outgoing }) }) }),
    ...(outgoing && hasPasswords && signup === 'open' && { signUp: createSignUp({ ...shared, outgoing }) }),
  }
  const code = await setup.offer()
  return { people, ...(code !== undefined && { setupLink: setupLink(config, code) }) }
}
