/** A kind of DNS data that is watched. sts_policy is the policy file of MTA-STS, which its web host gives. */
export const WATCHED_RECORDS = [
  'spf',
  'dkim',
  'dmarc',
  'mta_sts',
  'sts_policy',
  'tls_rpt',
  'bimi',
  'mx',
] as const
export type WatchedRecord = (typeof WATCHED_RECORDS)[number]

/** Where something is watched: the kind and the full name, `_dmarc.example.org`. */
export interface RecordPlace {
  record: WatchedRecord
  name: string
}

/** What a look found at a place. Values are texts of strangers, sorted, each cut at 4,096 characters; none: NXDOMAIN or NODATA. A place that could not
 * be asked is not in the list: that says nothing. */
export interface SeenRecords extends RecordPlace {
  values: readonly string[]
}

/** What a place said before and says now. */
export interface RecordChange extends RecordPlace {
  before: readonly string[]
  after: readonly string[]
  /** When the two looks were between which it changed. */
  lastSeenAt: Date
  at: Date
}

/** What a place has said, from one look to another. */
export interface RecordVersion extends RecordPlace {
  values: readonly string[]
  firstSeenAt: Date
  lastSeenAt: Date
  /** It is what the place says now. */
  current: boolean
}
