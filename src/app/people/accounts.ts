import { CHECK_WORDS } from '../../analysis/telling/check-words.ts'
import type { Config } from '../../config/config.ts'
import type { Accounts } from '../../services/access/accounts.ts'
import { createReportGate } from '../../services/mail-tests/report-gate.ts'
import type { Outgoing } from '../../services/outgoing/outgoing.ts'
import { createAccountExport } from '../../services/people/export/account-export.ts'
import { createInvitations } from '../../services/people/invitations/invitations.ts'
import { createMembers } from '../../services/people/members.ts'
import { createOwnAccounts } from '../../services/people/own-accounts.ts'
import { createOwnEnd } from '../../services/people/own-end.ts'
import { createPasswords, type Passwords, passwordProblem } from '../../services/people/sign-in/passwords.ts'
import type { Store } from '../../store/store.ts'
import { systemClock, systemLimits, systemRandom } from '../services.ts'

type AccountsConfig = Pick<Config, 'accounts' | 'anonymous' | 'people' | 'site' | 'smtp'>

/** Accounts with their people, invitations and exports over an open store. `outgoing`: what sends invitations by mail.
 * `passwords`: those of the service, which bound how many are hashed at once. */
export function openAccounts(
  config: AccountsConfig,
  store: Store,
  accounts: Accounts,
  { outgoing, passwords = createPasswords() }: { outgoing?: Outgoing; passwords?: Passwords } = {},
) {
  const shared = { store, clock: systemClock, limits: systemLimits, random: systemRandom }
  return {
    members: createMembers(shared),
    invitations: createInvitations({
      ...shared,
      hashPassword: passwords.hash,
      passwordProblem: (password, email) => passwordProblem(password, { email, siteName: config.site.name }),
      lifetime: config.people.invitationLifetime,
      newcomers: config.people.signup !== 'closed',
      baseUrl: config.site.baseUrl,
      ...(outgoing && { outgoing }),
    }),
    ownAccounts: createOwnAccounts({
      ...shared,
      accounts,
      defaultPlan: config.accounts.defaultPlan,
      createAccounts: config.people.createAccounts,
    }),
    ownEnd: createOwnEnd(shared),
    accountExport: createAccountExport({
      ...shared,
      gate: createReportGate({ ...shared, accounts, anonymousPerDay: config.anonymous.fullReportsPerDay }),
      checkWords: CHECK_WORDS,
      mailDomain: config.smtp.domain,
    }),
  }
}

/** What pages and commands do with accounts. */
export type OpenAccounts = ReturnType<typeof openAccounts>
