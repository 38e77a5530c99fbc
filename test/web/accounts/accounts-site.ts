import { CHECK_WORDS } from '../../../src/analysis/telling/check-words.ts'
import type { Account, Plan } from '../../../src/core/access/account.ts'
import type { Person } from '../../../src/core/access/person.ts'
import { ROLES, type Role } from '../../../src/core/access/role.ts'
import { createAccountExport } from '../../../src/services/people/export/account-export.ts'
import { createInvitations } from '../../../src/services/people/invitations/invitations.ts'
import { createMembers } from '../../../src/services/people/members.ts'
import { createOwnAccounts } from '../../../src/services/people/own-accounts.ts'
import { createOwnEnd } from '../../../src/services/people/own-end.ts'
import type { Store } from '../../../src/store/store.ts'
import { account, plan, random } from '../../support/builders.ts'
import { entry, madePerson } from '../../support/people.ts'
import { cookieOf, peopleSite, sendForm } from '../people/people-site.ts'
import { siteUnderTest } from '../site-under-test.ts'

export interface AccountsSiteOptions {
  /** Mail can be sent. */
  canMail?: boolean
  plan?: Plan
  newcomers?: boolean
}

/** The site with the pages of accounts over real services and a real database. */
export async function accountsSite({
  canMail = false,
  plan: of = plan(),
  newcomers = true,
}: AccountsSiteOptions = {}) {
  const base = await peopleSite()
  const { store, people, mails } = base
  const clock = { now: base.now }
  const shared = { store, clock, random }
  const baseUrl = 'http://mailgauge.example'
  const outgoing = {
    async send(name: string, to: { address: string }, facts: object) {
      mails.push({ name: name as 'invitation', to, ...('link' in facts && { link: String(facts.link) }) })
      return { kind: 'accepted', says: '250 ok' } as const
    },
  }
  const gate = { isGated: async () => false }
  const accounts = {
    members: createMembers(shared),
    invitations: createInvitations({
      ...shared,
      hashPassword: async (password) => `hash of ${password}`,
      passwordProblem: (password) =>
        password.length < 10 ? 'A password has at least 10 characters.' : undefined,
      lifetime: 7 * 86_400_000,
      newcomers,
      baseUrl,
      ...(canMail && { outgoing }),
    }),
    ownAccounts: createOwnAccounts({
      ...shared,
      accounts: { planOf: () => of },
      defaultPlan: 'self-hosted',
      createAccounts: false,
    }),
    ownEnd: createOwnEnd(shared),
    accountExport: createAccountExport({
      ...shared,
      gate,
      checkWords: CHECK_WORDS,
      mailDomain: 'in.example.com',
    }),
    clock,
    canMail,
  }
  const site = siteUnderTest({ people: { ...people, accounts }, baseUrl })

  /** Signs somebody in, who looks at this account. */
  async function signIn(person: Person, accountId?: string): Promise<string> {
    const from = { client: '192.0.2.1', agent: 'test' }
    const set = await people.sessions.begin({
      person,
      method: 'password',
      stage: 'whole',
      from,
      cookie: null,
      ...(accountId !== undefined && { accountId }),
    })
    return cookieOf(set)
  }

  return {
    ...site,
    store,
    mails,
    accounts,
    log: base.log,
    pass: base.pass,
    done: base.done,
    signIn,
    get: (path: string, cookie = '') => site.ask(path, { headers: { cookie }, redirect: 'manual' }),
    send: (path: string, cookie: string, fields: Record<string, string> = {}) =>
      sendForm(site, path, fields, { cookie }),
    home: (name?: string) => home(store, signIn, name),
    /** One more viewer, who is not signed in. */
    async join(own: Account, email: string) {
      const person = await madePerson(store, { email })
      const membership = {
        accountId: own.id,
        personId: person.id,
        role: 'viewer',
        createdAt: own.createdAt,
      } as const
      await store.memberships.add(membership, entry('member.joined', { accountId: own.id }))
    },
  }
}

export type AccountsSite = Awaited<ReturnType<typeof accountsSite>>

/** An account with one person of each role, all signed in. */
async function home(
  store: Store,
  signIn: (person: Person, accountId: string) => Promise<string>,
  name?: string,
) {
  const own = account(name === undefined ? {} : { name })
  const people = {} as Record<Role, { person: Person; cookie: string }>
  for (const role of ROLES.toReversed()) {
    const person = await madePerson(store, { name: `${role} of ${own.name}`.slice(0, 100) })
    if (role === 'owner') await store.accounts.create(own, entry('account.created'), person.id)
    else {
      const membership = { accountId: own.id, personId: person.id, role, createdAt: own.createdAt }
      await store.memberships.add(membership, entry('member.joined', { accountId: own.id }))
    }
    people[role] = { person, cookie: await signIn(person, own.id) }
  }
  return { account: own, ...people }
}
