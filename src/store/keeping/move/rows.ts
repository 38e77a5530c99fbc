import { createHash } from 'node:crypto'
import { keptText } from '../kept-text.ts'

export type Value = null | number | string | Uint8Array

/** Values in the order of a table's columns. */
export type Row = readonly Value[]

/** A column as the database has it that is moved to. */
export interface Column {
  name: string
  /** As PostgreSQL names it. */
  type: string
}

/** A table that is moved. */
export interface Table {
  name: string
  columns: readonly Column[]
  /** By these its rows are ordered; no two rows are the same in them, unless they are the same in all. */
  key: readonly string[]
}

/** Rows that are moved together, and the place behind them. */
export interface Step {
  rows: readonly Row[]
  at: Row
}

/** What stands for bytes where rows are compared. */
const digestOf = (bytes: Uint8Array): string =>
  `${createHash('sha256').update(bytes).digest('hex')}:${bytes.length}`

/** The one text of a row: the same on both sides, or something was lost. */
export function canonical(row: Row): string {
  return JSON.stringify(
    row.map((value) => {
      if (value instanceof Uint8Array) return digestOf(value)
      return typeof value === 'string' ? keptText(value) : value
    }),
  )
}

/** Octets that a row takes, about. */
export function sizeOf(row: Row): number {
  let octets = 0
  for (const value of row) {
    octets += 8
    if (value !== null && typeof value !== 'number') octets += value.length
  }
  return octets
}

/** A place as it is written down, and back. */
export const placeText = (at: Row): string =>
  JSON.stringify(
    at.map((value) => (value instanceof Uint8Array ? { hex: Buffer.from(value).toString('hex') } : value)),
  )

export const readPlace = (text: string): Row =>
  (JSON.parse(text) as (null | number | string | { hex: string })[]).map((value) =>
    typeof value === 'object' && value !== null ? Uint8Array.from(Buffer.from(value.hex, 'hex')) : value,
  )

/** A row that cannot be moved. */
export class RowRefused extends Error {
  constructor(table: string, at: Row, reason: string) {
    super(`A row of ${table} cannot be moved (${shown(at)}): ${reason}`)
  }
}

const LONGEST_SHOWN = 80

/** The key of a row, for people. */
const shown = (at: Row): string =>
  at
    .map((value) =>
      (value instanceof Uint8Array ? Buffer.from(value).toString('hex') : String(value)).slice(
        0,
        LONGEST_SHOWN,
      ),
    )
    .join(', ')
