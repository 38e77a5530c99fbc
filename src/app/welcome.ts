import { delimiter, join, relative } from 'node:path'
import type { Config } from '../config/config.ts'
import { COMPILED, VERSION } from '../version.ts'

/** Where this process runs, as its command line is to be written down. */
export interface Place {
  cwd: string
  /** The path of this program. */
  program: string
  /** The folders in which the shell looks for commands. */
  path: string
}

export function placeOfThisProcess(): Place {
  const built = join(import.meta.dir, '..', '..', 'dist', 'mailgauge')
  return {
    cwd: process.cwd(),
    program: COMPILED ? process.execPath : built,
    path: process.env['PATH'] ?? '',
  }
}

/** What to type in this folder to run this program: its bare name only where the shell would find it. */
export function ownCommand({ cwd, program, path }: Place): string {
  if (isFound(program, path)) return 'mailgauge'
  const below = relative(cwd, program)
  if (below.startsWith('..')) return quoted(program)
  return quoted(below.includes('/') ? below : `./${below}`)
}

/** What to type in any folder. */
export function commandAnywhere({ program, path }: Omit<Place, 'cwd'>): string {
  return isFound(program, path) ? 'mailgauge' : quoted(program)
}

function isFound(program: string, path: string): boolean {
  const folders = path.split(delimiter).filter((folder) => folder !== '')
  return folders.some((folder) => join(folder, 'mailgauge') === program)
}

/** For a POSIX shell. */
function quoted(word: string): string {
  return /^[\w./+:@%-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}

/** What a person needs who has just started an evaluation: every line can be copied as it stands. */
export function welcome(
  config: { site: Pick<Config['site'], 'baseUrl'>; store: Pick<Config['store'], 'directory'> },
  { smtp, setupLink }: { smtp: readonly string[]; setupLink?: string },
  place: Place,
): string {
  const command = ownCommand(place)
  const { directory } = config.store
  // In the folder it was started in, every command finds the data by itself.
  const data = directory === join(place.cwd, 'data') ? '' : ` --data ${quoted(directory)}`
  const setUp =
    setupLink === undefined
      ? ''
      : `\n  Set it up  ${setupLink}\n             Makes you its administrator, with an account and a dashboard. Valid once, for 24 hours.`
  return `
Mailgauge ${VERSION} is running for evaluation: on this machine only, data in ${directory}.

  Web site   ${config.site.baseUrl}
             Make a test address there, and have a sample message sent to it.${setUp}
  Your mail  swaks --server ${smtp[0] ?? ''} --from you@example.org --to <the test address>
  API key    ${command} key create --name first${data}
  All else   ${command} help

Ctrl-C stops it. To run it for others: ${command} config init, then set what mailgauge.toml asks for.

`
}
