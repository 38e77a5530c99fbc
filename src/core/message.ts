/** What TLS gave the session, absent parts where the peer showed nothing. */
export interface TlsFacts {
  /** As OpenSSL names it: TLSv1.3. */
  version: string
  /** The IANA name: TLS_AES_256_GCM_SHA384. */
  cipher: string
  clientCertificate?: ClientCertificate
}

export interface ClientCertificate {
  subject: string
  issuer: string
  fingerprint256: string
  validFrom: string
  validTo: string
}

export interface TranscriptLine {
  from: 'client' | 'server'
  /** Without the line end. Message data is not in the transcript. */
  text: string
  /** Milliseconds since the connection was opened. */
  at: number
}

/** By what a host of the operator's tells of the client that it took a message or a connection from. */
export const TELLING = ['PROXY', 'XCLIENT', 'XFORWARD', 'Received'] as const
export type Telling = (typeof TELLING)[number]

/** A host of the operator's that a message came through on its way to us. */
export interface Through {
  /** proxy: a load balancer, which hands the client's own session on. relay: a mail server, which had that session. */
  kind: 'proxy' | 'relay'
  /** Its address. Absent: a socket of the file system. */
  peer?: string
  /** By what it told of the client. Absent: it told nothing. */
  told?: Telling
  /** The message was made on the relay itself. */
  local?: true
  /** Of the relay's own session with us: its protocol, the name it gave, and its TLS. */
  protocol?: 'SMTP' | 'LMTP'
  helo?: string
  tls?: TlsFacts | 'none'
}

/** What the SMTP session told of one message, or what is known of a message from a file (RFC 5321). */
export interface Envelope {
  /** file: client, HELO and TLS are known only as far as the caller named them. */
  transport: 'smtp' | 'file'
  /** The client's address, IPv4-mapped IPv6 written as IPv4. Absent: not known. */
  clientAddress?: string
  /** The name given with EHLO or HELO. Absent: not known. */
  helo?: string
  /** MAIL FROM without angle brackets, '' for the null sender. Absent: not known. */
  mailFrom?: string
  /** This message's own recipient, as given with RCPT TO. */
  rcptTo: string
  /** ESMTP parameters of MAIL FROM, upper-case keys; '' where a parameter has no value. */
  mailParameters: Record<string, string>
  /** 'unknown' for a file and behind a relay; 'none' when the session was not encrypted. */
  tls: TlsFacts | 'none' | 'unknown'
  /** When the connection was opened. */
  connectedAt: Date
  /** When the final dot was read. */
  receivedAt: Date
  /** The connection's opening and this message's own transaction, with only its own RCPT line. */
  transcript: TranscriptLine[]
  /** Absent: not known, as of a file. */
  conduct?: Conduct
  /** Absent: the client came to us by itself. Behind a relay, client, HELO and TLS are those that it told of. */
  through?: Through
}

/** How the client kept to the protocol, of the connection's opening and this message's own transaction. */
export interface Conduct {
  /** What it greeted with last. */
  hello: 'EHLO' | 'HELO'
  /** Octets that came before our greeting was sent (RFC 5321 3.1). */
  beforeGreeting: number
  /** Octets that came behind STARTTLS before its reply, in plain text; they were dropped (RFC 3207 4.2). */
  behindStartTls: number
  /** Verbs of other commands that more was sent behind, though their reply has to be waited for (RFC 2920 3.1). */
  unanswered: string[]
  /** Something was sent behind a command before its reply. */
  pipelined: boolean
  /** Command lines, and how many of them ended in LF without CR (RFC 5321 2.3.8). */
  commands: number
  bareLf: number
}

/** One received message of a test. */
export interface Message {
  /** `msg_…`, ours. */
  id: string
  /** The token of the test it belongs to. */
  token: string
  receivedAt: Date
  /** Bytes of the raw message. */
  size: number
  /** Absent until its analysis ended. */
  outcome?: MessageOutcome
  /** When it is tried again: earlier tries came to nothing through no fault of the message. Absent: it has an outcome,
   * is being analysed, or waits for its turn. */
  triedAgainAt?: Date
  /** It has an outcome, and is analysed once more or waits for it. */
  again?: true
}

/** scored: a report exists. failed: it could not be analysed, with the reason in words. */
export type MessageOutcome = { status: 'scored'; score: number } | { status: 'failed'; reason: string }

/** Why a step of an analysis counts as what stopped it: at our limit of time or of memory, by an exception, or by a
 * signal that the process raised itself. */
export const BLAME_REASONS = ['limit', 'memory', 'exception', 'signal'] as const
export type BlameReason = (typeof BLAME_REASONS)[number]

/** A step (`parse`, or an analyzer's name) that stopped its analysis; the next try leaves it out. */
export interface Blame {
  step: string
  reason: BlameReason
}
