import { once } from '../../../core/making/once.ts'
import { parcel } from '../../keeping/packing.ts'
import type { Store } from '../../store.ts'
import { domainReads } from '../aggregates/domains/domains.ts'
import { domainHealthReads, lookFacts } from '../aggregates/domains/health.ts'
import { sourceMarkReads } from '../aggregates/domains/source-marks.ts'
import type { Connection } from '../connection.ts'
import type { WriterClient } from '../writer-client.ts'

/** The domains of accounts. */
export function domainParts(
  { queries }: Connection,
  write: WriterClient['write'],
): Pick<Store, 'domains' | 'domainHealth' | 'sourceMarks'> {
  const domains = once(() => domainReads(queries))
  const health = once(() => domainHealthReads(queries))
  const marks = once(() => sourceMarkReads(queries))
  return {
    domains: {
      add: (entry, bounds, said) => write('domains.add', entry, bounds, said),
      byId: async (accountId, id) => domains().byId(accountId, id),
      byName: async (accountId, domain) => domains().byName(accountId, domain),
      list: async (accountId) => domains().list(accountId),
      due: async (now, limit) => domains().due(now, limit),
      tokensOf: async (domain, limit) => domains().tokensOf(domain, limit),
      looked: (id, look, rules) => write('domains.looked', id, look, rules),
      delete: (accountId, id, said) => write('domains.delete', accountId, id, said),
    },
    domainHealth: {
      summaries: async (accountId) => health().summaries(accountId),
      read: (id) => health().read(id),
      selectors: async (id) => health().selectors(id),
      due: async (now, limit) => health().due(now, limit),
      ask: (id) => write('domainHealth.ask', id),
      async keep(id, look, changes, next, after) {
        const { at: _, ...body } = look
        const bytes = await parcel(new TextEncoder().encode(JSON.stringify(body)))
        return write('domainHealth.keep', id, { ...lookFacts(look, changes), body: bytes }, next, after)
      },
      failed: (id, at, next, after) => write('domainHealth.failed', id, at, next, after),
    },
    sourceMarks: {
      of: async (domainId) => marks().of(domainId),
      change: (accountId, domainId, change, who, entry, most) =>
        write('sourceMarks.change', accountId, domainId, change, who, entry, most),
    },
  }
}
