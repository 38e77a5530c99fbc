import type { RecordChange, RecordVersion, SeenRecords } from '../../core/watching/records.ts'

/** Whose records are remembered: those of a domain of an account, or of the last sender of a monitor. They go with it. */
export type RecordOwner = { domainId: string } | { monitorId: string }

/** Versions that are kept of one place; the oldest go first. */
export const MOST_VERSIONS = 200
/** Places that are kept of one owner; those that were not seen for longest go first. */
export const MOST_PLACES = 60
/** Versions that are kept of one owner, beside what its places say now. */
export const MOST_EARLIER = 1_000

/** What a look at records ends with. */
export interface RecordLook {
  at: Date
  /** Whose records they are: that of the domain, or of From. */
  domain: string
  /** What was found at the places that answered. */
  seen: readonly SeenRecords[]
  /** JSON: what the next look begins with. */
  state: string
  /** When it is looked at next. */
  dueAt: Date
  /** What changed is told by an event. */
  tells: boolean
  /** The look before, as this one began. Where another was kept meanwhile, this one is not: it is the older of the two, or tells the
   * same again. Absent: it is kept whatever was. */
  after?: { lookedAt?: Date }
}

/** Whose records are to be looked at. Of a monitor the domain is known by its last message alone. */
export interface DueRecords {
  accountId: string
  owner: RecordOwner
  /** Of a domain. */
  domain?: string
}

/** What a look begins with. */
export interface BegunLook {
  state: string
  lookedAt?: Date
  /** Later than now: another look ended since it was read that this one is due. */
  dueAt?: Date
}

/** Everything that the DNS has said of what is watched. Each verified domain and each monitor has a row that is due; it is there from
 * the moment in which the domain is verified or the monitor made. */
export interface RecordHistoryStore {
  /** Keeps what a look found at the places that answered, with the event, all or nothing; gives what changed. The first look at a place
   * changes nothing. What a verified domain of the account has the same places for is told of that domain alone. */
  keep(owner: RecordOwner, look: RecordLook): Promise<RecordChange[] | 'unknown_owner' | 'outdated'>
  /** What every place says now. */
  current(owner: RecordOwner): Promise<RecordVersion[]>
  /** Newest first, of all places. */
  versions(owner: RecordOwner, limit: number): Promise<RecordVersion[]>
  /** What the last look left, when it was, and when the next one is due. Undefined: nobody is to look. */
  begin(owner: RecordOwner): Promise<BegunLook | undefined>
  /** When it is looked at next. Undefined: nobody is to look. */
  nextLook(owner: RecordOwner): Promise<Date | undefined>
  /** The longest due first, but for those of these accounts. */
  due(
    now: Date,
    of: 'domains' | 'monitors',
    request: { limit: number; leave: readonly string[] },
  ): Promise<DueRecords[]>
  /** A look came to nothing, or there is nothing to look at: it is due then. */
  putOff(owner: RecordOwner, dueAt: Date, state?: string): Promise<void>
}
