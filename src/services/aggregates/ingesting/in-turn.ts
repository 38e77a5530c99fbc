import type { ReportReader } from '../importing.ts'

/** Reads one mail or file at a time: whoever has many of them takes one process, and leaves the others to messages. */
export function inTurn(reader: ReportReader): ReportReader {
  let last: Promise<unknown> = Promise.resolve()
  return {
    read(reading) {
      const next = last.then(() => reader.read(reading))
      last = next.catch(() => undefined)
      return next
    },
  }
}
