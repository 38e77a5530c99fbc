import type { Connection } from '../../../connection.ts'
import type { Interned } from '../interned.ts'
import type { Memory } from '../memory.ts'
import type { RecordRow } from './counts.ts'
import { byKey, manyRows, valuesOf } from './statements.ts'

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

const KEY_COLUMNS = 4
const inOrder = byKey(KEY_COLUMNS)

/** The rows of records, and the uses of what they name. */
export function createRecords({ driver }: Pick<Connection, 'driver'>, memory: Memory, interned: Interned) {
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

  const gathered = memory.list<(number | null)[]>()
  memory.gathers(() => {
    if (gathered.length > 0) insert(gathered.splice(0).sort(inOrder))
  })

  function use(rows: readonly RecordRow[], by: 1 | -1): void {
    for (const { headerFrom, envelopeFrom, envelopeTo, results } of rows) {
      interned.useTexts([headerFrom, envelopeFrom, envelopeTo], by)
      interned.useResults([results], by)
    }
  }

  return {
    insert(domain: number, { day, no }: Of, rows: readonly RecordRow[]): void {
      for (const { seq, ip, messages, bits, headerFrom, envelopeFrom, envelopeTo, results } of rows) {
        gathered.push([
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
        ])
      }
      use(rows, 1)
    },
    delete(domain: number, { day, no }: Of, rows: readonly RecordRow[]): void {
      for (const { seq } of rows) remove.run(domain, day, no, seq)
      use(rows, -1)
    },
    pairs(domain: number, day: number, report: number) {
      memory.settle()
      return pairs.all(domain, day, report)
    },
  }
}
