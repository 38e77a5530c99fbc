import { type Account, accountIdFrom, isName, NAME_RULE } from '../../../core/access/account.ts'
import type { AuditAction, AuditActor, NewAuditEntry } from '../../../core/access/audit.ts'
import { idFrom } from '../../../core/access/ids.ts'
import { emailKey, type Person } from '../../../core/access/person.ts'
import { plainName } from '../../../core/mailbox.ts'
import type { Store } from '../../../store/store.ts'
import type { Clock, RandomBytes } from '../../ports.ts'
import type { OwnEnding } from '../own-end.ts'
import { type Passwords, passwordProblem } from '../sign-in/passwords.ts'
import { offerCode } from '../sign-in/setup.ts'
import { newToken } from '../token.ts'
import { signInAddress } from './address.ts'
import { changePerson, deletePerson, type PersonChange, type PersonChanged } from './changing.ts'

/** Who is to administer the instance. */
export interface NewAdmin {
  email: string
  name: string
  password: string
  /** The account they own: made when there is none of that name. */
  account?: string
}

export type Made =
  | { kind: 'made'; person: Person; account?: Account; accountMade: boolean }
  | { kind: 'bad_request'; reason: string }
  | { kind: 'email_taken' }
  /** Several accounts are there, and none was named. */
  | { kind: 'which_account'; names: string[] }

type Unknown = 'unknown_person'

/** What whoever runs commands on the machine does for people. Every change stands in the audit log as the operator's. */
export interface Operator {
  /** Makes an instance admin; the first one owns an account. */
  create(wanted: NewAdmin): Promise<Made>
  /** Everybody, by address. */
  list(): Promise<Person[]>
  /** A link by which the person sets a new password, once. */
  resetLink(email: string): Promise<{ link: string; until: Date } | Unknown>
  setPassword(email: string, password: string): Promise<'changed' | Unknown | { reason: string }>
  /** Takes the second factor away, with its recovery codes. */
  disableTotp(email: string): Promise<'disabled' | 'not_enabled' | Unknown>
  setAdmin(email: string, isAdmin: boolean): Promise<'changed' | 'unchanged' | 'last_admin' | Unknown>
  change(email: string, change: PersonChange): Promise<PersonChanged>
  /** Deletes somebody as they could themselves. */
  delete(email: string): Promise<OwnEnding>
  /** Gives how many there were. */
  endSessions(email: string): Promise<number | Unknown>
  /** A new set-up link, while nobody administers the instance; earlier ones work no longer. */
  setupUrl(): Promise<string | undefined>
}

export interface OperatorDeps {
  store: Pick<
    Store,
    'people' | 'accounts' | 'sessions' | 'oneTimeLinks' | 'audit' | 'memberships' | 'invitations'
  >
  passwords: Passwords
  siteName: string
  /** Without a slash at its end. */
  baseUrl: string
  setupLink(code: string): string
  defaultPlan: string
  clock: Clock
  random: RandomBytes
}

const OPERATOR: AuditActor = { kind: 'operator' }
const LINK_VALID_MS = 24 * 60 * 60_000
const PAGE = 200
/** Others who claim at the same time. */
const MOST_TRIES = 3
const DEFAULT_ACCOUNT = 'default'

export function createOperator(deps: OperatorDeps): Operator {
  const { store, clock } = deps
  const personBy = async (email: string) => {
    const key = emailKey(email)
    return key === undefined ? undefined : store.people.byEmail(key)
  }
  const entryOf = (person: Person, action: AuditAction, details?: Record<string, string>): NewAuditEntry => ({
    at: clock.now(),
    personId: person.id,
    actor: OPERATOR,
    action,
    target: person.email,
    ...(details && { details }),
  })

  return {
    create: (wanted) => create(deps, wanted, OPERATOR),
    list: () => everybody(store.people),

    async resetLink(email) {
      const person = await personBy(email)
      if (!person) return 'unknown_person'
      const { text, hash } = newToken(deps.random)
      const createdAt = clock.now()
      const until = new Date(createdAt.getTime() + LINK_VALID_MS)
      await store.audit.add(entryOf(person, 'password.reset_requested'))
      await store.oneTimeLinks.put(hash, {
        purpose: 'reset',
        personId: person.id,
        createdAt,
        expiresAt: until,
      })
      return { link: `${deps.baseUrl}/reset/${text}`, until }
    },

    async setPassword(email, password) {
      const person = await personBy(email)
      if (!person) return 'unknown_person'
      const hashed = await hashOf(deps, person.email, password)
      if (typeof hashed !== 'string') return hashed
      const done = await store.people.setPassword(person.id, hashed, {}, entryOf(person, 'password.set'))
      return done === 'changed' ? 'changed' : 'unknown_person'
    },

    async disableTotp(email) {
      const person = await personBy(email)
      return person
        ? store.people.factors.disable(person.id, entryOf(person, 'totp.disabled'))
        : 'unknown_person'
    },

    async setAdmin(email, isInstanceAdmin) {
      const person = await personBy(email)
      if (!person) return 'unknown_person'
      if (person.isInstanceAdmin === isInstanceAdmin) return 'unchanged'
      const action = isInstanceAdmin ? 'person.admin_granted' : 'person.admin_revoked'
      const done = await store.people.change(person.id, { isInstanceAdmin }, entryOf(person, action))
      // An address that is not changed cannot be taken.
      return done === 'email_taken' ? 'unknown_person' : done
    },

    async change(email, change) {
      const person = await personBy(email)
      return person ? changePerson(deps, person, change) : 'unknown_person'
    },

    async delete(email) {
      const person = await personBy(email)
      return person ? deletePerson(deps, person) : { kind: 'unknown_person' }
    },

    async endSessions(email) {
      const person = await personBy(email)
      if (!person) return 'unknown_person'
      return store.sessions.endAll(person.id, undefined, entryOf(person, 'session.revoked', { which: 'all' }))
    },

    async setupUrl() {
      const code = await offerCode(deps)
      if (code === undefined) return undefined
      await store.audit.add({ at: clock.now(), actor: OPERATOR, action: 'instance.setup_link_made' })
      return deps.setupLink(code)
    },
  }
}

async function everybody(people: Store['people']): Promise<Person[]> {
  const all: Person[] = []
  let after: string | undefined
  do {
    const page = await people.list({ limit: PAGE, ...(after !== undefined && { after }) })
    all.push(...page.items)
    after = page.next
  } while (after !== undefined)
  return all
}

async function hashOf(
  { passwords, siteName }: OperatorDeps,
  email: string,
  password: string,
): Promise<string | { reason: string }> {
  const reason = passwordProblem(password, { email, siteName })
  if (reason !== undefined) return { reason }
  const hash = await passwords.hash(password)
  // One command hashes one password.
  if (hash === undefined) throw new Error('too many passwords are hashed at once')
  return hash
}

/** Makes an instance admin in the name of `actor`. The first one claims the instance: of several at once one does. */
export async function create(
  deps: OperatorDeps,
  wanted: NewAdmin,
  actor: AuditActor,
  tries = MOST_TRIES,
): Promise<Made> {
  const { store, clock, random } = deps
  const read = signInAddress(wanted.email)
  if ('reason' in read) return { kind: 'bad_request', reason: read.reason }
  const email = read.address
  if (wanted.account !== undefined && !isName(wanted.account))
    return { kind: 'bad_request', reason: `"${wanted.account}": ${NAME_RULE}` }
  const passwordHash = await hashOf(deps, email, wanted.password)
  if (typeof passwordHash !== 'string') return { kind: 'bad_request', reason: passwordHash.reason }
  const at = clock.now()
  const person: Person = {
    id: idFrom('per', random),
    email,
    name: plainName(wanted.name),
    isInstanceAdmin: true,
    createdAt: at,
  }
  const isFirst = !(await store.people.isClaimed())
  const found = await accountFor(deps, wanted.account, isFirst)
  if ('names' in found) return { kind: 'which_account', names: found.names }
  const { account, isNew } = found
  const entry: NewAuditEntry = {
    at,
    personId: person.id,
    ...(account && { accountId: account.id }),
    actor,
    action: isFirst ? 'instance.claimed' : 'person.created',
    target: email,
  }
  const outcome =
    isFirst && account
      ? await store.people.claim({ person, passwordHash, account, entry })
      : await add(deps, person, passwordHash, found, entry)
  switch (outcome) {
    case 'claimed':
    case 'created':
      return { kind: 'made', person, ...(account && { account }), accountMade: isNew }
    case 'email_taken':
      return { kind: 'email_taken' }
    // Somebody was faster: what they made is seen now.
    default:
      if (tries === 0) throw new Error(`the first admin could not be made: ${outcome}`)
      return create(deps, wanted, actor, tries - 1)
  }
}

type FoundAccount = { account?: Account; isNew: boolean }

function add(
  { store }: OperatorDeps,
  person: Person,
  passwordHash: string,
  { account, isNew }: FoundAccount,
  entry: NewAuditEntry,
) {
  const owned =
    account && (isNew ? { account } : { membership: { accountId: account.id, role: 'owner' as const } })
  return store.people.create({ person, passwordHash, ...owned }, entry)
}

/** The account that was named, or the only one there is for whoever is first. */
async function accountFor(
  { store, random, clock, defaultPlan }: OperatorDeps,
  named: string | undefined,
  isFirst: boolean,
): Promise<FoundAccount | { names: string[] }> {
  if (named === undefined && !isFirst) return { isNew: false }
  const all = await store.accounts.list()
  if (named === undefined && all.length > 1) return { names: all.map(({ name }) => name) }
  const known = named === undefined ? all[0] : all.find(({ name }) => name === named)
  if (known) return { account: known, isNew: false }
  const account: Account = {
    id: accountIdFrom(random),
    name: named ?? DEFAULT_ACCOUNT,
    plan: defaultPlan,
    createdAt: clock.now(),
  }
  return { account, isNew: true }
}
