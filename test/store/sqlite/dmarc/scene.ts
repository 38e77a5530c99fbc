import type { NewAuditEntry } from '../../../../src/core/access/audit.ts'
import { newEntry } from '../../../../src/core/domains/verification.ts'
import { forgetting } from '../../../../src/store/sqlite/aggregates/dmarc/memory.ts'
import { openWriter } from '../../../../src/store/sqlite/connection.ts'
import { migrate } from '../../../../src/store/sqlite/migrations.ts'
import { createWrites } from '../../../../src/store/sqlite/writes.ts'
import { account, later, THEN } from '../../../support/builders.ts'
import { entry as said } from '../../../support/people.ts'
import { FIRST_DAY, type Recipe } from '../../contract/aggregates/recipes.ts'

export { type Dice, dice, FIRST_DAY, type Recipe, report } from '../../contract/aggregates/recipes.ts'

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
