import type { Database } from 'bun:sqlite'
import { statSync } from 'node:fs'
import { systemCode, systemReason } from '../../../core/trouble/system-reason.ts'
import type { DisabledReason } from '../../../core/watching/destination-kind.ts'
import { databaseIn } from '../files.ts'
import { MIGRATIONS } from '../migrations.ts'
import { openStill } from './still.ts'

/** What a look through the whole database found. */
export type QuickCheck =
  | { kind: 'sound'; version: number; claimed: boolean; alerts: AlertRow[]; uncounted?: Uncounted }
  /** none: there is no database. older, newer: of another version of Mailgauge. unread: it could not be looked at. */
  | { kind: 'damaged' | 'none' | 'empty' | 'older' | 'newer' | 'unread'; says: string }

/** A webhook or an alert channel of the instance: since when it took nothing, in milliseconds since 1970, and why it is turned off. */
interface AlertRow {
  name: string
  failingSince: number | null
  disabled: DisabledReason | null
}

/** Parts of DMARC reports of which an earlier version did not count all that is counted now. */
interface Uncounted {
  left: number
  all: number
}

const MOST_WORDS = 500
const MOST_ALERTS = 200

/** Looks through the database as it is, which takes as long as it is large: in a process of its own. */
export function quickCheck(directory: string): QuickCheck {
  const file = databaseIn(directory)
  try {
    const there = statSync(file, { throwIfNoEntry: false })
    if (!there) return { kind: 'none', says: `There is no Mailgauge database in ${directory}.` }
    if (there.size === 0) return { kind: 'empty', says: `${file} is empty: a database was here.` }
    const database = openStill(file)
    try {
      return look(database)
    } finally {
      database.close()
    }
  } catch (cause) {
    return notLookedAt(cause, file)
  }
}

function look(database: Database): QuickCheck {
  const version = Number(one(database, 'PRAGMA user_version'))
  const needs = `The database is of version ${version}; this program needs ${MIGRATIONS.length}.`
  if (version > MIGRATIONS.length)
    return {
      kind: 'newer',
      says: `${needs} A newer Mailgauge wrote it, and this one does not start with it.`,
    }
  const said = String(one(database, 'PRAGMA quick_check(3)'))
  if (said !== 'ok') return { kind: 'damaged', says: said.slice(0, MOST_WORDS) }
  if (version < MIGRATIONS.length) return { kind: 'older', says: needs }
  const admin = database.query('SELECT 1 FROM people WHERE is_instance_admin = 1 LIMIT 1').get()
  const alerts = database
    .query<AlertRow, [number]>(
      `SELECT name, failing_since AS failingSince, disabled_reason AS disabled
         FROM destinations WHERE account_id IS NULL AND deleted_at IS NULL ORDER BY name LIMIT ?`,
    )
    .all(MOST_ALERTS)
  const left = Number(one(database, 'SELECT count(*) FROM dmarc_partly_counted'))
  const uncounted = { left, all: left && Number(one(database, 'SELECT count(*) FROM dmarc_pieces')) }
  return { kind: 'sound', version, claimed: admin !== null, alerts, ...(left > 0 && { uncounted }) }
}

function one(database: Database, sql: string): unknown {
  const row = database.query(sql).get()
  return typeof row === 'object' && row !== null ? Object.values(row)[0] : undefined
}

function notLookedAt(cause: unknown, file: string): QuickCheck {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  const words = (cause instanceof Error ? cause.message : String(cause)).slice(0, MOST_WORDS)
  if (/^SQLITE_(?:CORRUPT|NOTADB)/.test(code)) return { kind: 'damaged', says: words }
  if (code === 'EACCES' || code === 'SQLITE_CANTOPEN' || code === 'SQLITE_PERM')
    return { kind: 'unread', says: `${file} may not be opened by this user` }
  return { kind: 'unread', says: systemCode(cause) === undefined ? words : systemReason(cause) }
}
