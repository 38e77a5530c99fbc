import { createHash } from 'node:crypto'
import { type Step, sizeOf, type Table } from '../../store/keeping/move/rows.ts'
import { MOVED } from '../../store/keeping/move/tables.ts'
import { StoreRefused } from '../../store/keeping/refused.ts'
import type { MoveTarget } from '../../store/postgres/move/target.ts'
import type { MoveSource } from '../../store/sqlite/move/source.ts'
import { type Differs, type Verified, verifyDays, verifyTable } from './verify.ts'

/** How far it is: what is done, with which table, and how many of all rows. */
export interface MoveProgress {
  doing: 'moving' | 'comparing'
  table: string
  rows: number
  of: number
}

interface MoveSteps {
  source: MoveSource
  target: MoveTarget
  signal: AbortSignal
  progress(progress: MoveProgress): void
  rowsAtOnce?: number
}

const [ROWS_AT_ONCE, OCTETS_AT_ONCE] = [2_000, 4 * 1024 * 1024]
/** Rows between two lines on how far it is. */
const TOLD_EVERY = 1_000

/** By what the same data is known again: how many rows each table has. */
export function fingerprintOf(source: MoveSource): string {
  const counts = MOVED.map((name) => `${name} ${source.count(name)}`)
  return createHash('sha256')
    .update([source.keyId() ?? 'no key', ...counts].join('\n'))
    .digest('hex')
}

/** Copies all tables; what a move before has copied stays. Rejects with RowRefused, or with the reason of the signal. */
export async function copyAll({
  source,
  target,
  signal,
  progress,
  rowsAtOnce = ROWS_AT_ONCE,
}: MoveSteps): Promise<void> {
  const of = MOVED.reduce((sum, name) => sum + source.count(name), 0)
  let before = 0
  for (const table of target.tables) {
    const told = () =>
      progress({ doing: 'moving', table: table.name, rows: before + target.progress(table.name).rows, of })
    if (!target.progress(table.name).done) await copy(table, { source, target, signal, rowsAtOnce, told })
    demandWhole(table.name, target.progress(table.name).rows, source.count(table.name))
    before += target.progress(table.name).rows
  }
  await target.complete(source.line(), source.given())
}

function demandWhole(table: string, rows: number, all: number): void {
  if (rows === all) return
  throw new StoreRefused(
    `Of ${all} rows of ${table}, ${rows} could be read: others refer to rows that are not there. Look at the data with mailgauge doctor, or put a backup in its place.`,
  )
}

interface Copying extends Pick<MoveSteps, 'source' | 'target' | 'signal'> {
  rowsAtOnce: number
  told(): void
}

async function copy(table: Table, { source, target, signal, rowsAtOnce, told }: Copying): Promise<void> {
  let steps: Step[] = []
  let [rows, octets] = [0, 0]
  for (const step of source.rows(table, target.progress(table.name).at)) {
    steps.push(step)
    rows += step.rows.length
    for (const row of step.rows) octets += sizeOf(row)
    if (rows < rowsAtOnce && octets < OCTETS_AT_ONCE) continue
    await target.write(table, steps, false)
    told()
    signal.throwIfAborted()
    steps = []
    rows = 0
    octets = 0
  }
  await target.write(table, steps, true)
  told()
  signal.throwIfAborted()
}

/** What came of comparing all rows of both sides. */
interface Comparison {
  verified: Verified[]
  differs: Differs[]
}

/** Reads all that was moved again, on both sides. */
export async function compareAll({ source, target, signal, progress }: MoveSteps): Promise<Comparison> {
  const of = target.tables.reduce((sum, { name }) => sum + target.progress(name).rows, 0)
  const all: (Verified | Differs)[] = []
  let before = 0
  for (const table of target.tables) {
    const looked = (rows: number) => {
      if (rows % TOLD_EVERY === 0)
        progress({ doing: 'comparing', table: table.name, rows: before + rows, of })
    }
    all.push(await verifyTable(source, target, table, looked))
    before += target.progress(table.name).rows
    signal.throwIfAborted()
  }
  all.push(await verifyDays(source, target))
  return {
    verified: all.filter((one): one is Verified => 'sha256' in one),
    differs: all.filter((one): one is Differs => 'first' in one),
  }
}
