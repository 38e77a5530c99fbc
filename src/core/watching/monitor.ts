/** mail: a lasting address, every message to which is tested. domain: the records of a verified domain, without a message. */
export const MONITOR_KINDS = ['mail', 'domain'] as const
export type MonitorKind = (typeof MONITOR_KINDS)[number]

/** waiting: nothing has come yet, and nothing is late. ok: all that was seen is as expected. alerting: something is not. silent: no
 * message came within the interval and its grace. paused: by a person; nothing is told. */
export const MONITOR_STATES = ['waiting', 'ok', 'alerting', 'silent', 'paused'] as const
export type MonitorState = (typeof MONITOR_STATES)[number]

/** What is expected of a monitor. What is absent is not expected. */
export interface Expectations {
  /** Minutes from one message to the next, and how late it may be. Of mail alone. */
  interval?: { everyMinutes: number; graceMinutes: number }
  /** Of a message: 0 to 10, one decimal. */
  leastScore?: number
  /** Points that a message may score below those before it: above 0, one decimal. */
  mostDrop?: number
  /** Names of checks that must not fail. */
  mustPass: readonly string[]
  /** Address and domain of the last sender, or the domain, are looked up on blocklists on a schedule. */
  blocklists: boolean
  /** The records of its domain (SPF, DKIM, DMARC, MTA-STS, TLS-RPT, BIMI, MX) are looked at on a schedule. */
  records: boolean
}

/** Planned work, during which nothing is told and nothing becomes late. */
export type MaintenanceWindow =
  | { kind: 'once'; from: Date; until: Date }
  /** Every week at the same time there. `days`: 1 is Monday, 7 Sunday (ISO 8601). `at`: 02:30. `zone`: an IANA name. */
  | { kind: 'weekly'; days: readonly number[]; at: string; minutes: number; zone: string }

/** Why a monitor is not as expected. `says` is a sentence for people; names in it may be texts of strangers. */
export interface Reason {
  condition: MonitorCondition
  says: string
  since: Date
  /** What it is about, stable while it lasts: a check's name, a blocklist's zone with what is listed. Absent: the whole. */
  about?: string
}

export const MONITOR_CONDITIONS = [
  'score_low',
  'score_dropped',
  'check_failed',
  'not_analysed',
  'listed',
  'record_broken',
  'nothing_received',
] as const
export type MonitorCondition = (typeof MONITOR_CONDITIONS)[number]

/** How a monitor is, as the last look left it. */
export interface MonitorStanding {
  state: MonitorState
  since: Date
  /** The gravest first; empty unless alerting or silent. */
  reasons: readonly Reason[]
  /** Of the latest message that has one. */
  score?: number
  /** The latest message: when it arrived, and its test. */
  last?: { at: Date; token: string; messageId: string }
  /** When it is silent unless a message comes. */
  lateAt?: Date
  /** The last look at records and lists that came to its end. */
  lookedAt?: Date
}

/** What a person decides about a monitor. */
export interface MonitorSettings {
  /** 1 to 100 characters, unique within the account. */
  name: string
  expectations: Expectations
  windows: readonly MaintenanceWindow[]
}

/** A monitor of an account. */
export interface Monitor extends MonitorSettings {
  /** `mon_` and 16 base62 characters. */
  id: string
  accountId: string
  subject:
    | { kind: 'mail'; localPart: string }
    /** A verified domain of the account: the monitor goes with it. */
    | { kind: 'domain'; domainId: string; domain: string }
  createdAt: Date
  /** Absent `until`: until a person goes on with it. */
  paused?: { at: Date; until?: Date }
  /** What opens its badge, 26 base32 characters. Absent: it has none. */
  badge?: string
  standing: MonitorStanding
}

/** Messages of a monitor that are taken in an hour. */
export const MESSAGES_PER_HOUR = 60
/** What they may have together, where they are more than one: who knows the address fills no store with it. */
export const BYTES_PER_HOUR = 100 * 1024 ** 2
/** Maintenance windows of a monitor. */
export const MOST_WINDOWS = 20
