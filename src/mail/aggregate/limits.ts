/** What is looked at of one mail or file of strangers. */
export interface ReadLimits {
  /** Octets that one document may unpack to. */
  documentBytes: number
  /** Octets that everything in a mail may unpack to. */
  totalBytes: number
  /** Files read of one archive, and of one mail. */
  files: number
  /** Archives in one another. */
  nesting: number
  /** Parts of a mail, with those of mails in it. */
  parts: number
  /** Levels of message/rfc822. */
  messages: number
  /** Rows of one report. */
  records: number
  /** Rows of all reports in a mail or archive. */
  totalRecords: number
}

const MIB = 1024 * 1024

export const READ_LIMITS: ReadLimits = {
  documentBytes: 32 * MIB,
  totalBytes: 64 * MIB,
  files: 16,
  nesting: 2,
  parts: 50,
  messages: 2,
  records: 100_000,
  totalRecords: 200_000,
}
