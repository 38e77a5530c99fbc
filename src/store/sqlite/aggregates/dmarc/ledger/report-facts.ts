/** What the rows of a report share. */
export interface ReportFacts {
  no: number
  day: number
  receivedAt: number
  /** dmarc_texts: by what it is known, and its name as it stands. */
  reporter: number
  reporterName: number
  authenticated: number
  isLong: boolean
  /** Nothing of it was counted yet. */
  isNew: boolean
  /** What is counted of it stands in pieces before this one. */
  before: number
}
