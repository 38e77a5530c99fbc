/** Bounds of the SMTP listener; times in milliseconds. */
export interface SmtpLimits {
  /** The largest message, announced as SIZE. */
  maxMessage: number
  /** Recipients of one message. */
  maxRecipients: number
  /** Connections at once, in all. */
  maxConnections: number
  /** Connections at once from one address, or one IPv6 /64. */
  maxConnectionsPerAddress: number
  /** A client that completes no command, or sends no data, for so long is let go. */
  idleTimeout: number
  /** A client that does not finish the TLS handshake for so long is let go. */
  handshakeTimeout: number
  /** The longest one message may take to arrive. */
  dataTimeout: number
  /** A message that has been arriving for so long must have come at the least rate. */
  dataGrace: number
  /** The least octets a second of a message, over the time it takes. */
  dataRate: number
  /** The longest a session may take. */
  sessionTimeout: number
  /** With no slot left, a client that has been idle for so long may have to make room. */
  longIdle: number
  /** Message bytes held by open sessions, in all. */
  sessionMemory: number
  /** Messages in one session. */
  maxMessages: number
  /** Commands a session may have refused, recipients over the limit apart. */
  maxRejections: number
  /** Commands other than RCPT between one stored message and the next. */
  maxCommands: number
  /** Octets of one command line. */
  maxCommandLine: number
  /** How long a client that speaks before it is greeted is listened for. */
  greetingDelay: number
  /** How long the PROXY header of a load balancer may take to come. */
  headerTimeout: number
  /** How long a client of a network that holds all the connections it may waits to be told so. */
  refusalDelay: number
}

const MINUTE = 60_000

/** What the configuration does not say otherwise. RFC 5321 4.5.3 asks for 5 minutes and 100 recipients at least. */
export const DEFAULT_SMTP_LIMITS: SmtpLimits = {
  maxMessage: 25 * 1024 * 1024,
  maxRecipients: 100,
  maxConnections: 500,
  maxConnectionsPerAddress: 50,
  idleTimeout: 5 * MINUTE,
  handshakeTimeout: MINUTE,
  dataTimeout: 15 * MINUTE,
  dataGrace: 5 * MINUTE,
  dataRate: 100,
  sessionTimeout: 60 * MINUTE,
  longIdle: 10_000,
  sessionMemory: 256 * 1024 * 1024,
  maxMessages: 1000,
  maxRejections: 100,
  maxCommands: 250,
  maxCommandLine: 4096,
  greetingDelay: 100,
  headerTimeout: 10_000,
  refusalDelay: 3000,
}

/** Bytes that may be held at once. */
export interface ByteBudget {
  take(bytes: number): boolean
  give(bytes: number): void
  left(): number
}

export function createByteBudget(limit: number): ByteBudget {
  let held = 0
  return {
    take(bytes) {
      if (held + bytes > limit) return false
      held += bytes
      return true
    },
    give(bytes) {
      held -= bytes
    },
    left: () => limit - held,
  }
}
