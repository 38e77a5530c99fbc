import { StoreRefused } from '../../keeping/refused.ts'
import { dmarcWrites } from '../aggregates/dmarc/dmarc-writes.ts'
import { type Connection, openWriter } from '../connection.ts'
import { databaseIn } from '../files.ts'
import { migrate } from '../migrations.ts'
import { earlierTests } from '../test-search/earlier.ts'
import { enteringTests } from '../test-search/entering.ts'

const TESTS_AT_ONCE = 200

/** Brings to its end what the service does of itself beside other work: DMARC reports are counted, tests of earlier versions entered.
 * Rejects with StoreRefused where the database is of another version. */
export async function settle(directory: string, program: string, between: () => void): Promise<void> {
  const connection = openWriter(databaseIn(directory))
  try {
    const form = migrate(connection.driver, false, undefined, { program })
    if (form.kind === 'refused') throw new StoreRefused(form.reason)
    for (const step of stepsOf(connection)) {
      while (!connection.driver.transaction(step).immediate()) {
        between()
        await Bun.sleep(0)
      }
    }
    connection.driver.pragma('wal_checkpoint(TRUNCATE)')
  } finally {
    connection.driver.close()
  }
}

/** Each says whether nothing is left of its work. */
function stepsOf(connection: Connection): (() => boolean)[] {
  const { writes } = dmarcWrites(connection)
  const enter = earlierTests(connection, enteringTests(connection))
  return [
    () => writes.count().isAll,
    () => writes.complete().isAll,
    () => enter(TESTS_AT_ONCE) < TESTS_AT_ONCE,
  ]
}
