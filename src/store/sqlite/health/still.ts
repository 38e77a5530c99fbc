import { Database } from 'bun:sqlite'
import { statSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

const [READ_ONLY, BY_ADDRESS] = [0x01, 0x40]

/** Opens a database to be read, and makes no file beside it: whoever looks may be another user than whose it is. Throws the reason
 * when that cannot be. */
export function openStill(file: string): Database {
  const log = sizeOf(`${file}-wal`)
  // Nobody has it open: it is whole in its one file.
  if (!log) return new Database(`${pathToFileURL(file).href}?immutable=1`, READ_ONLY | BY_ADDRESS)
  if (sizeOf(`${file}-shm`) === undefined)
    throw new Error(
      'it was not closed, and looking at it now would make files beside it: start the service first',
    )
  return new Database(file, READ_ONLY)
}

function sizeOf(path: string): number | undefined {
  try {
    return statSync(path).size
  } catch {
    return undefined
  }
}
