/** TLS reports (RFC 8460 4.4) as they are read: everything but policies may be missing in the wild. */

export interface TlsFailure {
  /** result-type (RFC 8460 4.3), lower case. */
  type: string
  sendingIp?: string
  receivingHost?: string
  receivingHelo?: string
  receivingIp?: string
  sessions: number
  reason?: string
  information?: string
}

export interface TlsPolicy {
  /** tlsa, sts or no-policy-found; others are kept as they are. */
  type: string
  /** Lower-case A-labels. Absent: the report names none. */
  domain?: string
  /** mx-host, or mx-host-pattern as some write. */
  hosts: string[]
  /** policy-string. */
  lines: string[]
  successes: number
  failures: number
  details: TlsFailure[]
}

export interface TlsReport {
  orgName: string
  contact?: string
  reportId: string
  /** Seconds since 1970. */
  begin: number
  end: number
  policies: TlsPolicy[]
  warnings: string[]
  /** SHA-256 of the JSON's octets, in hex. */
  contentHash: string
}
