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

/** Files that are held at once: beyond it the next waits. */
const MOST_HELD_BYTES = 64 * 1024 * 1024

/** Does something to some files at once, and gives what came of each in their order. */
export async function* inOrder<R>(
  coming: AsyncIterable<Found>,
  atOnce: number,
  work: (found: Found) => Promise<R>,
): AsyncGenerator<R> {
  const begun: { done: Promise<R>; bytes: number }[] = []
  let held = 0
  for await (const found of coming) {
    const done = work(found)
    // Told where it is awaited.
    done.catch(() => undefined)
    const bytes = 'bytes' in found ? found.bytes.byteLength : 0
    begun.push({ done, bytes })
    held += bytes
    while (begun.length >= atOnce || held > MOST_HELD_BYTES) {
      const next = begun.shift()
      if (!next) break
      held -= next.bytes
      yield await next.done
    }
  }
  for (const { done } of begun) yield await done
}

/** What comes until a signal; whoever sends it slowly is not waited for then. */
export async function* until<T>(stopped: AbortSignal, coming: AsyncGenerator<T>): AsyncGenerator<T> {
  const stop = Promise.withResolvers<undefined>()
  stopped.addEventListener('abort', () => stop.resolve(undefined), { once: true })
  while (!stopped.aborted) {
    const next = await Promise.race([coming.next(), stop.promise])
    if (!next || next.done) return
    yield next.value
  }
}

/** The last part of a path. */
export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** Where something was found: the file, and the number of a mail in it. */
export const placeOf = ({ file, number }: Pick<Found, 'file' | 'number'>): string =>
  number === undefined ? file : `${file} ${number}`
