import { type Action, refusalOf } from '../../core/access/permission.ts'
import { MINUTE, rateOf } from '../../core/access/rate.ts'
import type { ComingSetUp, SetUpItem, SetUpItems, SoughtSetUp } from '../../core/aggregate/set-up.ts'
import { granted, type Result, refused } from '../../core/refusal.ts'
import type { DomainEntry } from '../../core/sender-domain.ts'
import type { Resolver } from '../../net/ports.ts'
import type { Store } from '../../store/store.ts'
import { createLimits, type Limits } from '../access/limits.ts'
import type { DomainActor } from '../domains/domains.ts'
import { createTurns, within } from '../domains/turns.ts'
import type { Clock } from '../ports.ts'

/** What the DNS said of the three records, and when. */
export interface SetUpLook {
  at: Date
  items: SetUpItems
}

/** How reports about a verified domain come here. */
export interface SetUpView {
  /** Where they are sent. */
  address: string
  /** The last look. Absent: there was none, or the first is under way. */
  look?: SetUpLook
  /** The DNS is being asked. */
  underWay: boolean
}

/** The reports addresses of domains, and the three records by which reports come to them. */
export interface ReportsSetUp {
  /** Asks the DNS unless it was asked a moment ago, and waits so long for it. `undefined`: the domain is not verified, and has no address yet. */
  of(actor: DomainActor, domainId: string, waitMs?: number): Promise<Result<SetUpView | undefined>>
  /** Asks the DNS now, whatever was seen before, and begins the answer anew. */
  look(actor: DomainActor, domainId: string): Promise<Result<SetUpView | undefined>>
}

export interface ReportsSetUpDeps {
  store: { domains: Pick<Store['domains'], 'byId' | 'list'> }
  resolver: Resolver
  /** What is known of e-mail. */
  lookAt(sought: SoughtSetUp, resolver: Resolver): ComingSetUp
  settings: SetUpSettings
  clock: Clock
  /** Absent: this process counts alone. */
  limits?: Limits
  patience?: number
}

export interface SetUpSettings {
  /** The mail domain of the reports addresses. */
  host: string
  mailHost: string
  mailDomain: string
  /** Nobody but this machine sends mail here, and only for the domains that it says. */
  evaluation?: { owns(domain: string): boolean }
}

/** What people of one account may have looked at. The operator is not counted. */
const LOOKS = rateOf(30, MINUTE, 29)
const AT_ONCE = 16
const AT_ONCE_OF_ONE = 4
const PATIENCE_MS = 9_000
/** Whoever waits for a look waits a little longer than it may take. */
const BEYOND_MS = 500
/** So long a look is as good as a new one. */
const FRESH_MS = 60_000
/** Domains whose last look is kept. */
const MOST_KEPT = 2_000

const PARTS = ['record', 'consent', 'mx', 'tls'] as const

interface Kept {
  look?: SetUpLook
  underWay?: Promise<void>
}

const notFound = refused({ kind: 'not_found', what: 'domain' })

/** Where reports about a domain are sent. */
export const reportsAddress = (token: string, host: string) => `${token}@${host}`

export function createReportsSetUp(deps: ReportsSetUpDeps): ReportsSetUp {
  const { store, clock, settings, patience = PATIENCE_MS, limits = createLimits(clock) } = deps
  const looks = limits.rate('set-up-looks', LOOKS)
  const turns = createTurns(AT_ONCE, AT_ONCE_OF_ONE)
  const kept = new Map<string, Kept>()

  /** What is not known in time is unknown, beside what is. */
  async function lookAt(entry: DomainEntry): Promise<SetUpItems> {
    const sought = await soughtOf(entry)
    const items = unanswered(entry, settings)
    const work = async () => {
      const coming = deps.lookAt(sought, deps.resolver)
      const kept = PARTS.map((part) =>
        coming[part]?.then((one) => void Object.assign(items, { [part]: one })),
      )
      await Promise.allSettled(kept)
      return true
    }
    await within(patience, false, (mayBegin) => turns(entry.accountId, mayBegin, work))
    return settings.evaluation ? { ...items, ...builtIn(settings.host) } : { ...items }
  }

  async function soughtOf({ accountId, domain, token }: DomainEntry): Promise<SoughtSetUp> {
    const { host, mailHost, mailDomain } = settings
    const verified = (await store.domains.list(accountId)).filter(
      ({ verifiedAt }) => verifiedAt !== undefined,
    )
    const accounts = verified.map((one) => ({ domain: one.domain, address: reportsAddress(one.token, host) }))
    return { domain, address: reportsAddress(token, host), accounts, host, mailHost, mailDomain }
  }

  function begin(entry: DomainEntry, before: Kept): Kept {
    const running: Kept = { ...before }
    const done = (items: SetUpItems) => void keep(entry.id, { look: { at: clock.now(), items } })
    running.underWay = lookAt(entry).then(done, () => done(unanswered(entry, settings)))
    return keep(entry.id, running)
  }

  /** The look that is under way, or one that begins: another may have begun while it was counted. */
  function begun(entry: DomainEntry): Kept {
    const state = kept.get(entry.id) ?? {}
    return state.underWay ? state : begin(entry, state)
  }

  function keep(id: string, state: Kept): Kept {
    kept.delete(id)
    kept.set(id, state)
    const oldest = kept.size > MOST_KEPT ? kept.keys().next().value : undefined
    if (oldest !== undefined) kept.delete(oldest)
    return state
  }

  const isFresh = ({ look }: Kept) =>
    look !== undefined && Math.abs(clock.now().getTime() - look.at.getTime()) < FRESH_MS

  async function view(entry: DomainEntry, state: Kept, waitMs: number): Promise<SetUpView> {
    if (state.underWay) await atMost(waitMs, state.underWay)
    const { look, underWay } = kept.get(entry.id) ?? state
    const address = reportsAddress(entry.token, settings.host)
    return { address, underWay: underWay !== undefined, ...(look && { look }) }
  }

  async function entryOf(actor: DomainActor, action: Action, id: string): Promise<Result<DomainEntry>> {
    const refusal = refusalOf(actor, action)
    if (refusal) return refused(refusal)
    const entry = await store.domains.byId(actor.accountId, id)
    return entry ? granted(entry) : notFound
  }

  const waitOf = async (actor: DomainActor) => (actor.kind === 'operator' ? 0 : looks.take(actor.accountId))

  return {
    async of(actor, id, waitMs = patience + BEYOND_MS) {
      const found = await entryOf(actor, 'dmarc.read', id)
      if (!found.ok) return found
      const entry = found.value
      if (!entry.verifiedAt) return granted(undefined)
      const state = kept.get(id) ?? {}
      if (settings.evaluation && !settings.evaluation.owns(entry.domain)) {
        return granted(
          await view(entry, { look: { at: clock.now(), items: outOfReach(entry, settings) } }, 0),
        )
      }
      // Who may not have it looked at now sees what was seen before.
      const isDue = !state.underWay && !isFresh(state) && (await waitOf(actor)) === 0
      return granted(await view(entry, isDue ? begun(entry) : state, waitMs))
    },
    async look(actor, id) {
      const found = await entryOf(actor, 'domains.change', id)
      if (!found.ok) return found
      const entry = found.value
      if (!entry.verifiedAt) return granted(undefined)
      const state = kept.get(id) ?? {}
      if (state.underWay) return granted(await view(entry, state, patience + BEYOND_MS))
      const retryAfterSeconds = await waitOf(actor)
      if (retryAfterSeconds > 0) return refused({ kind: 'rate_limited', retryAfterSeconds })
      return granted(await view(entry, begun(entry), patience + BEYOND_MS))
    },
  }
}

async function atMost(milliseconds: number, work: Promise<void>): Promise<void> {
  const late = Promise.withResolvers<void>()
  const timer = setTimeout(late.resolve, milliseconds)
  await Promise.race([work, late.promise])
  clearTimeout(timer)
}

const item = (by: SetUpItem['by'], zone: string, state: SetUpItem['state'], says: string): SetUpItem => ({
  state,
  says,
  notes: [],
  publish: [],
  by,
  zone,
})

function unanswered({ domain }: Pick<DomainEntry, 'domain'>, { host }: SetUpSettings): SetUpItems {
  const says = 'The DNS did not answer in time.'
  return {
    record: item('owner', domain, 'unknown', says),
    consent: item('operator', host, 'unknown', says),
    mx: item('operator', host, 'unknown', says),
  }
}

const HERE = 'This evaluation takes mail from this machine alone'

const builtIn = (host: string): Pick<SetUpItems, 'consent' | 'mx'> => ({
  consent: item('operator', host, 'not_needed', `${HERE}, so nobody asks for it.`),
  mx: item('operator', host, 'not_needed', `${HERE}.`),
})

/** An address of an evaluation never stands in a record of the world. */
function outOfReach({ domain }: Pick<DomainEntry, 'domain'>, { host }: SetUpSettings): SetUpItems {
  const says = `${HERE}: no receiver can send reports to it, so do not publish its address. Set smtp.domain to receive them.`
  return { record: item('owner', domain, 'not_needed', says), ...builtIn(host) }
}
