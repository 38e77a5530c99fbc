import type { NewAuditEntry } from '../../core/access/audit.ts'
import type { WatchingEvent } from '../../core/watching/events.ts'
import type { Monitor, MonitorSettings, MonitorStanding } from '../../core/watching/monitor.ts'
import type { NewMessage } from '../messages.ts'

/** What is changed of a monitor; what is absent stays. null: it has none from now on. */
export interface MonitorChange {
  settings?: Partial<MonitorSettings>
  /** The windows that the change was made from. */
  windowsWere?: MonitorSettings['windows']
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
/** Scores of a monitor that are kept: of a message an hour for longer than a year. */
export const MOST_SCORES = 10_000

/** Who lives at a monitor's address. */
export interface MonitorMailbox {
  monitorId: string
  accountId: string
  /** As many came within the hour as may. */
  full: boolean
}

/** A message of a monitor, where its test has not expired. */
export interface MonitorMessageRow {
  token: string
  messageId: string
  receivedAt: Date
  /** Absent: it waits to be analysed, or could not be. */
  score?: number
  status: 'pending' | 'scored' | 'failed'
  subject?: string
}

/** How a message scored, whether or not its test is still there. */
export interface MonitorScore {
  at: Date
  /** Absent: it could not be analysed. */
  score?: number
}

/** Monitors of accounts, and what is remembered of them. Nothing is found of an account that was deleted. */
export interface MonitorStore {
  /** It is due to be looked at from then on. `domain_taken`: the domain has one. */
  add(
    monitor: Monitor,
    most: number,
    said: NewAuditEntry,
  ): Promise<
    'added' | 'full' | 'name_taken' | 'domain_taken' | 'unknown_domain' | 'unknown_account' | 'no_space'
  >
  byId(accountId: string, id: string): Promise<Monitor | undefined>
  /** By name. */
  list(accountId: string): Promise<Monitor[]>
  /** Of all accounts, behind an id, by id. */
  all(after: string, limit: number): Promise<Monitor[]>
  /** That of a domain. */
  ofDomain(domainId: string): Promise<Monitor | undefined>
  /** It is due to be looked at at once, and once more where a look is under way. outdated: it has other windows by now. */
  change(
    accountId: string,
    id: string,
    change: MonitorChange,
    said: NewAuditEntry,
  ): Promise<'changed' | 'outdated' | 'name_taken' | 'unknown_monitor'>
  /** Its tests stay until they expire. */
  delete(accountId: string, id: string, said: NewAuditEntry): Promise<'deleted' | 'unknown_monitor'>
  byBadge(badge: string): Promise<Monitor | undefined>
  /** Who lives at the address with this local part, lower case. What came within the hour is told by the engine's own clock. */
  mailbox(localPart: string): Promise<MonitorMailbox | undefined>
  /** Makes the tests with their messages, all or none; durable when it resolves. A monitor that is silent is due by that. */
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
  /** Newest first, behind a place. */
  messages(
    id: string,
    page: { limit: number; after?: number },
  ): Promise<{ items: MonitorMessageRow[]; next?: number }>
  /** Newest first. */
  scores(id: string, since: Date, limit: number): Promise<MonitorScore[]>
  /** Forgets older scores, at most so many; gives how many. */
  forgetScores(before: Date, limit: number): Promise<number>
}
