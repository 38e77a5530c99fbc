/** What a host tries on its own services, through the addresses that the world uses. Imports nothing. */

/** A certificate as a server showed it. */
export interface SeenCertificate {
  /** Names and addresses it is for, lower case. */
  names: string[]
  validFrom: Date
  validTo: Date
  /** Who issued it, in one line. */
  issuer: string
  /** SHA-256 of the certificate, hexadecimal. */
  fingerprint: string
  /** Why its chain leads to no authority that is trusted. Absent: it does. */
  untrusted?: string
}

export const PROBE_FAILURES = ['refused', 'unreachable', 'timeout', 'closed', 'tls', 'other'] as const
/** closed: the connection ended without an answer. other: what answers speaks another protocol. */
export type ProbeFailure = (typeof PROBE_FAILURES)[number]

/** How an SMTP server introduces itself. */
export type SmtpSeen =
  | {
      kind: 'smtp'
      /** The name in its greeting, lower case. */
      name: string
      startTls: boolean
      certificate?: SeenCertificate
    }
  /** It turned the session away. */
  | { kind: 'turned_away'; says: string }
  | { kind: 'failure'; reason: ProbeFailure }

/** What a web server answered. */
export type WebSeen =
  | {
      kind: 'response'
      status: number
      /** At most 16 KB of it. */
      body: string
      /** Where it sends its reader. */
      location?: string
      /** Its clock. */
      date?: Date
      /** How it calls itself. */
      server?: string
      certificate?: SeenCertificate
    }
  | { kind: 'failure'; reason: ProbeFailure }

/** Each takes no longer than it may, and never throws. */
export interface Probe {
  /** `asProxy`: the listener takes this host for a load balancer, and expects it to begin as one. */
  smtp(to: {
    address: string
    port: number
    helo: string
    waitAtMost: number
    asProxy?: boolean
  }): Promise<SmtpSeen>
  /** Asks at this address, whatever certificate is shown there. */
  web(to: { url: string; address: string; waitAtMost: number }): Promise<WebSeen>
}
