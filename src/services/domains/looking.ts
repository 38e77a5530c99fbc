import type { NewAuditEntry } from '../../core/access/audit.ts'
import type { Looked } from '../../core/domains/verification.ts'
import type { DomainEntry, SeenRecord } from '../../core/sender-domain.ts'
import { ask } from '../../net/ports.ts'
import type { Store } from '../../store/store.ts'
import type { Accounts } from '../access/accounts.ts'
import { type By, entryBy } from '../access/by.ts'
import type { Clock, RandomBytes } from '../ports.ts'
import { boundsOf } from './bounds.ts'
import { type Outside, seekRecord } from './record.ts'
import { createTurns, within } from './turns.ts'

export interface LookingDeps extends Outside {
  store: Pick<Store, 'accounts' | 'domains'>
  accounts: Pick<Accounts, 'planOf'>
  clock: Clock
  random: RandomBytes
  /** How long whoever waits for a look waits at most, in milliseconds. */
  patience?: number
}

/** Looks for the records of domains, and keeps what was seen. */
export interface Looking {
  /** `by`: who is named where the state changes. Undefined: the domain or its account is gone. */
  look(entry: DomainEntry, by: By): Promise<Looked | undefined>
  /** Whether the DNS says anything of a name. */
  answers(name: string): Promise<boolean>
}

const AT_ONCE = 16
/** Of one account: name servers that answer slowly hold up its own domains alone. */
const AT_ONCE_OF_ONE = 4
const PATIENCE_MS = 5_000
const TOO_LATE: SeenRecord = { state: 'unknown', reason: 'timeout' }
/** Daily looks at domains that were added together drift apart by up to so much a day. */
const SPREAD_MS = 30 * 60_000

/** One for the whole service: it bounds how many are under way. */
export function createLooking(deps: LookingDeps): Looking {
  const { store, accounts, clock, random, patience = PATIENCE_MS } = deps
  const turns = createTurns(AT_ONCE, AT_ONCE_OF_ONE)

  const seek = (entry: DomainEntry): Promise<SeenRecord> =>
    within<SeenRecord>(patience, TOO_LATE, (mayBegin) =>
      turns(entry.accountId, mayBegin, () =>
        seekRecord(deps, { ...entry, isNew: entry.verifiedAt === undefined }),
      ),
    )

  return {
    answers: async (name) => (await ask(deps.resolver, name, 'TXT')).kind !== 'failure',
    async look(entry, by) {
      const seen = await seek(entry)
      const account = await store.accounts.byId(entry.accountId)
      if (!account) return undefined
      const at = clock.now()
      return store.domains.looked(
        entry.id,
        { ...seen, at },
        {
          verified: boundsOf(accounts.planOf(account)).verified,
          later: spread(random),
          entries: entriesOf(entry, by, at),
        },
      )
    },
  }
}

function entriesOf({ accountId, domain, absence }: DomainEntry, by: By, at: Date) {
  const said = (action: NewAuditEntry['action'], details?: Record<string, string>) =>
    entryBy(by, at, { accountId, action, target: domain, ...(details && { details }) })
  return {
    verified: said('domain.verified'),
    unverified: said('domain.unverified', absence && { record_gone_since: absence.since.toISOString() }),
  }
}

function spread(random: RandomBytes): number {
  const [high = 0, low = 0] = random(2)
  return Math.floor((SPREAD_MS * (high * 256 + low)) / 65_536)
}
