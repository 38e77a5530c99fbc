/** What the rows of a report share. */
export interface ReportFacts {
  no: number
  day: number
  receivedAt: number
  /** dmarc_texts: by what it is known, and its name as it stands. */
  reporter: number
  reporterName: number
  authenticated: number
  /** dmarc_texts: the organization that its mail is proved to come from. */
  sender: number | null
  /** dmarc_texts: the domain whose policy it saw, and that policy (null: an earlier version kept it, and did not note it). */
  policyDomain: number
  policy: number | null
  isLong: boolean
  /** Nothing of it was counted yet. */
  isNew: boolean
  /** What is counted of it stands in pieces before this one. */
  before: number
}
