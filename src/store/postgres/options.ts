import type { ReportFileBounds } from '../report-mail.ts'

/** What the parts of the store are told. */
export interface PartOptions {
  /** By which times are given that a part works with in this process: never decides what the database can decide. */
  now(): Date
  /** Bounds of report files where nobody says otherwise. */
  reportFiles?: ReportFileBounds
}
