import type { DomainEntry, SenderDomain } from '../../core/sender-domain.ts'
import type { DomainStore } from '../../store/domains.ts'

/** The domains of accounts, as the API reads them. */
export interface SenderDomains {
  /** By name. */
  list(accountId: string): Promise<SenderDomain[]>
  /** A domain of this account; absent for an unknown id and for one of another account alike. */
  byId(accountId: string, id: string): Promise<SenderDomain | undefined>
}

const told = ({ id, domain, verifiedAt }: DomainEntry): SenderDomain => ({
  id,
  domain,
  verified: verifiedAt !== undefined,
})

export function createSenderDomains(store: { domains: Pick<DomainStore, 'list' | 'byId'> }): SenderDomains {
  return {
    list: async (accountId) => (await store.domains.list(accountId)).map(told),
    async byId(accountId, id) {
      const entry = await store.domains.byId(accountId, id)
      return entry && told(entry)
    },
  }
}
