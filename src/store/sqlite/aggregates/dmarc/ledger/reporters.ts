import type { Connection } from '../../../connection.ts'
import type { Interned } from '../interned.ts'

/** The reporters of a domain: their numbers, and their names as the last report has them. They go with their last slice. */
export interface Reporters {
  /** One more slice is of it. Gives its number. */
  add(domain: number, reporter: number, name: number): number
  /** One fewer. Gives its number. */
  remove(domain: number, reporter: number): number
}

export function createReporters({ driver }: Pick<Connection, 'driver'>, interned: Interned): Reporters {
  const read = driver
    .prepare<[number, number], [number, number, number]>(
      'SELECT number, name, reports FROM dmarc_reporters WHERE domain = ? AND reporter = ?',
    )
    .raw()
  const nextNumber = driver
    .prepare<[number], [number]>(
      'UPDATE dmarc_domains SET reporters = reporters + 1 WHERE no = ? RETURNING reporters - 1',
    )
    .raw()
  const insert = driver.prepare(
    'INSERT INTO dmarc_reporters (domain, reporter, number, name, reports) VALUES (?, ?, ?, ?, 1)',
  )
  const update = driver.prepare(
    'UPDATE dmarc_reporters SET reports = reports + ?, name = ? WHERE domain = ? AND reporter = ?',
  )
  const drop = driver.prepare('DELETE FROM dmarc_reporters WHERE domain = ? AND reporter = ?')
  return {
    add(domain, reporter, name) {
      const kept = read.get(domain, reporter)
      if (!kept) {
        const [number = 0] = nextNumber.get(domain) ?? []
        insert.run(domain, reporter, number, name)
        interned.useTexts([reporter, name], 1)
        return number
      }
      const [number, known] = kept
      if (known !== name) {
        interned.useTexts([name], 1)
        interned.useTexts([known], -1)
      }
      update.run(1, name, domain, reporter)
      return number
    },
    remove(domain, reporter) {
      const [number = 0, name = 0, reports = 0] = read.get(domain, reporter) ?? []
      if (reports > 1) update.run(-1, name, domain, reporter)
      else {
        drop.run(domain, reporter)
        interned.useTexts([reporter, name], -1)
      }
      return number
    },
  }
}
