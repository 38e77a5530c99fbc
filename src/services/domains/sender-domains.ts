import type { SenderDomain } from '../../core/sender-domain.ts'

/** The domains of accounts, as the API reads them. */
export interface SenderDomains {
  /** By name. */
  list(accountId: string): Promise<SenderDomain[]>
  /** A domain of this account; absent for an unknown id and for one of another account alike. */
  byId(accountId: string, id: string): Promise<SenderDomain | undefined>
}

/** No domain can be added yet, so no account has one. */
export function createSenderDomains(): SenderDomains {
  return { list: async () => [], byId: async () => undefined }
}
