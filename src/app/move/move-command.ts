import { join, resolve } from 'node:path'
import type { Config } from '../../config/config.ts'
import { RowRefused } from '../../store/keeping/move/rows.ts'
import { StoreRefused } from '../../store/keeping/refused.ts'
import { openMoveTarget } from '../../store/postgres/move/target.ts'
import { DatabaseBusy, DatabaseSilent } from '../../store/postgres/sql/database.ts'
import type { Address } from '../../store/postgres/wire/address.ts'
import { StatementFailed } from '../../store/postgres/wire/failures.ts'
import { examineDatabase, foldLog } from '../../store/sqlite/backup/examine.ts'
import { databaseIn, hasStore, noDatabaseIn } from '../../store/sqlite/files.ts'
import { lockDirectory } from '../../store/sqlite/lock.ts'
import { settle } from '../../store/sqlite/move/settle.ts'
import { openMoveSource } from '../../store/sqlite/move/source.ts'
import { VERSION } from '../../version.ts'
import { databaseAddresses } from '../hosts/database-address.ts'
import { answerOf } from '../hosts/refusals.ts'
import { StartRefused } from '../parts.ts'
import { keyIdsIn } from '../secrets/key-file.ts'
import { compareAll, copyAll, fingerprintOf, type MoveProgress } from './move.ts'
import type { Differs, Verified } from './verify.ts'

/** What is to be moved where. */
export interface MoveRequest {
  /** A data directory. */
  from: string
  /** The address of a PostgreSQL database. Absent: store.url, past a pooler. */
  to?: string
  signal: AbortSignal
  /** What is done before rows are moved, for people. */
  status(line: string): void
  progress(progress: MoveProgress): void
  /** Rows that are kept together. Absent: as many as is fast. */
  rowsAtOnce?: number
}

/** What came of it. */
export interface Moved {
  tables: Verified[]
  /** A move that was cut off went on. */
  wentOn: boolean
  /** The key that opens its secrets, by its id, and the file where it is to be found. Absent: it has none. */
  key?: { id: string; path: string; isThere: boolean }
}

/** Moves all of a data directory to a PostgreSQL database. Gives the sentence that says why it could not be. */
export async function moveByCommand(
  config: Pick<Config, 'store' | 'secrets'>,
  request: MoveRequest,
): Promise<Moved | { refused: string }> {
  try {
    return await locked(request.from, () => moved(config, request))
  } catch (cause) {
    const refused = sentenceOf(cause, request.to === undefined ? 'store.url' : '--to')
    if (refused === undefined) throw cause
    return { refused }
  }
}

const GOES_ON = 'What was moved stays: run the command again, and it goes on.'

function sentenceOf(cause: unknown, named: string): string | undefined {
  if (cause instanceof StoreRefused || cause instanceof StartRefused) return cause.message
  if (cause instanceof RowRefused) return `${cause.message} ${GOES_ON}`
  const answer = answerOf(cause, named)
  if (answer !== undefined) return `${answer} Then run the command again.`
  if (cause instanceof DatabaseSilent || cause instanceof DatabaseBusy)
    return `The PostgreSQL database is not reached: ${cause.message} ${GOES_ON}`
  if (cause instanceof StatementFailed) return `${cause.message}. ${GOES_ON}`
  return cause instanceof DOMException && cause.name === 'AbortError' ? `It was ended. ${GOES_ON}` : undefined
}

/** To the database itself: what holds for a session does not go through a pooler. */
function addressFor({ store }: Pick<Config, 'store'>, { to }: MoveRequest): Address {
  const url = to ?? store.listenUrl ?? store.url
  if (url === undefined)
    throw new StoreRefused(
      'Where to is not said. Name the database with --to, or keep its address from the command line with MAILGAUGE_STORE_URL_FILE, the path of a file.',
    )
  const { listenUrl: _, ...rest } = store
  const addresses = databaseAddresses({ store: { ...rest, url, prepared: true } })
  if (!addresses) throw new StoreRefused('The address of the database cannot be read.')
  return addresses.address
}

async function locked<T>(directory: string, work: () => Promise<T>): Promise<T> {
  if (!hasStore(directory)) throw new StoreRefused(noDatabaseIn(directory))
  const locking = lockDirectory(directory)
  if (locking.kind === 'in_use') {
    const who = locking.pid === undefined ? '' : ` (process ${locking.pid})`
    throw new StoreRefused(
      `Mailgauge runs on ${directory}${who}. Stop it first, such as with systemctl stop mailgauge: what it took meanwhile would not be moved.`,
    )
  }
  try {
    return await work()
  } finally {
    locking.lock.release()
  }
}

async function moved(config: Pick<Config, 'store' | 'secrets'>, request: MoveRequest): Promise<Moved> {
  const address = addressFor(config, request)
  const { from: directory, signal, status, progress, rowsAtOnce } = request
  status('Looking through the database')
  demandSound(directory)
  status('Counting what was not counted yet')
  await settle(directory, VERSION, () => signal.throwIfAborted())
  const source = openMoveSource(directory)
  try {
    const fingerprint = fingerprintOf(source)
    const target = await openMoveTarget({ address, program: VERSION, fingerprint })
    try {
      const steps = { source, target, signal, progress, ...(rowsAtOnce !== undefined && { rowsAtOnce }) }
      await copyAll(steps)
      const { verified, differs } = await compareAll(steps)
      if (differs.length > 0) throw new StoreRefused(differing(differs))
      await target.finish()
      const keyId = source.keyId()
      const key = keyId === undefined ? undefined : keyIn(config, directory, keyId)
      return { tables: verified, wentOn: target.goesOn, ...(key && { key }) }
    } finally {
      target.close()
    }
  } finally {
    source.close()
  }
}

/** The file of a data directory is in it, unless the configuration that names this directory says otherwise. */
function keyIn(
  { secrets, store }: Pick<Config, 'store' | 'secrets'>,
  directory: string,
  id: string,
): NonNullable<Moved['key']> {
  const isOther = resolve(directory) !== resolve(store.directory)
  const paths = [...(isOther ? [join(directory, 'secrets.key')] : []), secrets.keyPath]
  const found = paths.find((path) => keyIdsIn(path).includes(id))
  return { id, path: found ?? paths[0] ?? secrets.keyPath, isThere: found !== undefined }
}

function demandSound(directory: string): void {
  const file = databaseIn(directory)
  if (!foldLog(file))
    throw new StoreRefused(
      `${file} cannot be read whole: another program has it open. End it, and try again.`,
    )
  const sound = examineDatabase(file)
  if (sound.kind === 'damaged')
    throw new StoreRefused(
      `${file} is damaged: ${sound.says}. Put a backup in its place with mailgauge restore, then move that.`,
    )
}

function differing(differs: readonly Differs[]): string {
  const lines = differs.map(
    ({ table, rows: { here, there }, first }) =>
      `  ${table}: ${here} rows here, ${there} there, and the first that is not the same is ${first}`,
  )
  return `What is in the PostgreSQL database is not what was moved:\n${lines.join('\n')}\nNobody serves it as it is. Make an empty database, and move anew.`
}
