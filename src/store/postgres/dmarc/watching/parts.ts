import type { Store } from '../../../store.ts'
import type { PartOptions } from '../../options.ts'
import type { Db } from '../../sql/database.ts'
import { begin, domainsBehind, imported, lasting, told, toldSince } from './reads.ts'
import { settle, tellOfPast } from './settling.ts'

/** What is remembered of domains whose reports are watched. */
export function watchParts(db: Db, _of: PartOptions): Pick<Store, 'watching'> {
  return {
    watching: {
      domains: (after, limit) => domainsBehind(db, after, limit),
      begin: (domainId) => begin(db, domainId),
      imported: (domainId, since, days) => imported(db, domainId, since, days),
      settle: (domainId, version, look, events) => settle(db, domainId, version, look, events),
      tellOfPast: (domainId, events) => tellOfPast(db, domainId, events),
      lasting: (accountId, domainId) => lasting(db, accountId, domainId),
      told: (domainId, limit) => told(db, domainId, limit),
      toldSince: (accountId, since, limit) => toldSince(db, accountId, since, limit),
    },
  }
}
