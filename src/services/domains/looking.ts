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
/** Daily looks at domains that were added together drift apart by up to so much a day. */
const SPREAD_MS = 30 * 60_000

/** One for the whole service: it bounds how many are under way. */
export function createLooking(deps: LookingDeps): Looking {
  const { store, accounts, clock, random, patience = PATIENCE_MS } = deps
  const turns = createTurns(AT_ONCE, AT_ONCE_OF_ONE)

  const seek = (entry: DomainEntry): Promise<SeenRecord> =>
    within(patience, (mayBegin) =>
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

/** What takes longer is unknown; what has not begun by then does not begin. */
async function within(
  milliseconds: number,
  work: (mayBegin: () => boolean) => Promise<SeenRecord | undefined>,
): Promise<SeenRecord> {
  const tooLate: SeenRecord = { state: 'unknown', reason: 'timeout' }
  let isOver = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const over = new Promise<SeenRecord>((resolve) => {
    timer = setTimeout(() => {
      isOver = true
      resolve(tooLate)
    }, milliseconds)
  })
  try {
    return await Promise.race([work(() => !isOver).then((seen) => seen ?? tooLate), over])
  } finally {
    clearTimeout(timer)
  }
}

/** So many run at once, and so many of one account; the others wait in order, and those for whom nobody waits any more do not run. */
function createTurns(most: number, mostOfOne: number) {
  const waiting: { account: string; admit: () => void }[] = []
  const running = new Map<string, number>()
  let all = 0

  const mayRun = (account: string) => all < most && (running.get(account) ?? 0) < mostOfOne

  function count(account: string, by: 1 | -1): void {
    all += by
    const own = (running.get(account) ?? 0) + by
    if (own === 0) running.delete(account)
    else running.set(account, own)
  }

  function leave(account: string): void {
    count(account, -1)
    const place = waiting.findIndex((one) => mayRun(one.account))
    const [next] = place < 0 ? [] : waiting.splice(place, 1)
    if (!next) return
    // Counted before it goes on: whoever comes in between has to wait.
    count(next.account, 1)
    next.admit()
  }

  return async (
    account: string,
    mayBegin: () => boolean,
    task: () => Promise<SeenRecord>,
  ): Promise<SeenRecord | undefined> => {
    if (mayRun(account)) count(account, 1)
    else await new Promise<void>((admit) => waiting.push({ account, admit }))
    try {
      return mayBegin() ? await task() : undefined
    } finally {
      leave(account)
    }
  }
}
