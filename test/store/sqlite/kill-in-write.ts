import { createBatch } from '../../../src/store/sqlite/batch.ts'
import { openWriter } from '../../../src/store/sqlite/connection.ts'
import { writesByName } from '../../../src/store/sqlite/writes.ts'
import { KILLED } from './killed-writes.ts'

/** Runs one write as the writer does, and kills itself: before its entry or its commit, or after its commit. */
const [file = '', index = '', when = ''] = process.argv.slice(2)
const killed = KILLED[Number(index)]
if (!killed) throw new Error(`There is no write ${index}.`)
const connection = openWriter(file)
const { driver } = connection
const isReached = { entry: /^insert into "audit_log"/, commit: /^COMMIT/, committed: /^COMMIT/ }[when]

const prepare = driver.prepare.bind(driver)
driver.prepare = ((sql: string) => {
  const prepared = prepare(sql)
  if (!isReached?.test(sql)) return prepared
  const run = prepared.run.bind(prepared)
  prepared.run = (...args) => {
    if (when === 'committed') run(...args)
    process.kill(process.pid, 'SIGKILL')
    throw new Error('It was not killed.')
  }
  return prepared
}) as typeof driver.prepare

const batch = createBatch(connection, writesByName(connection))
// Within a savepoint, among others.
const touch = { id: 0, name: 'outbox.advance', args: ['nobody', 1] } as const
console.log(JSON.stringify(batch([touch, { id: 1, name: killed.name, args: killed.args }])))
