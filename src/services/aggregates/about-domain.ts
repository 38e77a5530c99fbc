import { refusalOf } from '../../core/access/permission.ts'
import { granted, type Refusal, type Result, refused } from '../../core/refusal.ts'
import type { SenderDomain } from '../../core/sender-domain.ts'
import { type AggregateWindow, QueryTooLong } from '../../store/aggregates.ts'
import type { DomainActor } from '../domains/domains.ts'
import type { SenderDomains } from '../domains/sender-domains.ts'
import { MOST_DAYS } from './window.ts'

const notFound: Refusal = { kind: 'not_found', what: 'domain' }
const tooLong: Refusal = { kind: 'bad_request', reason: `A window has at most ${MOST_DAYS} days.` }

type Read<T> = (domain: SenderDomain) => Promise<T | undefined>

/** How what is reported about a domain is read: by whoever may, of a domain of their account, unless it takes too long. */
export function aboutDomain(domains: Pick<SenderDomains, 'byId'>) {
  async function about<T>(actor: DomainActor, domainId: string, read: Read<T>): Promise<Result<T>> {
    const refusal = refusalOf(actor, 'dmarc.read')
    if (refusal) return refused(refusal)
    const domain = await domains.byId(actor.accountId, domainId)
    if (!domain) return refused(notFound)
    try {
      const found = await read(domain)
      return found === undefined ? refused(notFound) : granted(found)
    } catch (cause) {
      if (cause instanceof QueryTooLong) return refused({ kind: 'busy' })
      throw cause
    }
  }

  return {
    about,
    /** The same of a window, which is as long as the roll-ups are made for. */
    within: async <T>(
      actor: DomainActor,
      domainId: string,
      { from, to }: AggregateWindow,
      read: Read<T>,
    ): Promise<Result<T>> => (to - from < MOST_DAYS ? about(actor, domainId, read) : refused(tooLong)),
  }
}
