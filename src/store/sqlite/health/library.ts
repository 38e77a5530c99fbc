import { tmpdir } from 'node:os'
import Sqlite from '#sqlite'

let found: { problem: string | undefined } | undefined

/** Why the database library cannot be loaded, which the program unpacks first: a sentence for the operator. Looked at once, as
 * the runtime gives another reason from the second time on. */
export function libraryProblem(): string | undefined {
  found ??= { problem: unloadable(() => new Sqlite(':memory:').close()) }
  return found.problem
}

/** The sentence for what loading it throws. */
export function unloadable(load: () => unknown, folder = unpackedIn()): string | undefined {
  try {
    load()
    return undefined
  } catch {
    return `The database library, which is unpacked to ${folder} (TMPDIR), cannot be loaded from there: the folder is missing, may not be written in by this user, is full or is mounted noexec. Name another one, for the service in its unit (systemctl edit mailgauge): Environment=TMPDIR=/var/lib/mailgauge/tmp`
  }
}

/** As Bun chooses. */
const unpackedIn = () => process.env['BUN_TMPDIR'] ?? process.env['TMPDIR'] ?? tmpdir()
