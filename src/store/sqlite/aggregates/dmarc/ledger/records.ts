import type { Connection } from '../../../connection.ts'
import type { Interned } from '../interned.ts'
import type { RecordRow } from './counts.ts'
import { manyRows, valuesOf } from './statements.ts'

interface Of {
  no: number
  day: number
}

const COLUMNS = [
  'domain',
  'day',
  'report',
  'seq',
  'ip',
  'messages',
  'bits',
  'header_from',
  'envelope_from',
  'envelope_to',
  'results',
]

/** The rows of records, and the uses of what they name. */
export function createRecords({ driver }: Pick<Connection, 'driver'>, interned: Interned) {
  const insert = manyRows(
    { driver },
    (rows) => `INSERT INTO dmarc_records (${COLUMNS.join(', ')}) VALUES ${valuesOf(COLUMNS.length, rows)}`,
  )
  const remove = driver.prepare(
    'DELETE FROM dmarc_records WHERE domain = ? AND day = ? AND report = ? AND seq = ?',
  )
  const pairs = driver
    .prepare<[number, number, number], [number, number, 1]>(
      'SELECT header_from, ip, 1 FROM dmarc_records WHERE domain = ? AND day = ? AND report = ?',
    )
    .raw()

  function use(rows: readonly RecordRow[], by: 1 | -1): void {
    for (const { headerFrom, envelopeFrom, envelopeTo, results } of rows) {
      interned.useTexts([headerFrom, envelopeFrom, envelopeTo], by)
      interned.useResults([results], by)
    }
  }

  return {
    insert(domain: number, { day, no }: Of, rows: readonly RecordRow[]): void {
      insert(
        rows.map(({ seq, ip, messages, bits, headerFrom, envelopeFrom, envelopeTo, results }) => [
          domain,
          day,
          no,
          seq,
          ip,
          messages,
          bits,
          headerFrom,
          envelopeFrom,
          envelopeTo,
          results,
        ]),
      )
      use(rows, 1)
    },
    delete(domain: number, { day, no }: Of, rows: readonly RecordRow[]): void {
      for (const { seq } of rows) remove.run(domain, day, no, seq)
      use(rows, -1)
    },
    pairs: (domain: number, day: number, report: number) => pairs.all(domain, day, report),
  }
}
