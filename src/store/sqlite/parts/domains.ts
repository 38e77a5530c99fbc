import type { Store } from '../../store.ts'
import { domainReads } from '../aggregates/domains/domains.ts'
import type { Connection } from '../connection.ts'
import type { WriterClient } from '../writer-client.ts'

/** The domains of accounts. */
export function domainParts({ queries }: Connection, write: WriterClient['write']): Pick<Store, 'domains'> {
  const domains = domainReads(queries)
  return {
    domains: {
      add: (entry, bounds, said) => write('domains.add', entry, bounds, said),
      byId: async (accountId, id) => domains.byId(accountId, id),
      byName: async (accountId, domain) => domains.byName(accountId, domain),
      list: async (accountId) => domains.list(accountId),
      due: async (now, limit) => domains.due(now, limit),
      tokensOf: async (domain, limit) => domains.tokensOf(domain, limit),
      looked: (id, look, rules) => write('domains.looked', id, look, rules),
      delete: (accountId, id, said) => write('domains.delete', accountId, id, said),
    },
  }
}
