/** Why mail was not taken, in the order in which a session meets them. */
export const MAIL_REFUSALS = [
  'too_many_connections',
  'too_many_from_address',
  'no_proxy_header',
  'peer_not_named',
  'bad_hello',
  'tls_failed',
  'bad_sender',
  'unknown_parameter',
  'needs_smtputf8',
  'client_not_told',
  'message_too_big',
  'out_of_space',
  'mail_not_taken',
  'too_many_messages',
  'bad_recipient',
  'too_many_recipients',
  'unknown_recipient',
  'expired_recipient',
  'deleted_recipient',
  'no_relay',
  'mailbox_full',
  'monitor_full',
  'reports_full',
  'anonymous_share_full',
  'client_share_full',
  'rate_limited',
  'bad_sequence',
  'broken_off',
  'too_slow',
  'session_too_long',
  'line_too_long',
  'too_many_errors',
  'too_many_commands',
  'too_many_bytes',
  'made_room',
  'not_smtp',
  'stopping',
  'internal_error',
] as const
export type MailRefusal = (typeof MAIL_REFUSALS)[number]

/** What became of mail. */
export type MailOutcome = 'accepted' | MailRefusal

/** What one SMTP session tells of one message to one recipient, or of none of either. */
export interface MailNote {
  at: Date
  outcome: MailOutcome
  /** The client's address, and the network that counts as one client. */
  client: string
  network: string
  /** As given; any octets. */
  helo?: string
  /** As OpenSSL names it. Absent: the session was not encrypted. */
  tls?: string
  /** '' is the null sender. Absent: none was given yet. */
  mailFrom?: string
  rcptTo?: string
  /** Octets: of the message where it came, or else as declared. */
  size?: number
  /** Ours. */
  messageId?: string
  /** More of why, as a library words it. */
  detail?: string
  /** Absent: the client went away before it was given one. */
  reply?: { code: number; text: string }
}

/** The last refusal of mail to an address, as whoever waits for its mail is told of it: nothing of who sent it. */
export interface RefusedMail extends Pick<MailLogLine, 'outcome' | 'lastAt' | 'count' | 'expiresAt'> {
  /** Absent: the client went away before it was given one. */
  code?: number
}

/** A line of the log. */
export interface MailLogLine extends Omit<MailNote, 'at' | 'network'> {
  id: number
  firstAt: Date
  lastAt: Date
  /** How often the same happened to the same client on that day. The other fields are of the last time. */
  count: number
  /** Of the account that the address belongs to, or belonged to. */
  accountId?: string
  /** Of a test that still is there, for its own account. */
  token?: string
  /** When the address expired, or would have. Of a refusal because it is no more. */
  expiresAt?: Date
}
