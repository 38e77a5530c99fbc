import { type Row, RowRefused, type Step, type Table, type Value } from '../../keeping/move/rows.ts'
import { DAY_SUMS, LEFT_BEHIND, MOVED, WITH_TEXTS } from '../../keeping/move/tables.ts'
import { accountTerms } from '../../keeping/terms.ts'
import { type Connection, openReader } from '../connection.ts'
import { databaseIn } from '../files.ts'
import { BEHIND_KEY, forgottenColumns, MADE_OF, READ_FROM } from './columns.ts'
import { dmarcReads } from './dmarc.ts'

/** Somebody who has a message that waits for its turn, in the order of the line. */
interface WaitingMaker {
  maker: string
  sender: string
  firstSeq: number
}

/** A database as it is at one moment, table by table in the order of keys. */
export interface MoveSource {
  /** How many rows of a table are moved. */
  count(table: string): number
  /** Rows behind a place. Throws RowRefused of one that cannot be read. */
  rows(table: Table, after?: Row): Iterable<Step>
  line(): WaitingMaker[]
  /** Numbers that were given, of tables whose numbers are not given again, or stand elsewhere. */
  given(): ReadonlyMap<string, number>
  /** Domain, day, authenticated, and DAY_SUMS. */
  daySums(): Iterable<Row>
  /** The key that opens its secrets, by its id. */
  keyId(): string | undefined
  close(): void
}

/** Opens the database of a data directory that is settled, and that nobody serves. */
export function openMoveSource(directory: string): MoveSource {
  const connection = openReader(databaseIn(directory))
  const { driver } = connection
  // All that is read is of one moment, whoever writes beside it.
  driver.exec('BEGIN')
  driver.prepare('SELECT 1 FROM accounts').get()
  demandAllKnown(connection)
  const withTexts = dmarcReads(connection)
  const number = (text: string) => driver.prepare<[], number | null>(text).pluck().get() ?? 0
  return {
    count(table) {
      if (table === 'dmarc_records') return number('SELECT total(records) FROM dmarc_pieces')
      return number(`SELECT count(*) FROM ${fromOf(table)}`)
    },
    rows: (table, after) => withTexts[table.name]?.(after) ?? plainRows(connection, table, after),
    line: () => lineOf(connection),
    given: () => givenNumbers(connection),
    daySums: () =>
      driver
        .prepare<[], Value[]>(
          `SELECT domain, day, authenticated, ${DAY_SUMS.join(', ')} FROM dmarc_days ORDER BY domain, day, authenticated`,
        )
        .raw()
        .iterate(),
    keyId: () => driver.prepare<[], string>('SELECT key_id FROM sealing_key').pluck().get(),
    close: () => void driver.close(),
  }
}

/** A table that is neither moved nor named among those that stay would be lost. */
function demandAllKnown({ driver }: Pick<Connection, 'driver'>): void {
  const all = driver
    .prepare<[], string>(
      `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'test_terms_%'`,
    )
    .pluck()
    .all()
  const known = new Set<string>([...MOVED, ...Object.keys(LEFT_BEHIND)])
  const forgotten = all.filter((name) => !known.has(name))
  if (forgotten.length > 0) throw new Error(`Tables that nothing would become of: ${forgotten.join(', ')}.`)
  for (const [table, columns] of Object.entries(WITH_TEXTS)) demandColumns({ driver }, table, columns)
}

function demandColumns(
  connection: Pick<Connection, 'driver'>,
  table: string,
  columns: readonly string[],
): void {
  const forgotten = forgottenColumns(connection, table, columns)
  if (forgotten.length > 0) throw new Error(`Columns of ${table} that nothing would become of: ${forgotten}.`)
}

const byName = <T>(of: Readonly<Partial<Record<string, T>>>, name: string): T | undefined => of[name]

const fromOf = (table: string): string => byName(READ_FROM, table) ?? table

function* plainRows(connection: Connection, table: Table, after?: Row): Generator<Step> {
  const { name, key } = table
  const columns = table.columns.map((column) => column.name)
  if (byName(READ_FROM, name) === undefined) demandColumns(connection, name, columns)
  const made = (column: string) => byName(MADE_OF, name)?.[column] ?? `[${column}]`
  const behind = byName(BEHIND_KEY, name)
  const keys = [...key.map(made), ...(behind === undefined ? [] : [behind])]
  const from = fromOf(name)
  const condition = after
    ? `${from.includes(' WHERE ') ? 'AND' : 'WHERE'} (${keys}) > (${keys.map(() => '?')})`
    : ''
  const read = connection.driver.prepare<Value[], Value[]>(
    `SELECT ${columns.map(made).join(', ')}, ${keys} FROM ${from} ${condition} ORDER BY ${keys}`,
  )
  const whole = name === 'test_words' ? wordsWith(connection, columns) : (row: Value[]) => row
  for (const all of read.raw().iterate(...(after ?? []))) {
    const [row, at] = [all.slice(0, columns.length), all.slice(columns.length)]
    const odd = row.find(
      (value) => typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value),
    )
    if (odd !== undefined) throw new RowRefused(name, at, 'it has a number beyond what is exact.')
    yield { rows: [whole(row)], at }
  }
}

/** The words that a test is found by, which the index has in SQLite. */
function wordsWith({ driver }: Connection, columns: readonly string[]): (row: Value[]) => Row {
  const account = driver
    .prepare<[number], string | null>('SELECT account_id FROM mail_tests WHERE seq = ?')
    .pluck()
  return (row) => {
    const value = (name: string) => row[columns.indexOf(name)] ?? null
    const accountId = account.get(Number(value('test_seq')))
    const terms = accountId
      ? accountTerms(accountId, [String(value('sender')), String(value('subject'))])
      : []
    const inOrder = terms.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
    return columns.map((name) => (name === 'terms' ? JSON.stringify(inOrder) : value(name)))
  }
}

function lineOf({ driver }: Connection): WaitingMaker[] {
  const maker = MADE_OF.messages?.['maker'] ?? 'maker'
  const waiting = driver
    .prepare<[], WaitingMaker>(
      `SELECT ${maker} AS maker, sender, seq AS firstSeq FROM messages WHERE due_at = 0 ORDER BY rank IS NULL, rank, seq`,
    )
    .iterate()
  const line = new Map<string, WaitingMaker>()
  for (const one of waiting) if (!line.has(one.maker)) line.set(one.maker, one)
  return [...line.values()]
}

/** Of tables whose numbers are never given again; and numbers that stand where the row itself may be gone. */
const STANDING_ELSEWHERE: Readonly<Record<string, string>> = {
  messages: `SELECT max(coalesce((SELECT max(message_seq) FROM history), 0), coalesce((SELECT max(message_seq) FROM monitor_scores), 0),
    coalesce((SELECT max(latest_seq) FROM mail_tests), 0))`,
  outbox: 'SELECT max(position) FROM outbox_positions',
  dmarc_reports: 'SELECT max(anew_report) FROM dmarc_domains',
  report_attachments: 'SELECT max(attachment) FROM report_files',
}

function givenNumbers({ driver }: Connection): ReadonlyMap<string, number> {
  const given = new Map<string, number>()
  const note = (name: string, number: number | null | undefined) => {
    if (number) given.set(name, Math.max(given.get(name) ?? 0, number))
  }
  const sequences = driver.prepare<[], [string, number]>('SELECT name, seq FROM sqlite_sequence').raw().all()
  for (const [name, number] of sequences) note(name, number)
  for (const [name, text] of Object.entries(STANDING_ELSEWHERE))
    note(name, driver.prepare<[], number | null>(text).pluck().get())
  return given
}
