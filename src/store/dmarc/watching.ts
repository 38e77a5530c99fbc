import type { DmarcEvent, WatchedEvent } from '../../core/event.ts'

/** Up to where reports, files and TLS reports had come. */
export interface WatchMarks {
  report: number
  file: number
  tls: number
}

/** A verified domain that has reports. */
export interface WatchedDomain {
  accountId: string
  domainId: string
  /** Changes with each report that comes, and is counted. */
  mark: string
  /** At the last look. */
  looked?: { at: Date; mark: string }
}

/** What a look begins with. */
export interface BegunWatch {
  domain: string
  marks: WatchMarks
  /** Other verified domains of the account, above it and below. */
  kin: { domainId: string; domain: string }[]
  /** Records of it, or of one of those, may go to another domain. */
  isMoving: boolean
  kept?: { version: number; state: string; lookedAt: Date }
}

/** What a look ends with. */
export interface SettledWatch {
  /** JSON. */
  state: string
  /** What lasts, as JSON: a list, empty where nothing does. */
  holds: string
  at: Date
  mark: string
}

/** An event as it was told, of DMARC and TLS reports or of complaints. */
export interface ToldEvent {
  domainId: string
  at: Date
  event: WatchedEvent
  /** Of sample data: it is shown, and was told to nobody. */
  isSample?: true
}

/** What would have been told of a past that is made up. */
export type PastEvent = Pick<ToldEvent, 'at' | 'event'>

/** Events of a domain that are kept. */
export const MOST_TOLD = 200

/** What is remembered of domains whose reports are watched, and what was told of them. It goes with the domain. */
export interface WatchStore {
  /** Behind a place, in the order of their ids. */
  domains(after: string, limit: number): Promise<WatchedDomain[]>
  /** Undefined: the domain is gone, or not verified. */
  begin(domainId: string): Promise<BegunWatch | undefined>
  /** Whether reports about these days, or TLS reports, were imported since; `at`: when the last look was. */
  imported(
    domainId: string,
    since: WatchMarks & { at: Date },
    days: { from: number; to: number },
  ): Promise<boolean>
  /** Keeps a look with its events, all or nothing. `version`: of what it began with, 0 where nothing was kept. outdated: another look
   * ended meanwhile. */
  settle(
    domainId: string,
    version: number,
    look: SettledWatch,
    events: readonly DmarcEvent[],
  ): Promise<'settled' | 'outdated' | 'unknown_domain'>
  /** Lists events of sample data, in order, where nothing was told of the domain so far. Nobody is told. Says whether it did. */
  tellOfPast(domainId: string, events: readonly PastEvent[]): Promise<boolean>
  /** What lasts of the domains of an account, or of one of them, as it was settled. */
  lasting(
    accountId: string,
    domainId?: string,
  ): Promise<{ domainId: string; domain: string; holds: string }[]>
  /** Newest first. */
  told(domainId: string, limit: number): Promise<ToldEvent[]>
  /** Of all domains of an account, newest first, without sample data. */
  toldSince(accountId: string, since: Date, limit: number): Promise<ToldEvent[]>
}
