import type { FileListing } from '../../../store/report-mail.ts'
import type { Store } from '../../../store/store.ts'
import { octetsOf } from '../../aggregates/octets.ts'
import { safeFileName, withEnding } from '../../aggregates/report-file-names.ts'
import type { ArchiveFile } from './tar.ts'

const FILES_AT_ONCE = 200

/** What became of the files that came for a domain, newest first, and those that are kept; one is held at a time. */
export async function* reportFiles(
  { reportMail }: Pick<Store, 'reportMail'>,
  domainId: string,
): AsyncGenerator<ArchiveFile> {
  let part = 0
  for (let after: string | undefined = ''; after !== undefined; ) {
    const page: FileListing[] = await reportMail.files(domainId, { after, limit: FILES_AT_ONCE })
    if (page.length > 0) {
      part += 1
      const lines = page.map((one) => `${JSON.stringify(factsOf(one))}\n`).join('')
      yield {
        path: `outcomes/${String(part).padStart(5, '0')}.jsonl`,
        bytes: new TextEncoder().encode(lines),
      }
    }
    for (const { id, downloadable } of page) {
      const file = downloadable ? await reportMail.file(domainId, id) : undefined
      const bytes = file && (await octetsOf(file))
      // The files of one attachment share its octets: they are in here once.
      if (!bytes || file.part > 0) continue
      const name = withEnding(safeFileName(file.name, id, false), bytes)
      yield { path: `files/${id}-${name}`, bytes }
    }
    after = page.length === FILES_AT_ONCE ? page.at(-1)?.id : undefined
  }
}

function factsOf(file: FileListing) {
  const { id, mailId, source, receivedAt, name, size, kind, outcome, reason, detail, uid, reporter } = file
  return {
    ...{ id, mail: mailId, source, received_at: receivedAt, name, bytes: size, kind },
    ...{ outcome, reason, detail, report: uid, reporter, authentication: file.authentication },
    from: file.from,
  }
}
