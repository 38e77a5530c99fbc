import { REPORT_FILE_BOUNDS } from '../../report-mail.ts'
import type { Store } from '../../store.ts'
import type { PartOptions } from '../options.ts'
import type { Db } from '../sql/database.ts'
import { fileWrites } from './changing.ts'
import { fileDeletion } from './deletion.ts'
import { reportLine } from './line.ts'
import { acceptsFor, mailWrites } from './mails.ts'
import { fileReads } from './reads.ts'

/** Report mail that waits, and what became of its files. */
export function reportMailParts(
  db: Db,
  { reportFiles: usual = REPORT_FILE_BOUNDS }: PartOptions,
): Pick<Store, 'reportMail'> {
  const mails = mailWrites(db)
  const files = fileWrites(db)
  return {
    reportMail: {
      ...fileReads(db),
      ...reportLine(db),
      ...fileDeletion(db),
      ...mails,
      ...files,
      accept: acceptsFor(db, 'reports'),
      finish: (claim, result, bounds = usual) => mails.finish(claim, result, bounds),
      imported: (of, told, bounds = usual) => files.imported(of, told, bounds),
    },
  }
}
