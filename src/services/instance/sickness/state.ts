import type { FindingState } from '../../doctor/finding.ts'

/** How bad a finding is. */
export type Level = Exclude<FindingState, 'ok' | 'unknown'>

/** What is remembered of one finding. Dates are ISO strings. */
export interface FindingWatch {
  /** Looks in a row, what could not be found out left out. */
  good: number
  bad: number
  problems: number
  /** When the looks that are not good began. */
  since?: string
  /** Its title when it was last seen. */
  title: string
  /** What administrators know of: told, or there at the first look. */
  known?: Level
  /** What was told and is not over, with when it began. */
  told?: { level: Level; since: string }
  /** When it was told last, and how bad it was then. */
  rang?: { at: string; level: Level }
}

/** What is remembered of the instance. */
export interface SickState {
  lookedAt: string
  /** By the id of the finding; of a host's own by `<id>@<host>`. */
  findings: Readonly<Record<string, FindingWatch>>
  /** When each of several hosts looked last. */
  hosts?: Readonly<Record<string, string>>
  /** The destination that exists by default was made. */
  hasDefault?: true
}

/** Reads what was kept. Undefined: nothing, or by a version whose form is not known. */
export function readState(text: string | undefined): SickState | undefined {
  if (text === undefined) return undefined
  const kept: unknown = JSON.parse(text)
  return typeof kept === 'object' && kept !== null && 'findings' in kept ? (kept as SickState) : undefined
}
