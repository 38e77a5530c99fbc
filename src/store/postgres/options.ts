import type { ReportFileBounds } from '../report-mail.ts'
import type { Address } from './wire/address.ts'

/** What the parts of the store are told. */
export interface PartOptions {
  /** By which times are given that a part works with in this process: never decides what the database can decide. */
  now(): Date
  /** Bounds of report files where nobody says otherwise. */
  reportFiles?: ReportFileBounds
}

export interface PostgresOptions {
  address: Address
  /** Past a pooler, where there is one: for LISTEN and for migrations. */
  direct?: Address
  /** Makes the tables, or brings them to this version, first. */
  migrate: boolean
  /** The version of this program. */
  program?: string
  /** Name of this host. */
  host?: string
  /** Connections to the database at most. */
  connections?: number
  reportFiles?: ReportFileBounds
  /** Told of a change of the database that waits for older hosts. */
  told?(sentence: string): void
  /** Told why changes of other hosts are not heard, once for each time; undefined: they are heard again. */
  deaf?(reason: string | undefined): void
  /** How often the connection that hears of changes is looked at. */
  beatMs?: number
  /** Whose time the store goes by. Absent: the database's. */
  clock?: { now(): Date } | undefined
}
