import { type Account, accountIdFrom, nameProblem } from '../../../core/access/account.ts'
import { idFrom } from '../../../core/access/ids.ts'
import { emailKey, type Person } from '../../../core/access/person.ts'
import { plainName, readAddress } from '../../../core/mailbox.ts'
import type { PeopleStore } from '../../../store/people.ts'
import type { OneTimeLink, OneTimeLinkStore } from '../../../store/sessions.ts'
import type { Outgoing } from '../../outgoing/outgoing.ts'
import type { Clock, Log, RandomBytes } from '../../ports.ts'
import { asActor } from '../audited.ts'
import type { Background } from '../background.ts'
import type { Sessions } from '../sessions.ts'
import { newToken, tokenHash } from '../token.ts'
import { type Passwords, passwordProblem } from './passwords.ts'
import { emailProblem, type Flaw } from './setup.ts'
import type { Coming } from './sign-in.ts'
import type { Tries } from './tries.ts'

export interface Registration {
  name: string
  email: string
  password: string
  account: string
}

export type SignUpOutcome =
  /** A message is on its way, whoever has that address. */
  | { kind: 'asked' }
  | { kind: 'flawed'; flaws: Flaw<keyof Registration>[] }
  | { kind: 'wait'; seconds: number }
  | { kind: 'busy' }

export type ConfirmOutcome =
  | { kind: 'signed_in'; setCookie: string }
  /** It is not the password that was chosen when signing up. */
  | { kind: 'wrong' }
  | { kind: 'gone' }
  | { kind: 'wait'; seconds: number }
  | { kind: 'busy' }

export interface SignUp {
  request(typed: Registration, client: string): Promise<SignUpOutcome>
  /** The address that the link confirms. Absent: it does not work. */
  find(token: string): Promise<string | undefined>
  /** Makes the person and their account. The password shows that who opens the message is who signed up: otherwise
   * strangers could sign up in the name of others, and know the password of what those then confirm. */
  confirm(token: string, password: string, coming: Coming): Promise<ConfirmOutcome>
}

export interface SignUpDeps {
  store: {
    people: Pick<PeopleStore, 'byEmail' | 'create'>
    oneTimeLinks: Pick<OneTimeLinkStore, 'put' | 'byHash'>
  }
  sessions: Pick<Sessions, 'begin'>
  outgoing: Outgoing
  passwords: Passwords
  tries: Pick<Tries, 'other' | 'mail' | 'password'>
  background: Background
  siteName: string
  baseUrl: string
  defaultPlan: string
  clock: Clock
  random: RandomBytes
  log: Log
}

type Confirmation = OneTimeLink & Required<Pick<OneTimeLink, 'email' | 'registration'>>

const VALID_MS = 24 * 60 * 60_000
/** Names of accounts that are tried before somebody gets one by chance. */
const MOST_NAMES = 20

/** Signing up where that is open: nothing is made before the address is confirmed. */
export function createSignUp(deps: SignUpDeps): SignUp {
  const { store, sessions, passwords, tries, clock } = deps

  const pending = async (token: string): Promise<Confirmation | undefined> => {
    const hash = tokenHash(token)
    const link = hash && (await store.oneTimeLinks.byHash(hash))
    if (link?.purpose !== 'confirmation' || link.expiresAt <= clock.now()) return undefined
    const { email, registration } = link
    return email === undefined || registration === undefined ? undefined : { ...link, email, registration }
  }

  return {
    find: async (token) => (await pending(token))?.email,

    async request(typed, client) {
      const flaws = flawsIn(typed, deps.siteName)
      if (flaws.length > 0) return { kind: 'flawed', flaws }
      const turn = await tries.other(client)
      if ('waitSeconds' in turn) return { kind: 'wait', seconds: turn.waitSeconds }
      const passwordHash = await passwords.hash(typed.password)
      if (passwordHash === undefined) return { kind: 'busy' }
      deps.background.run(() => sendMail(deps, typed, passwordHash), 'A confirmation could not be sent')
      return { kind: 'asked' }
    },

    async confirm(token, password, coming) {
      const link = await pending(token)
      const hash = tokenHash(token)
      if (!link || !hash) return { kind: 'gone' }
      const turn = await tries.password(coming.from.client, link.email, undefined)
      if ('waitSeconds' in turn) return { kind: 'wait', seconds: turn.waitSeconds }
      const compared = await passwords.compare(password, link.registration.passwordHash)
      if (compared === 'wrong' || compared === 'busy') return { kind: compared }
      turn.passed()
      const made = await make(deps, { ...link, hash }, coming.from.client)
      if (!made) return { kind: 'gone' }
      const begun = { person: made, method: 'confirmation', stage: 'whole', ...coming } as const
      return { kind: 'signed_in', setCookie: await sessions.begin(begun) }
    },
  }
}

/** Whoever has an account gets a message that says so: nobody else learns it. */
async function sendMail(deps: SignUpDeps, typed: Registration, passwordHash: string): Promise<void> {
  const { store, outgoing, clock } = deps
  const key = emailKey(typed.email)
  const email = readAddress(typed.email.trim())
  if (key === undefined || email === undefined || !(await deps.tries.mail(key))) return
  const to = { address: email }
  if (await store.people.byEmail(key)) {
    const link = `${deps.baseUrl}/sign-in`
    note(deps.log, await outgoing.send('has-account', to, { email, link }))
    return
  }
  const { text, hash } = newToken(deps.random)
  const now = clock.now()
  const name = plainName(typed.name)
  await store.oneTimeLinks.put(hash, {
    purpose: 'confirmation',
    email,
    registration: { name, passwordHash, accountName: typed.account },
    createdAt: now,
    expiresAt: new Date(now.getTime() + VALID_MS),
  })
  const link = `${deps.baseUrl}/confirm/${text}`
  note(deps.log, await outgoing.send('confirmation', to, { email, link, validFor: '24 hours' }))
}

function note(log: Log, sent: Awaited<ReturnType<Outgoing['send']>>): void {
  if (sent.kind !== 'accepted') log.warn({ ...sent }, 'The relay did not take a confirmation')
}

/** The link goes with it: whoever sends it a second time makes nobody. */
async function make(
  deps: SignUpDeps,
  link: Confirmation & { hash: Uint8Array },
  client: string,
): Promise<Person | undefined> {
  const { random, clock } = deps
  const { name, passwordHash, accountName } = link.registration
  const at = clock.now()
  const person: Person = {
    id: idFrom('per', random),
    email: link.email,
    name,
    isInstanceAdmin: false,
    createdAt: at,
    confirmedAt: at,
  }
  const entry = { at, personId: person.id, actor: asActor(person), target: link.email, client } as const
  for (let number = 1; number <= MOST_NAMES; number += 1) {
    const account: Account = {
      id: accountIdFrom(random),
      name: number === 1 ? accountName : `${accountName} ${number}`,
      plan: deps.defaultPlan,
      createdAt: at,
    }
    const made = await deps.store.people.create(
      { person, passwordHash, account, link: link.hash },
      { ...entry, action: 'person.created', accountId: account.id },
    )
    if (made === 'created') return person
    if (made !== 'name_taken') return undefined
  }
  return undefined
}

function flawsIn(typed: Registration, siteName: string): Flaw<keyof Registration>[] {
  const flaws: Flaw<keyof Registration>[] = []
  if (emailKey(typed.email) === undefined) flaws.push({ field: 'email', says: emailProblem(typed.email) })
  const problem = passwordProblem(typed.password, { email: typed.email, siteName })
  if (problem !== undefined) flaws.push({ field: 'password', says: problem })
  const unnamed = nameProblem(typed.account, 'account')
  if (unnamed !== undefined) flaws.push({ field: 'account', says: unnamed })
  return flaws
}
