import type { Admin } from '../../../app/admin.ts'
import type { Account } from '../../../core/access/account.ts'
import type { Refusal } from '../../../core/refusal.ts'
import type { DomainActor, DomainView } from '../../../services/domains/domains.ts'
import { accountMeant, accountNamed, withAdmin } from '../../administration.ts'
import { type Command, EXIT, fail, type Invocation, misuse } from '../../command.ts'
import { json } from '../../table.ts'
import { type Given, givenDomains } from './names.ts'
import { asJson } from './told.ts'

/** What became of one domain that was given. */
export interface Outcome extends Given {
  /** A word for programs. */
  outcome: string
  /** It is not as was asked for. */
  failed: boolean
  says: string
  domain?: DomainView
}

/** What a command does to one domain. */
export type Deed = (typed: string, domains: Domains) => Promise<Omit<Outcome, 'typed' | 'line'>>

/** The domains of the account, for the operator. */
export interface Domains {
  actor: DomainActor
  service: Admin['domains']
  /** The domain of the account that is written so. */
  named(typed: string): DomainView | undefined
}

/** The account whose domains are meant. */
export const ACCOUNT_OPTION = {
  value: 'name',
  sentence: 'The account whose domains they are.',
  default: 'default where there is one, else the only one',
} as const

/** The same, of commands that only look. */
export const ONLY_ACCOUNT_OPTION = { ...ACCOUNT_OPTION, default: 'the only one' } as const

/** DNS questions are asked for so many at once. */
const AT_ONCE = 4

interface Made {
  deed(invocation: Invocation): Deed
  /** What is meant where no domain was given. */
  otherwise?(domains: readonly DomainView[]): Given[]
  /** What goes to standard output without --json. */
  out?(outcomes: readonly Outcome[]): string
  /** The account `default` is made where there is none. */
  makesAccount?: true
}

/** Makes a `run` that does something to each domain that was given, and tells what became of each. */
export function forEach(made: Made): Command['run'] {
  const make = made.makesAccount ?? false
  return withAdmin(make, async (invocation, admin) => {
    const account = await accountFor(invocation, admin, make)
    if (typeof account === 'string') return fail(invocation.io, account)
    const read = await givenDomains(invocation)
    if (typeof read === 'string') return misuse(invocation.io, read)
    const actor: DomainActor = { kind: 'operator', accountId: account.id }
    const there = await admin.domains.list(actor)
    const given = read.length > 0 ? read : made.otherwise?.(there)
    if (!given) return misuse(invocation.io, 'Name a domain, or give a list with --from.')
    const domains = { actor, service: admin.domains, named: namedIn(there) }
    return tell(invocation, inOrder(given, made.deed(invocation), domains), made.out)
  })
}

async function tell(
  { io, isSet }: Invocation,
  coming: AsyncIterable<Outcome>,
  out: Made['out'],
): Promise<number> {
  const outcomes: Outcome[] = []
  for await (const one of coming) {
    outcomes.push(one)
    if (!isSet('json')) io.say(lineOf(one))
  }
  io.out(isSet('json') ? json(outcomes.map(outcomeJson)) : (out?.(outcomes) ?? ''))
  return outcomes.some(({ failed }) => failed) ? EXIT.failed : EXIT.done
}

/** Some at once, told in their order. */
async function* inOrder(given: readonly Given[], deed: Deed, domains: Domains): AsyncGenerator<Outcome> {
  for (let at = 0; at < given.length; at += AT_ONCE) {
    const some = given.slice(at, at + AT_ONCE)
    yield* await Promise.all(some.map(async (one) => ({ ...one, ...(await deed(one.typed, domains)) })))
  }
}

/** By the name that the domain has in the list, or by what was typed. */
function namedIn(domains: readonly DomainView[]): Domains['named'] {
  const byName = new Map(domains.map((one) => [one.domain, one]))
  return (domain) => byName.get(domain)
}

/** The account that is named, or the one of that name, or the only one; where there is none, it may be made. */
async function accountFor({ value }: Invocation, admin: Admin, make: boolean): Promise<Account | string> {
  const named = value('account')
  if (named !== undefined) return accountNamed(admin, named)
  const usual = await admin.accounts.byName('default')
  if (usual) return usual
  if (make && (await admin.accounts.list()).length === 0) return admin.accounts.ensureDefault()
  return accountMeant(admin, undefined)
}

function lineOf({ typed, line, says, domain }: Outcome): string {
  const place = line === undefined ? '' : `Line ${line}: `
  // One line, whatever was given.
  const name = domain?.domain ?? typed.slice(0, 300).replace(/\s+/g, ' ')
  return `${place}${name}: ${says}\n`
}

function outcomeJson({ typed, line, outcome, says, domain }: Outcome) {
  return { input: typed, ...(line !== undefined && { line }), outcome, says, ...(domain && asJson(domain)) }
}

/** What a refusal means for the operator. */
export function refusalWords(refusal: Refusal): string {
  if (refusal.kind === 'bad_request' || refusal.kind === 'limit_reached') return refusal.reason
  return refusal.kind === 'not_found' ? 'it is gone.' : `refused (${refusal.kind}).`
}
