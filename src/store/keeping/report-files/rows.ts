import type { Outcome, Rejection } from '../../../core/aggregate/file.ts'
import type { Authentication, FileListing, FileOutcome } from '../../report-mail.ts'

/** What all files of one mail or import share. */
export interface FilesOf {
  accountId: string
  domainId: string
  mailId?: string
  source: 'mail' | 'import'
  /** Milliseconds. */
  receivedAt: number
  from: string | undefined
}

export interface ToldFile {
  file: FileOutcome
  authentication: Authentication
}

export interface FileRow {
  id: string
  accountId: string
  domainId: string
  mailId: string | null
  source: 'mail' | 'import'
  receivedAt: number
  name: string
  size: number
  kind: 'aggregate' | 'tls' | null
  outcome: Outcome
  reason: Rejection | null
  detail: string | null
  uid: string | null
  reporter: string | null
  authentication: Authentication
  sender: string | null
  place: number
  downloadable: number
}

/** A row as the rest of the program sees it. Nothing is checked: only this store wrote it. */
export function listingOf(row: FileRow): FileListing {
  const { mailId, kind, reason, detail, uid, reporter, sender } = row
  return {
    id: row.id,
    domainId: row.domainId,
    source: row.source,
    receivedAt: new Date(row.receivedAt),
    name: row.name,
    size: row.size,
    outcome: row.outcome,
    authentication: row.authentication,
    downloadable: row.downloadable === 1,
    ...(mailId !== null && { mailId }),
    ...(kind !== null && { kind }),
    ...(reason !== null && { reason }),
    ...(detail !== null && { detail }),
    ...(uid !== null && { uid }),
    ...(reporter !== null && { reporter }),
    ...(sender !== null && { from: sender }),
  }
}
