import type { Config } from '../../config/config.ts'
import type { Io } from '../io.ts'
import { type Found, findMessages } from '../message-files/sources.ts'

/** What one document may unpack to: a file that is larger holds none. */
const MOST_BYTES = 32 * 1024 * 1024

/** Every file and mail that may hold reports, in the order they were named in; of folders in the order of their paths. */
export async function findReportFiles(
  named: readonly string[],
  config: Config,
  io: Io,
): Promise<AsyncGenerator<Found>> {
  const { mayHoldReports } = await import('../../app/aggregates/file-kind.ts')
  return findMessages(named, {
    cwd: io.cwd,
    mostBytes: Math.max(config.smtp.maxMessage, MOST_BYTES),
    isWanted: mayHoldReports,
    suffixes: ['.eml', '.xml', '.xml.gz', '.gz', '.zip', '.json'],
    words: {
      nothingIn: (folder) =>
        `The folder ${folder} holds no report file and no mail. Hidden files and links to folders are not read.`,
      tooLarge: (bytes) => `It is too large: of a file or mail, ${bytes} bytes are read at most.`,
    },
    standardInput: io.readInput,
  })
}

/** Does something to some at once, and gives what came of each in their order. */
export async function* inOrder<T, R>(
  coming: AsyncIterable<T>,
  atOnce: number,
  work: (one: T) => Promise<R>,
): AsyncGenerator<R> {
  const begun: Promise<R>[] = []
  for await (const one of coming) {
    const done = work(one)
    // Told where it is awaited.
    done.catch(() => undefined)
    begun.push(done)
    if (begun.length < atOnce) continue
    const next = begun.shift()
    if (next) yield await next
  }
  for (const last of begun) yield await last
}

/** The last part of a path. */
export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** Where something was found: the file, and the number of a mail in it. */
export const placeOf = ({ file, number }: Pick<Found, 'file' | 'number'>): string =>
  number === undefined ? file : `${file} ${number}`
