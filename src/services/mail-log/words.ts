import type { MailLogLine, MailRefusal } from '../../core/mail-log.ts'
import { once } from '../../core/making/once.ts'
import { BYTES_PER_HOUR, MESSAGES_PER_HOUR } from '../../core/watching/monitor.ts'

/** Why mail was not taken, and what to do next. */
export interface MailLogWords {
  why: string
  next: string
}

interface Words extends MailLogWords {
  /** The reason as it stands in a list of reasons. */
  name: string
}

const AGAIN = 'Mail servers try again by themselves'
const SOFTWARE = 'Look at the software that sends: it does not keep to SMTP (RFC 5321).'

const WORDS: Readonly<Record<MailRefusal, Words>> = {
  too_many_connections: {
    name: 'Too many connections',
    why: 'All connections that this server takes were in use.',
    next: `${AGAIN}. Where it happens often, the operator raises smtp.max_connections.`,
  },
  too_many_from_address: {
    name: 'Too many connections from one address',
    why: 'The sending server had as many connections open as one address may.',
    next: 'Send over fewer connections at once; the operator can raise smtp.max_connections_per_address.',
  },
  no_proxy_header: {
    name: 'No PROXY header',
    why: 'A load balancer in smtp.proxy_protocol_from opened a connection without a PROXY header, or with one that cannot be read.',
    next: 'The operator sets the load balancer up to send one (in HAProxy: send-proxy-v2), or removes its address from smtp.proxy_protocol_from.',
  },
  peer_not_named: {
    name: 'LMTP from elsewhere',
    why: 'A host that is not in smtp.trusted_relays connected to the LMTP listener.',
    next: 'Where it is a mail server of the operator’s, its address belongs in smtp.trusted_relays.',
  },
  bad_hello: {
    name: 'HELO cannot be read',
    why: 'The name after HELO or EHLO is none.',
    next: 'Give the sending server a host name (in Postfix: myhostname).',
  },
  tls_failed: {
    name: 'TLS failed',
    why: 'The encryption that the sending server had asked for did not come about.',
    next: 'Look at its TLS settings: versions, and whether it insists on a certificate that it can verify. The operator runs mailgauge doctor, which looks at the certificate here.',
  },
  bad_sender: {
    name: 'Sender address cannot be read',
    why: 'The address in MAIL FROM is none.',
    next: 'Correct the envelope sender (Return-Path) in the software that sends.',
  },
  unknown_parameter: {
    name: 'Extension not offered',
    why: 'The sending server used an extension of SMTP that was not offered to it.',
    next: SOFTWARE,
  },
  needs_smtputf8: {
    name: 'Address needs SMTPUTF8',
    why: 'An address is not ASCII, and the sending server did not ask for SMTPUTF8.',
    next: 'Turn SMTPUTF8 on in the sending server, or use an ASCII address.',
  },
  client_not_told: {
    name: 'Client not named',
    why: 'The mail server or load balancer in front of this one did not say which client the message is from.',
    next: 'The operator sets it up to say so (in Postfix: smtp_send_xforward_command = yes). It keeps the message and tries again.',
  },
  message_too_big: {
    name: 'Message too large',
    why: 'The message is larger than this server takes.',
    next: 'Send a smaller one: other receivers refuse such mail too. The operator sets the limit by smtp.max_message.',
  },
  out_of_space: {
    name: 'No space',
    why: 'There was no space for more mail here.',
    next: `${AGAIN}. The operator makes room on the disk, or raises store.max_bytes or smtp.session_memory.`,
  },
  mail_not_taken: {
    name: 'No mail could be taken',
    why: 'No mail could be taken here at that time.',
    next: `${AGAIN}. The operator runs mailgauge doctor, which tells why.`,
  },
  too_many_messages: {
    name: 'Too many messages in one session',
    why: 'The sending server brought more messages over one connection than are taken.',
    next: `${AGAIN}, over a new connection.`,
  },
  bad_recipient: {
    name: 'Recipient address cannot be read',
    why: 'The address in RCPT TO is none.',
    next: 'Copy the whole test address, without blanks or brackets.',
  },
  too_many_recipients: {
    name: 'Too many recipients',
    why: 'The message had more recipients than are taken at once.',
    next: `${AGAIN} for the others. The limit is smtp.max_recipients.`,
  },
  unknown_recipient: {
    name: 'No such address',
    why: 'There is no such test address.',
    next: 'Compare it with the address that the test shows, letter by letter; then send again.',
  },
  expired_recipient: {
    name: 'Address expired',
    why: 'The test address had expired.',
    next: 'Create a new test and send to its address.',
  },
  deleted_recipient: {
    name: 'Test or monitor deleted',
    why: 'The test or monitor was deleted, and its address with it.',
    next: 'Create a new one and send to its address.',
  },
  no_relay: {
    name: 'Not an address of this server',
    why: 'The address is of another domain: this server passes no mail on.',
    next: 'Send to the test address itself. Where the sender did, its DNS or routing leads mail for that domain here.',
  },
  mailbox_full: {
    name: 'Test is full',
    why: 'The test held as many messages, or as many bytes, as one may.',
    next: 'Create a new test. The operator sets the limits by tests.messages_per_test and tests.bytes_per_test.',
  },
  monitor_full: {
    name: 'Too many messages for a monitor',
    why: `A monitor takes ${MESSAGES_PER_HOUR} messages and ${BYTES_PER_HOUR / 1024 ** 2} MB an hour, and as many had come.`,
    next: `${AGAIN}, or send less often. Mail that comes so often is better watched by several monitors.`,
  },
  anonymous_share_full: {
    name: 'No space for tests without an account',
    why: 'All tests without an account together held as much mail as they may.',
    next: `${AGAIN}; tests that expire make room. Tests of an account are not concerned.`,
  },
  client_share_full: {
    name: 'No space for tests of that network',
    why: 'The tests made from the same network held as much mail as they may.',
    next: 'Delete tests that are no longer needed, or wait until they expire.',
  },
  reports_full: {
    name: 'Too many reports wait',
    why: 'As much mail for the reports address waited to be read as may.',
    next: `${AGAIN}. Reports are read within minutes; if it goes on, look for whoever floods the address.`,
  },
  rate_limited: {
    name: 'Too much mail in an hour',
    why: 'A reports address, postmaster or abuse had as much mail in that hour as it takes, in all or from one network.',
    next: `${AGAIN}.`,
  },
  bad_sequence: {
    name: 'Commands out of order',
    why: 'The sending server gave commands out of order, or one that is not offered.',
    next: SOFTWARE,
  },
  broken_off: {
    name: 'Broken off',
    why: 'The connection ended amid the message, before it was whole.',
    next: 'Look in the log of the sending server: it, or a firewall between, closed the connection. It should try again by itself.',
  },
  too_slow: {
    name: 'Too slow',
    why: 'The sending server was silent for too long, or sent too slowly.',
    next: 'Look at its connection, and for firewalls that read along. It should try again by itself.',
  },
  session_too_long: {
    name: 'Session too long',
    why: 'The session took longer than one may.',
    next: `${AGAIN}, over a new connection.`,
  },
  line_too_long: {
    name: 'Command too long',
    why: 'A command was longer than any may be.',
    next: SOFTWARE,
  },
  too_many_errors: {
    name: 'Too many errors',
    why: 'Most of what the client said was refused before.',
    next: 'Look at the lines of the same client below this one; without any, it was no mail server.',
  },
  too_many_commands: {
    name: 'Too many commands',
    why: 'The client gave many commands and brought no message.',
    next: SOFTWARE,
  },
  too_many_bytes: {
    name: 'Too much that was refused',
    why: 'The client sent several messages over one connection, and all were refused.',
    next: 'Look at the lines of the same client below this one.',
  },
  made_room: {
    name: 'Made room for others',
    why: 'The client was idle while others waited for a connection.',
    next: `${AGAIN}.`,
  },
  not_smtp: {
    name: 'Not SMTP',
    why: 'The client spoke HTTP to the port for mail.',
    next: 'Nothing: it was no mail.',
  },
  stopping: {
    name: 'Service stopped',
    why: 'The service was being stopped or restarted.',
    next: `${AGAIN}.`,
  },
  internal_error: {
    name: 'Internal error',
    why: 'Something failed here.',
    next: `${AGAIN}. The operator finds it in the log of the service and under Recent errors.`,
  },
}

const DAY = once(
  () =>
    new Intl.DateTimeFormat('en-GB', {
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      timeZone: 'UTC',
    }),
)

/** A reason as it stands in a list of reasons. */
export const reasonName = (reason: MailRefusal): string => WORDS[reason].name

/** In plain words; of mail that was taken there is nothing to say. */
export function mailLogWords({
  outcome,
  expiresAt,
  detail,
}: Pick<MailLogLine, 'outcome' | 'expiresAt' | 'detail'>): MailLogWords | undefined {
  if (outcome === 'accepted') return undefined
  const { why, next } = WORDS[outcome]
  if (outcome === 'expired_recipient' && expiresAt) {
    return { why: `The test address expired on ${DAY().format(expiresAt)}.`, next }
  }
  return { why: detail === undefined ? why : `${why} (${detail})`, next }
}
