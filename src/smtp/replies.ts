import type { Refusal } from '../core/refusal.ts'

/** A reply: its code, and its text with the enhanced status code before it (RFC 2034, RFC 3463). */
export interface Reply {
  code: number
  text: string
}

const reply = (code: number, text: string): Reply => ({ code, text })

export const REPLIES = {
  tooManyConnections: reply(421, '4.7.0 Too many connections, try again later'),
  tooManyFromAddress: reply(421, '4.7.0 Too many connections from your address'),
  tooManyMessages: reply(421, '4.7.0 Too many messages in one session, connect again'),
  tooManyRejections: reply(421, '4.7.0 Too many errors'),
  tooManyCommands: reply(421, '4.7.0 Too many commands without a message'),
  recipientsWithoutEnd: reply(421, '4.5.3 Too many recipients without a message, connect again'),
  tooManyOctets: reply(421, '4.7.0 Too many bytes without a message taken, connect again'),
  makeRoom: reply(421, '4.3.2 Idle while others wait for a connection, connect again'),
  tooSlow: reply(421, '4.4.2 Timeout, closing the connection'),
  sessionTooLong: reply(421, '4.4.2 The session takes too long, connect again'),
  stopping: reply(421, '4.3.2 Shutting down, try again later'),
  internalError: reply(451, '4.3.0 Internal error, try again later'),
  notImplemented: reply(502, '5.5.1 Command not implemented'),
  tooManyRecipients: reply(452, '4.5.3 Too many recipients, send the rest in another transaction'),
  noRecipients: reply(554, '5.5.1 No valid recipients'),
  lineTooLong: reply(500, '5.5.2 Line too long'),
  unknownParameter: reply(555, '5.5.4 Parameter not recognized'),
  needsSmtpUtf8: reply(553, '5.6.7 An address that is not ASCII needs SMTPUTF8'),
  noRelay: reply(550, '5.7.1 Relaying is not allowed'),
} as const satisfies Record<string, Reply>

/** The one place where a refusal becomes an SMTP reply. */
export function replyTo(refusal: Refusal): Reply {
  switch (refusal.kind) {
    case 'unknown_recipient':
      return reply(550, '5.1.1 No such test address, or it has expired')
    case 'mailbox_full':
      return reply(452, '4.2.2 This address holds as much mail as is allowed')
    case 'out_of_space':
      return reply(452, '4.3.1 Out of space, try again later')
    case 'anonymous_share_full':
      return reply(452, '4.3.1 No space for tests without an account, try again later')
    case 'client_share_full':
      return reply(
        452,
        '4.2.2 The tests made from the same network as this one hold as much mail as is allowed',
      )
    case 'mail_not_taken':
      return reply(451, '4.3.0 No mail can be taken at the moment, try again later')
    case 'message_too_big':
      return reply(552, `5.3.4 The message is larger than ${refusal.limit} bytes`)
    case 'rate_limited':
      return reply(451, `4.7.1 Too much mail for this address, try again in ${refusal.retryAfterSeconds} s`)
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
      // Never given to received mail.
      return REPLIES.internalError
  }
}

/** The answer to a message that is durable. */
export function storedReply(ids: readonly string[]): Reply {
  const [id] = ids
  return reply(250, ids.length === 1 && id !== undefined ? `2.6.0 Received as ${id}` : '2.6.0 Received')
}

/** Text and enhanced code for what smtp-server itself says: by the name of its context, or by its text. */
const BY_CONTEXT: Readonly<Record<string, string>> = {
  MAIL_FROM_OK: '2.1.0 Sender accepted',
  RCPT_TO_OK: '2.1.5 Recipient accepted',
  SENDER_SYNTAX_ERROR: '5.1.7 Bad sender address syntax',
  MAILBOX_SYNTAX_ERROR: '5.1.3 Bad recipient address syntax',
  TOO_MANY_RECIPIENTS: REPLIES.tooManyRecipients.text,
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
