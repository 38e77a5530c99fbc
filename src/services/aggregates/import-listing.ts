import type { Authentication, FileOutcome, ReportMailStore } from '../../store/report-mail.ts'

type Of = Parameters<ReportMailStore['imported']>[0]
type Listed = { authentication: Authentication; file: FileOutcome }

/** Outcomes that go into one write: what they keep of files is held in memory until then. */
const MOST_AT_ONCE = 200
const MOST_BYTES = 16 * 1024 * 1024

interface Waiting {
  of: Of
  files: Listed[]
  bytes: number
  done: PromiseWithResolvers<void>
}

/** Writes outcomes of files in turn: those of one domain that come while others are written go in together. */
export function createListing(reportMail: Pick<ReportMailStore, 'imported'>) {
  const waiting: Waiting[] = []
  let writing = false

  async function write(): Promise<void> {
    if (writing) return
    writing = true
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      await reportMail.imported(next.of, next.files).then(next.done.resolve, next.done.reject)
    }
    writing = false
  }

  return {
    /** Resolves when it is durable. */
    add(of: Of, listed: Listed): Promise<void> {
      const bytes = listed.file.attachment?.bytes.byteLength ?? 0
      const open = waiting.find((one) => takes(one, of, bytes))
      const one = open ?? { of, files: [], bytes: 0, done: Promise.withResolvers<void>() }
      if (!open) waiting.push(one)
      one.files.push(listed)
      one.bytes += bytes
      void write()
      return one.done.promise
    },
  }
}

const takes = ({ of, files, bytes }: Waiting, other: Of, more: number) =>
  of.importId === other.importId &&
  of.domainId === other.domainId &&
  files.length < MOST_AT_ONCE &&
  bytes + more <= MOST_BYTES
