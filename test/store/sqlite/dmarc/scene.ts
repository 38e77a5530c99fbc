import type { NewAuditEntry } from '../../../../src/core/access/audit.ts'
import { packPiece } from '../../../../src/core/aggregate/piece.ts'
import {
  type AggregateHead,
  type AggregateRecord,
  DISPOSITIONS,
  OVERRIDES,
  type ReadAggregate,
  type Results,
} from '../../../../src/core/aggregate/report.ts'
import { newEntry } from '../../../../src/core/domains/verification.ts'
import { forgetting } from '../../../../src/store/sqlite/aggregates/dmarc/memory.ts'
import { openWriter } from '../../../../src/store/sqlite/connection.ts'
import { migrate } from '../../../../src/store/sqlite/migrations.ts'
import { createWrites } from '../../../../src/store/sqlite/writes.ts'
import { account, later, THEN } from '../../../support/builders.ts'
import { entry as said } from '../../../support/people.ts'

/** Numbers that follow from a seed. */
export function dice(seed: number) {
  let state = seed * 2_654_435_761 + 1
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (most: number) => Math.floor(next() * most)
  return {
    below,
    chance: (part: number) => next() < part,
    of: <T>(all: readonly T[]): T => all[below(all.length)] as T,
  }
}

export type Dice = ReturnType<typeof dice>

export const FIRST_DAY = 20_440

/** A report by its key and content: the same numbers give the same report. */
export interface Recipe {
  policyDomain: string
  reporter: string
  reportId: string
  day: number
  variant: number
  pieces: number[]
}

const NAMES = ['', 'a.test', 'x.a.test', 'y.x.a.test', 'w.y.x.a.test', 'b.test', 'z.b.test', 'c.test']

export function report(recipe: Recipe): ReadAggregate & { records: AggregateRecord[] } {
  const { policyDomain, reporter, reportId, day, variant, pieces } = recipe
  const seed = [...JSON.stringify(recipe)].reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) | 0, 7)
  const random = dice(seed)
  const made = pieces.map((records) => {
    const results = Array.from({ length: 3 }, () => someResults(random))
    return { results, records: Array.from({ length: records }, () => someRecord(random)) }
  })
  const head: AggregateHead = {
    format: 'rfc7489',
    orgName: reporter,
    reportId,
    begin: day * 86_400,
    end: day * 86_400 + (variant === 2 ? 100_000 : 86_399),
    policyDomain,
    policy: { p: random.of(['none', 'reject']), adkim: 'r', aspf: 'r' },
    errors: [],
    warnings: [],
    recovered: false,
    records: pieces.reduce((sum, one) => sum + one, 0),
    skipped: 0,
    contentHash: Bun.SHA256.hash(JSON.stringify(recipe), 'hex'),
  }
  return { head, pieces: made.map(packPiece), records: made.flatMap(({ records }) => records) }
}

const RESULTS = ['pass', 'fail', 'none'] as const

function someResults(random: Dice): Results {
  const some = <T>(most: number, make: () => T) => Array.from({ length: random.below(most) }, make)
  return {
    dkim: some(3, () => ({ domain: random.of(NAMES), result: random.of(RESULTS) })),
    spf: some(2, () => ({ domain: random.of(NAMES), result: random.of(RESULTS) })),
    reasons: some(3, () => ({
      type: random.of(OVERRIDES),
      ...(random.chance(0.5) && { comment: random.of(['arc=pass', 'other']) }),
    })),
  }
}

const someRecord = (random: Dice): AggregateRecord => ({
  ip: `192.0.2.${random.below(12)}`,
  count: 1 + random.below(1000),
  dkim: random.chance(0.5),
  spf: random.chance(0.5),
  disposition: random.of(DISPOSITIONS),
  headerFrom: random.of(NAMES),
  ...(random.chance(0.5) && { envelopeFrom: random.of(NAMES) }),
  ...(random.chance(0.2) && { envelopeTo: random.of(NAMES) }),
  results: random.below(3),
})

export const ACCOUNT = 'acc_1'

/** A large one. */
export const RECIPE: Recipe = {
  policyDomain: 'a.test',
  reporter: 'Receiver',
  reportId: 'one',
  day: FIRST_DAY,
  variant: 0,
  pieces: Array(60).fill(200),
}

/** The writes of a store in memory, each in a transaction of its own, which may be lost with what the writer remembered. */
export function scene() {
  const connection = openWriter(':memory:')
  const { driver } = connection
  migrate(driver, true)
  let writes = createWrites(connection)
  let now = 0

  function run<T>(work: (all: typeof writes) => T, isLost = false): T | undefined {
    driver.exec('BEGIN')
    try {
      const answer = work(writes)
      driver.exec(isLost ? 'ROLLBACK' : 'COMMIT')
      return isLost ? undefined : answer
    } catch (cause) {
      driver.exec('ROLLBACK')
      throw cause
    }
  }

  const audit = (): NewAuditEntry => said('domain.added', { accountId: ACCOUNT })
  run(({ accounts }) => accounts.create(account({ id: ACCOUNT, name: 'account' }), audit()))
  const domains = {
    add(domain: string): void {
      const entry = newEntry({
        id: `dom_${domain}_${now++}`,
        accountId: ACCOUNT,
        domain,
        token: `t${now}`,
        createdAt: THEN,
      })
      run((all) => all.domains.add(entry, { verified: 100, unverified: 100 }, audit()))
    },
    verify(domain: string): void {
      const id = idOf(domain)
      const rules = { verified: 100, later: 0, entries: { verified: audit(), unverified: audit() } }
      if (id) run((all) => all.domains.looked(id, { state: 'found', at: later(now++) }, rules))
    },
    unverify(domain: string): void {
      run(() => {
        driver.prepare('UPDATE domains SET verified_at = NULL WHERE domain = ?').run(domain)
        forgetting(connection)()
      })
    },
    delete(domain: string): void {
      const id = idOf(domain)
      if (id) run((all) => all.domains.delete(ACCOUNT, id, audit()))
    },
  }
  const idOf = (domain: string) =>
    driver.prepare('SELECT id FROM domains WHERE domain = ?').pluck().get(domain) as string | undefined

  return {
    connection,
    run,
    domains,
    /** The writer is started anew. */
    restart(): void {
      writes = createWrites(connection)
    },
    all: <T>(sql: string): T[] => driver.prepare(sql).all() as T[],
  }
}

export type Scene = ReturnType<typeof scene>
