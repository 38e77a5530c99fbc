import { type Account, accountIdFrom, nameProblem } from '../../../core/access/account.ts'
import { idFrom } from '../../../core/access/ids.ts'
import { emailKey, type Person } from '../../../core/access/person.ts'
import { plainName, readAddress } from '../../../core/mailbox.ts'
import type { AccountStore } from '../../../store/accounts.ts'
import type { PeopleStore } from '../../../store/people.ts'
import type { OneTimeLinkStore } from '../../../store/sessions.ts'
import type { Clock, RandomBytes } from '../../ports.ts'
import { asActor } from '../audited.ts'
import type { Sessions } from '../sessions.ts'
import { newToken, tokenHash } from '../token.ts'
import { type Passwords, passwordProblem } from './passwords.ts'
import type { Coming } from './sign-in.ts'
import type { Tries } from './tries.ts'

/** What is typed by whoever takes a new instance over. */
export interface Claim {
  code: string
  name: string
  email: string
  password: string
  /** The name of the account, where one is made. */
  account: string
}

/** What is wrong with something that was typed; `field` as in what was typed. */
export interface Flaw<F extends string> {
  field: F
  says: string
}

export type ClaimOutcome =
  | { kind: 'claimed'; setCookie: string }
  | { kind: 'already_claimed' }
  | { kind: 'flawed'; flaws: Flaw<keyof Claim>[] }
  | { kind: 'wait'; seconds: number }
  | { kind: 'busy' }

export interface Setup {
  /** While nobody administers the instance: a new code, which works for a day, until one is used. Those of the last starts, also of
   * other hosts, go on to work. */
  offer(): Promise<string | undefined>
  isClaimed(): Promise<boolean>
  /** The account that is taken over. Absent: one is made. */
  existingAccount(): Promise<Account | undefined>
  /** Makes the first person: administrator of the instance, and owner of the account. */
  claim(claim: Claim, coming: Coming): Promise<ClaimOutcome>
}

export interface SetupDeps {
  store: {
    people: Pick<PeopleStore, 'claim' | 'isClaimed'>
    accounts: Pick<AccountStore, 'list'>
    oneTimeLinks: Pick<OneTimeLinkStore, 'put' | 'byHash'>
  }
  sessions: Pick<Sessions, 'begin'>
  passwords: Passwords
  tries: Pick<Tries, 'other'>
  siteName: string
  /** The plan of an account that is made. */
  defaultPlan: string
  clock: Clock
  random: RandomBytes
}

const PREFIX = 'st_'
const VALID_MS = 24 * 60 * 60_000

type OfferDeps = Pick<SetupDeps, 'clock' | 'random'> & {
  store: { people: Pick<PeopleStore, 'isClaimed'>; oneTimeLinks: Pick<OneTimeLinkStore, 'put'> }
}

/** Hosts that start together, and a service that is started again and again, leave each other's codes in force; not without end. */
const MOST_CODES = 10

/** While nobody administers the instance: a new code; earlier ones are dead, but for the newest `keep`. */
export async function offerCode({ store, clock, random }: OfferDeps, keep = 0): Promise<string | undefined> {
  if (await store.people.isClaimed()) return undefined
  const { text, hash } = newToken(random)
  const now = clock.now()
  const expiresAt = new Date(now.getTime() + VALID_MS)
  await store.oneTimeLinks.put(hash, { purpose: 'setup', createdAt: now, expiresAt }, keep)
  return PREFIX + text
}

/** The first run: whoever has the code that the operator was shown takes the instance over. */
export function createSetup(deps: SetupDeps): Setup {
  const { store, sessions, passwords, tries, clock, random } = deps

  const existingAccount = async () => {
    const [first, ...others] = await store.accounts.list()
    return others.length === 0 ? first : undefined
  }

  const isOpenBy = async (code: string): Promise<boolean> => {
    const typed = code.trim()
    const hash = typed.startsWith(PREFIX) ? tokenHash(typed.slice(PREFIX.length)) : undefined
    const link = hash && (await store.oneTimeLinks.byHash(hash))
    return link?.purpose === 'setup' && clock.now() < link.expiresAt
  }

  return {
    isClaimed: () => store.people.isClaimed(),
    existingAccount,

    offer: () => offerCode(deps, MOST_CODES - 1),

    async claim(typed, coming) {
      const turn = await tries.other(coming.from.client)
      if ('waitSeconds' in turn) return { kind: 'wait', seconds: turn.waitSeconds }
      if (await store.people.isClaimed()) return { kind: 'already_claimed' }
      const existing = await existingAccount()
      const flaws = flawsIn(typed, existing, deps.siteName)
      if (!(await isOpenBy(typed.code))) flaws.unshift({ field: 'code', says: WRONG_CODE })
      else turn.passed()
      if (flaws.length > 0) return { kind: 'flawed', flaws }
      const passwordHash = await passwords.hash(typed.password)
      if (passwordHash === undefined) return { kind: 'busy' }
      const now = clock.now()
      const person = personOf(typed, idFrom('per', random), now)
      const account = existing ?? {
        id: accountIdFrom(random),
        name: typed.account,
        plan: deps.defaultPlan,
        createdAt: now,
      }
      const entry = {
        at: now,
        personId: person.id,
        accountId: account.id,
        actor: asActor(person),
        action: 'instance.claimed',
        target: person.email,
        client: coming.from.client,
      } as const
      const outcome = await store.people.claim({ person, passwordHash, account, entry })
      if (outcome === 'already_claimed') return { kind: 'already_claimed' }
      if (outcome !== 'claimed') return { kind: 'flawed', flaws: [TAKEN[outcome]] }
      const begun = { person, method: 'setup', stage: 'whole', accountId: account.id, ...coming } as const
      return { kind: 'claimed', setCookie: await sessions.begin(begun) }
    },
  }
}

const WRONG_CODE =
  'This is not the set-up code, or it has expired. Copy it from the output of the service, or get a new one on the machine: mailgauge admin setup-url'

const TAKEN = {
  email_taken: { field: 'email', says: 'Another person here uses this address. Enter a different one.' },
  name_taken: { field: 'account', says: 'Another account has this name. Choose a different one.' },
} as const

function personOf({ name, email }: Claim, id: string, createdAt: Date): Person {
  return {
    id,
    email: readAddress(email.trim()) ?? email,
    name: plainName(name),
    isInstanceAdmin: true,
    createdAt,
  }
}

function flawsIn(typed: Claim, existing: Account | undefined, siteName: string): Flaw<keyof Claim>[] {
  const flaws: Flaw<keyof Claim>[] = []
  if (emailKey(typed.email) === undefined) flaws.push({ field: 'email', says: emailProblem(typed.email) })
  const problem = passwordProblem(typed.password, { email: typed.email, siteName })
  if (problem !== undefined) flaws.push({ field: 'password', says: problem })
  const unnamed = existing ? undefined : nameProblem(typed.account, 'account')
  if (unnamed !== undefined) flaws.push({ field: 'account', says: unnamed })
  return flaws
}

/** What to do about an address with which nobody can sign in. */
export function emailProblem(typed: string): string {
  return typed.trim() === '' ? 'Enter your e-mail address.' : ADDRESS_FORM
}

/** What an address has to be with which somebody signs in. */
export const ADDRESS_FORM =
  'Enter an address such as ann@example.org. Before the @ only ASCII characters are taken.'
