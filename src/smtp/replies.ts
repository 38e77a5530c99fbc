import type { MailRefusal } from '../core/mail-log.ts'
import type { Refusal } from '../core/refusal.ts'
import { BYTES_PER_HOUR, MESSAGES_PER_HOUR } from '../core/watching/monitor.ts'
import { withoutControls } from './journal.ts'

/** A reply: its code, and its text with the enhanced status code before it (RFC 2034, RFC 3463). */
export interface Reply {
  code: number
  text: string
}

/** A reply that refuses something, and why. */
export interface RefusingReply extends Reply {
  reason: MailRefusal
}

const reply = (code: number, text: string, reason: MailRefusal): RefusingReply => ({ code, text, reason })

export const REPLIES = {
  tooManyConnections: reply(421, '4.7.0 Too many connections, try again later', 'too_many_connections'),
  tooManyFromAddress: reply(421, '4.7.0 Too many connections from your address', 'too_many_from_address'),
  noProxyHeader: reply(
    421,
    '4.7.0 A PROXY protocol header has to begin each connection from your address',
    'no_proxy_header',
  ),
  peerNotNamed: reply(421, '4.7.1 Your address is not one that LMTP is offered to', 'peer_not_named'),
  relayTellsNothing: reply(
    451,
    '4.7.1 Name the client of this message by XFORWARD or XCLIENT first',
    'client_not_told',
  ),
  proxyKnowsNoClient: reply(
    451,
    '4.7.1 The load balancer named no client of this connection, so no mail is taken over it',
    'client_not_told',
  ),
  transactionOpen: reply(503, '5.5.1 Not while a mail transaction is open', 'bad_sequence'),
  tooManyMessages: reply(421, '4.7.0 Too many messages in one session, connect again', 'too_many_messages'),
  tooManyRejections: reply(421, '4.7.0 Too many errors', 'too_many_errors'),
  tooManyCommands: reply(421, '4.7.0 Too many commands without a message', 'too_many_commands'),
  recipientsWithoutEnd: reply(
    421,
    '4.5.3 Too many recipients without a message, connect again',
    'too_many_recipients',
  ),
  tooManyOctets: reply(421, '4.7.0 Too many bytes without a message taken, connect again', 'too_many_bytes'),
  makeRoom: reply(421, '4.3.2 Idle while others wait for a connection, connect again', 'made_room'),
  tooSlow: reply(421, '4.4.2 Timeout, closing the connection', 'too_slow'),
  sessionTooLong: reply(421, '4.4.2 The session takes too long, connect again', 'session_too_long'),
  stopping: reply(421, '4.3.2 Shutting down, try again later', 'stopping'),
  internalError: reply(451, '4.3.0 Internal error, try again later', 'internal_error'),
  notImplemented: reply(502, '5.5.1 Command not implemented', 'bad_sequence'),
  tooManyRecipients: reply(
    452,
    '4.5.3 Too many recipients, send the rest in another transaction',
    'too_many_recipients',
  ),
  noRecipients: reply(554, '5.5.1 No valid recipients', 'unknown_recipient'),
  lineTooLong: reply(500, '5.5.2 Line too long', 'line_too_long'),
  unknownParameter: reply(555, '5.5.4 Parameter not recognized', 'unknown_parameter'),
  needsSmtpUtf8: reply(553, '5.6.7 An address that is not ASCII needs SMTPUTF8', 'needs_smtputf8'),
  noRelay: reply(550, '5.7.1 Relaying is not allowed', 'no_relay'),
} as const satisfies Record<string, RefusingReply>

/** The one place where a refusal becomes an SMTP reply. */
export function replyTo(refusal: Refusal): RefusingReply {
  const { kind } = refusal
  switch (kind) {
    case 'unknown_recipient':
      return reply(550, '5.1.1 No such address, or it has expired', kind)
    case 'mailbox_full':
      return reply(452, '4.2.2 This address holds as much mail as is allowed', kind)
    case 'monitor_full':
      return reply(
        452,
        `4.2.2 This address takes ${MESSAGES_PER_HOUR} messages and ${BYTES_PER_HOUR / 1024 ** 2} MB an hour, try again later`,
        kind,
      )
    case 'reports_full':
      return reply(452, '4.2.2 Too much mail for this address waits to be read, try again later', kind)
    case 'out_of_space':
      return reply(452, '4.3.1 Out of space, try again later', kind)
    case 'anonymous_share_full':
      return reply(452, '4.3.1 No space for tests without an account, try again later', kind)
    case 'client_share_full':
      return reply(
        452,
        '4.2.2 The tests made from the same network as this one hold as much mail as is allowed',
        kind,
      )
    case 'mail_not_taken':
      return reply(451, '4.3.0 No mail can be taken at the moment, try again later', kind)
    case 'message_too_big':
      return reply(552, `5.3.4 The message is larger than ${refusal.limit} bytes`, kind)
    case 'rate_limited':
      return reply(
        451,
        `4.7.1 Too much mail for this address, try again in ${refusal.retryAfterSeconds} s`,
        kind,
      )
    case 'unauthenticated':
    case 'plan_without_api':
    case 'missing_scope':
    case 'missing_role':
    case 'bad_request':
    case 'allowance_exhausted':
    case 'too_many_anonymous_tests':
    case 'anonymous_tests_off':
    case 'not_found':
    case 'under_way':
    case 'limit_reached':
    case 'busy':
      // Never given to received mail.
      return REPLIES.internalError
  }
}

/** The answer to a message that is durable. */
export function storedReply(id: string): Reply {
  return { code: 250, text: `2.6.0 Received as ${id}` }
}

/** Text and enhanced code for what smtp-server itself says: by the name of its context, or by its text. */
const BY_CONTEXT: Readonly<Record<string, string>> = {
  MAIL_FROM_OK: '2.1.0 Sender accepted',
  RCPT_TO_OK: '2.1.5 Recipient accepted',
  SENDER_SYNTAX_ERROR: '5.1.7 Bad sender address syntax',
  MAILBOX_SYNTAX_ERROR: '5.1.3 Bad recipient address syntax',
  TOO_MANY_RECIPIENTS: REPLIES.tooManyRecipients.text,
}

/** Why smtp-server itself refuses something: by the name of its context, by its text, or by what it answers. */
const REASON_BY_CONTEXT: Readonly<Record<string, MailRefusal>> = {
  SENDER_SYNTAX_ERROR: 'bad_sender',
  MAILBOX_SYNTAX_ERROR: 'bad_recipient',
  TOO_MANY_RECIPIENTS: 'too_many_recipients',
  MESSAGE_TOO_BIG: 'message_too_big',
}

const REASON_BY_TEXT: Readonly<Record<string, MailRefusal>> = {
  'Timeout - closing connection': 'too_slow',
  'HTTP requests not allowed': 'not_smtp',
}

const REASON_BY_CODE: Readonly<Record<number, MailRefusal>> = {
  421: 'too_many_errors',
  451: 'internal_error',
  501: 'unknown_parameter',
  552: 'message_too_big',
  553: 'needs_smtputf8',
  555: 'unknown_parameter',
}

/** Why smtp-server refuses what it answers so. */
export function reasonOf(code: number, text: string, context: string | false | undefined): MailRefusal {
  const known = (context && REASON_BY_CONTEXT[context]) || REASON_BY_TEXT[text]
  if (known !== undefined) return known
  if (/^Error: (?:syntax: |Bad hostname)/i.test(text)) return 'bad_hello'
  return REASON_BY_CODE[code] ?? 'bad_sequence'
}

const BY_TEXT: Readonly<Record<string, string>> = {
  OK: '2.0.0 OK',
  Bye: '2.0.0 Bye',
  Flushed: '2.0.0 Reset',
  'Ready to start TLS': '2.0.0 Ready to start TLS',
  'See https://tools.ietf.org/html/rfc5321 for details': '2.0.0 See RFC 5321',
  'Try to send something. No promises though': '2.5.2 Cannot verify; send a message to find out',
  'Error: command not recognized': '5.5.1 Command not recognized',
  'Error: too many unrecognized commands': REPLIES.tooManyRejections.text,
  'Timeout - closing connection': REPLIES.tooSlow.text,
  'HTTP requests not allowed': '4.7.0 This is SMTP, not HTTP',
}

const BY_CODE: Readonly<Record<number, string>> = {
  421: '4.7.0',
  451: '4.3.0',
  452: '4.3.1',
  500: '5.5.2',
  501: '5.5.4',
  502: '5.5.1',
  503: '5.5.1',
  530: '5.7.0',
  550: '5.7.1',
  552: '5.3.4',
  554: '5.5.0',
}

const ENHANCED = /^[245]\.\d{1,3}\.\d{1,3} /

/** The text of a reply of smtp-server's, with its enhanced code. Greeting, EHLO, HELO and 3xx have none (RFC 2034 3). */
export function replyText(code: number, text: string, context: string | false | undefined): string {
  if (ENHANCED.test(text)) return text
  const known = (context && BY_CONTEXT[context]) || BY_TEXT[text]
  if (known !== undefined) return known
  const plain = text.startsWith('Error: ') ? text.slice('Error: '.length) : text
  if (code < 400 || context === false) return plain
  return `${BY_CODE[code] ?? (code < 500 ? '4.0.0' : '5.0.0')} ${plain}`
}

/** A reply as it goes out, line by line. */
export function replyLines(
  code: number,
  texts: readonly string[],
  context: string | false | undefined,
): string[] {
  return texts.map((text, index) => {
    const mark = index < texts.length - 1 ? '-' : ' '
    return `${code}${mark}${withoutControls(replyText(code, text, context))}`
  })
}
