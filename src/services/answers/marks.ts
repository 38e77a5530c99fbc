import { refusalOf } from '../../core/access/permission.ts'
import { MINUTE, rateOf } from '../../core/access/rate.ts'
import {
  isSourceKey,
  isSourceName,
  type KeptSourceMark,
  SOURCE_NAME_RULE,
  type SourceMarkChange,
} from '../../core/aggregate/source-mark.ts'
import { granted, type Result, refused } from '../../core/refusal.ts'
import type { DomainEntry } from '../../core/sender-domain.ts'
import { MOST_MARKED } from '../../store/dmarc/source-marks.ts'
import type { Store } from '../../store/store.ts'
import { type By, byActor, entryBy } from '../access/by.ts'
import { createLimits, type Limits } from '../access/limits.ts'
import type { DomainActor } from '../domains/domains.ts'
import type { Clock } from '../ports.ts'

/** What people say of the sources of a domain: that they are theirs or not, and how they are called. */
export interface SourceMarks {
  list(actor: DomainActor, domainId: string): Promise<Result<KeptSourceMark[]>>
  change(actor: DomainActor, domainId: string, change: SourceMarkChange): Promise<Result<'changed' | 'same'>>
}

export interface SourceMarksDeps {
  store: Pick<Store, 'domains' | 'people' | 'sourceMarks'>
  clock: Clock
  /** Absent: this process counts alone. */
  limits?: Limits
  /** Called when something was changed, with the account. */
  changed?(accountId: string): void
}

/** Changes by the people of one account. The operator is not counted. */
const CHANGES = rateOf(120, MINUTE, 499)

const noDomain = refused({ kind: 'not_found', what: 'domain' })
const noSource = refused({ kind: 'not_found', what: 'page' })

export function createSourceMarks(deps: SourceMarksDeps): SourceMarks {
  const { store, clock, changed, limits = createLimits(clock) } = deps
  const changes = limits.rate('source-marks', CHANGES)

  async function keep(
    actor: DomainActor,
    { id, accountId, domain }: DomainEntry,
    change: SourceMarkChange,
  ): Promise<Result<'changed' | 'same'>> {
    const [by, at] = [await byActor(store, actor), clock.now()]
    const details = detailsOf(change)
    const entry = entryBy(by, at, { accountId, action: 'dmarc.source_marked', target: domain, details })
    const outcome = await store.sourceMarks.change(accountId, id, change, { at, by: nameOf(by) }, entry)
    if (outcome === 'unknown_domain') return noDomain
    if (outcome === 'changed') changed?.(accountId)
    return outcome === 'full' ? refused({ kind: 'limit_reached', reason: full() }) : granted(outcome)
  }

  return {
    async list(actor, domainId) {
      const refusal = refusalOf(actor, 'dmarc.read')
      if (refusal) return refused(refusal)
      const domain = await store.domains.byId(actor.accountId, domainId)
      return domain ? granted(await store.sourceMarks.of(domainId)) : noDomain
    },
    async change(actor, domainId, typed) {
      const refusal = refusalOf(actor, 'dmarc.change')
      if (refusal) return refused(refusal)
      const domain = await store.domains.byId(actor.accountId, domainId)
      if (!domain) return noDomain
      const change = readChange(typed)
      if (!change.ok) return change
      const retryAfterSeconds = actor.kind === 'operator' ? 0 : await changes.take(actor.accountId)
      if (retryAfterSeconds > 0) return refused({ kind: 'rate_limited', retryAfterSeconds })
      return keep(actor, domain, change.value)
    },
  }
}

/** A change as it is kept, or why it is none. */
function readChange({ name, ...typed }: SourceMarkChange): Result<SourceMarkChange> {
  if (!isSourceKey(typed.key)) return noSource
  if (name === undefined || name === null) return granted({ ...typed, ...(name === null && { name }) })
  const plain = name.normalize('NFC').trim()
  return isSourceName(plain)
    ? granted({ ...typed, name: plain })
    : refused({ kind: 'bad_request', reason: SOURCE_NAME_RULE })
}

const full = () =>
  `${MOST_MARKED.toLocaleString('en-GB')} sources of this domain are marked or named, which is as many as may be. Take back what was said of sources that no longer send: Sources, Marked by people. Addresses that the domain’s SPF record names count as its own without a mark (ip4:192.0.2.0/24 names a whole network), and a service is one source whatever addresses it has.`

const nameOf = ({ actor: { kind, name } }: By): string =>
  name ?? (kind === 'operator' ? 'The operator' : kind)

/** What was said, as the audit log tells it: null is what was taken back. */
function detailsOf({ key, name, mark }: SourceMarkChange): Record<string, string> {
  return {
    source: key,
    ...(name !== undefined && { name: name ?? 'taken back' }),
    ...(mark !== undefined && { mark: mark ?? 'taken back' }),
  }
}
