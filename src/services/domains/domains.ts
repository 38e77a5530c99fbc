import { accountIdFrom } from '../../core/access/account.ts'
import { type Action, type Actor, refusalOf } from '../../core/access/permission.ts'
import { MINUTE, rateOf } from '../../core/access/rate.ts'
import { endOfVerification, newEntry } from '../../core/domains/verification.ts'
import { tokenFrom } from '../../core/mail-test.ts'
import { granted, type Refusal, type Result, refused } from '../../core/refusal.ts'
import type { DomainEntry, RecordState, SenderDomain } from '../../core/sender-domain.ts'
import type { Store } from '../../store/store.ts'
import type { Accounts } from '../access/accounts.ts'
import type { AccountActor } from '../access/actor.ts'
import { byActor, entryBy } from '../access/by.ts'
import { createLimits, type Limit, type Limits } from '../access/limits.ts'
import type { Clock, RandomBytes } from '../ports.ts'
import { boundsOf } from './bounds.ts'
import { internationalised, readDomain, recordName, type Suffixes } from './domain-name.ts'
import type { Looking } from './looking.ts'
import { recordValue } from './record.ts'
import { inWords } from './record-words.ts'

/** A domain as those who look after it see it. */
export interface DomainView extends SenderDomain {
  /** The internationalised form, beside that of the DNS. Absent: it is the same. */
  shown?: string
  /** The TXT record that proves it. */
  record: { name: string; value: string }
  addedAt: Date
  /** Since when it is verified. */
  verifiedAt?: Date
  /** The last look for the record, and what was seen, in a sentence. */
  checked?: { at: Date; state: RecordState; says: string }
  /** When it is looked for next without being asked for. Absent: on request alone. */
  nextCheckAt?: Date
  /** It is verified, and the record is gone: when it stops being verified unless the record comes back. */
  endsAt?: Date
}

/** Who looks after domains: somebody of the account, or the operator for it. */
export type DomainActor = AccountActor | (Extract<Actor, { kind: 'operator' }> & { accountId: string })

/** The domains of accounts. A subdomain is an entry of its own; several accounts may verify the same one. */
export interface Domains {
  /** By name. */
  list(actor: DomainActor): Promise<DomainView[]>
  /** `not_found` for an unknown id and for one of another account alike. */
  read(actor: DomainActor, id: string): Promise<Result<DomainView>>
  /** `bad_request`: what was typed is no domain. `limit_reached`: the plan allows no more. One that is there already is given again. */
  add(actor: DomainActor, typed: string): Promise<Result<DomainView>>
  /** Looks for the record now. A domain of which nothing could be found out stays as it is. */
  verify(actor: DomainActor, id: string): Promise<Result<DomainView>>
  delete(actor: DomainActor, id: string): Promise<Result<void>>
}

export interface DomainsDeps {
  store: Pick<Store, 'accounts' | 'domains' | 'people'>
  accounts: Pick<Accounts, 'planOf'>
  looking: Looking
  /** A domain was verified: its DNS is due to be looked at. */
  verified?: () => void
  suffixes: Suffixes
  clock: Clock
  /** Absent: this process counts alone. */
  limits?: Limits
  random: RandomBytes
}

/** What people of one account may do: looks, and changes of the list. The operator is not counted. */
const LOOKS = rateOf(30, MINUTE, 29)
const CHANGES = rateOf(120, MINUTE, 499)

const notFound = refused({ kind: 'not_found', what: 'domain' })

export function createDomains(deps: DomainsDeps): Domains {
  const { store, accounts, looking, suffixes, clock, random, limits = createLimits(clock) } = deps
  const looks = limits.rate('domain-looks', LOOKS)
  const changes = limits.rate('domain-changes', CHANGES)

  const view = (entry: DomainEntry): DomainView => viewOf(entry, suffixes)

  /** Why it may not be done, or not yet. */
  async function turnedAway(actor: DomainActor, action: Action, limit: Limit): Promise<Refusal | undefined> {
    const refusal = refusalOf(actor, action)
    if (refusal || actor.kind === 'operator') return refusal
    const retryAfterSeconds = await limit.take(actor.accountId)
    return retryAfterSeconds > 0 ? { kind: 'rate_limited', retryAfterSeconds } : undefined
  }

  async function audited(actor: DomainActor, action: 'domain.added' | 'domain.deleted', domain: string) {
    const { accountId } = actor
    return entryBy(await byActor(store, actor), clock.now(), { accountId, action, target: domain })
  }

  async function addNamed(actor: DomainActor, domain: string): Promise<Result<DomainView>> {
    const { accountId } = actor
    const account = await store.accounts.byId(accountId)
    if (!account) return notFound
    const plan = accounts.planOf(account)
    const bounds = boundsOf(plan)
    const [id, token] = [accountIdFrom(random), tokenFrom(random)]
    const entry = newEntry({ id, accountId, domain, token, createdAt: clock.now() })
    const outcome = await store.domains.add(entry, bounds, await audited(actor, 'domain.added', domain))
    switch (outcome) {
      case 'added':
        return granted(view(entry))
      case 'known': {
        const there = await store.domains.byName(accountId, domain)
        return there ? granted(view(there)) : notFound
      }
      case 'verified_full':
        return refused({ kind: 'limit_reached', reason: fullWords(plan.name, bounds.verified) })
      case 'unverified_full':
        return refused({ kind: 'limit_reached', reason: waitingWords(bounds.unverified) })
      case 'unknown_account':
        return notFound
    }
  }

  return {
    async list(actor) {
      if (refusalOf(actor, 'domains.read')) return []
      return (await store.domains.list(actor.accountId)).map(view)
    },
    async read(actor, id) {
      const refusal = refusalOf(actor, 'domains.read')
      if (refusal) return refused(refusal)
      const entry = await store.domains.byId(actor.accountId, id)
      return entry ? granted(view(entry)) : notFound
    },
    async add(actor, typed) {
      const refusal = await turnedAway(actor, 'domains.change', changes)
      if (refusal) return refused(refusal)
      const read = readDomain(typed, suffixes)
      return 'refused' in read
        ? refused({ kind: 'bad_request', reason: read.refused })
        : addNamed(actor, read.domain)
    },
    async verify(actor, id) {
      const refusal = refusalOf(actor, 'domains.change')
      if (refusal) return refused(refusal)
      const entry = await store.domains.byId(actor.accountId, id)
      if (!entry) return notFound
      const tooMany = await turnedAway(actor, 'domains.change', looks)
      if (tooMany) return refused(tooMany)
      const looked = await looking.look(entry, await byActor(store, actor))
      if (looked?.entry.verifiedAt && !entry.verifiedAt) deps.verified?.()
      return looked ? granted(view(looked.entry)) : notFound
    },
    async delete(actor, id) {
      const refusal = await turnedAway(actor, 'domains.change', changes)
      if (refusal) return refused(refusal)
      const entry = await store.domains.byId(actor.accountId, id)
      if (!entry) return notFound
      const said = await audited(actor, 'domain.deleted', entry.domain)
      const outcome = await store.domains.delete(actor.accountId, id, said)
      return outcome === 'deleted' ? granted(undefined) : notFound
    },
  }
}

const fullWords = (plan: string, most: number) =>
  most === 0
    ? `The plan "${plan}" has no domains.`
    : `The plan "${plan}" allows ${most} verified ${most === 1 ? 'domain' : 'domains'}, and the account has as many. Delete one first.`

const waitingWords = (most: number) =>
  `${most} domains of the account wait to be verified, which is as many as may. Verify or delete some first.`

function viewOf(entry: DomainEntry, suffixes: Suffixes): DomainView {
  const { id, domain, token, createdAt, verifiedAt, look, dueAt } = entry
  const shown = internationalised(domain)
  const endsAt = endOfVerification(entry)
  return {
    id,
    domain,
    verified: verifiedAt !== undefined,
    ...(shown !== undefined && { shown }),
    record: { name: recordName(domain), value: recordValue(token) },
    addedAt: createdAt,
    ...(verifiedAt && { verifiedAt }),
    ...(look && { checked: { at: look.at, state: look.state, says: inWords(entry, look, suffixes) } }),
    ...(dueAt && { nextCheckAt: dueAt }),
    ...(endsAt && { endsAt }),
  }
}
