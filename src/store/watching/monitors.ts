import type { NewAuditEntry } from '../../core/access/audit.ts'
import type { WatchingEvent } from '../../core/watching/events.ts'
import type { Monitor, MonitorSettings, MonitorStanding } from '../../core/watching/monitor.ts'
import type { NewMessage } from '../messages.ts'

/** What is changed of a monitor; what is absent stays. null: it has none from now on. */
export interface MonitorChange {
  settings?: MonitorSettings
  paused?: NonNullable<Monitor['paused']> | null
  badge?: string | null
}

/** A message for a monitor: `token` is that of the test that is made for it. */
export interface MonitorMessage extends NewMessage {
  monitorId: string
  /** When its test expires. */
  expiresAt: Date
}

/** What a look at a monitor begins with. */
export interface BegunMonitor {
  monitor: Monitor
  /** JSON of the watch. Absent: it was never looked at. `version` rises with each that is kept. */
  kept?: { version: number; state: string }
  /** When its newest message came, analysed or not. Absent: none did. */
  arrivedAt?: Date
}

/** What a look at a monitor ends with. */
export interface SettledMonitor {
  standing: MonitorStanding
  state: string
  at: Date
  /** When it is looked at next if nothing comes. Absent: not by itself. */
  dueAt?: Date
}

/** An event of a monitor as it was told. */
export interface ToldAlert {
  at: Date
  event: WatchingEvent
}

/** Events of a monitor that are kept. */
export const MOST_TOLD_ALERTS = 200

/** Monitors of accounts, and what is remembered of them. */
export interface MonitorStore {
  add(
    monitor: Monitor,
    most: number,
    said: NewAuditEntry,
  ): Promise<'added' | 'full' | 'name_taken' | 'unknown_domain' | 'unknown_account' | 'no_space'>
  byId(accountId: string, id: string): Promise<Monitor | undefined>
  /** By name. */
  list(accountId: string): Promise<Monitor[]>
  /** Of all accounts, behind an id, by id. */
  all(after: string, limit: number): Promise<Monitor[]>
  change(
    accountId: string,
    id: string,
    change: MonitorChange,
    said: NewAuditEntry,
  ): Promise<'changed' | 'name_taken' | 'unknown_monitor'>
  /** Its tests stay until they expire. */
  delete(accountId: string, id: string, said: NewAuditEntry): Promise<'deleted' | 'unknown_monitor'>
  byBadge(badge: string): Promise<Monitor | undefined>
  /** Who lives at the address with this local part, lower case. `full`: as many came within the hour as may. */
  mailbox(localPart: string): Promise<{ monitorId: string; accountId: string; full: boolean } | undefined>
  /** Makes the tests with their messages, all or none; durable when it resolves. */
  accept(messages: readonly MonitorMessage[]): Promise<'stored' | 'unknown_monitor' | 'too_many' | 'no_space'>
  /** Ids of monitors that are due to be looked at, the longest due first. */
  due(now: Date, limit: number): Promise<string[]>
  begin(id: string): Promise<BegunMonitor | undefined>
  /** Keeps a look with its events, all or nothing. `version`: of what it began with, 0 where nothing was kept. outdated: another look
   * ended meanwhile. */
  settle(
    id: string,
    version: number,
    look: SettledMonitor,
    events: readonly WatchingEvent[],
  ): Promise<'settled' | 'outdated' | 'unknown_monitor'>
  /** Newest first. */
  told(id: string, limit: number): Promise<ToldAlert[]>
}

/** Since when and how often a monitor's messages scored what; by the day of UTC, oldest first. */
export interface MonitorMessageRow {
  token: string
  messageId: string
  receivedAt: Date
  /** Absent: it waits to be analysed, or could not be. */
  score?: number
  status: 'pending' | 'scored' | 'failed'
  subject?: string
}
