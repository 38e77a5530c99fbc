import type { MailNote, MailOutcome, MailRefusal } from '../../core/mail-log.ts'
import type { Clock } from '../../net/ports.ts'
import type { MailLog } from '../../services/ports.ts'
import { type MailPath, parseMailPath } from '../mail-path.ts'

/** A reply by which something is refused, and why. */
export interface Refusing {
  code: number
  text: string
  reason: MailRefusal
}

/** What a session was doing when it refused something. */
export interface Moment {
  /** The command that is answered. */
  command: string
  /** A message is on its way in. */
  busy: boolean
  /** Octets of the message so far. */
  octets: number
}

/** What the log is told of one session. */
export interface SessionLog {
  /** A reply that refuses something goes out. */
  refused(reply: Refusing, moment: Moment): void
  /** The message was stored, for each recipient by its id. */
  accepted(ids: readonly string[], size: number, reply: { code: number; text: string }): void
  /** What became of the message for one recipient alone: where it was stored, by its id. */
  answered(rcptTo: string, size: number, reply: Refusing | { code: number; text: string }, id?: string): void
  /** The client went away amid a message, or was let go. */
  brokenOff(octets: number): void
  /** The handshake failed; the words are those of the TLS library. */
  tlsFailed(words?: string): void
}

export interface SessionFacts {
  client(): string
  network(): string
  helo(): string | undefined
  tls(): string | undefined
  /** Of the transaction that is under way. */
  from(): MailPath | undefined
  recipients(): readonly { rcptTo: string }[]
  /** Messages that were stored. */
  messages(): number
}

/** Far longer than any real name or address: the log keeps less. */
const LONGEST = 400

/** Of a client that is let go for these, nothing was refused when it has brought its mail. */
const IDLE: ReadonlySet<MailRefusal> = new Set(['too_slow', 'session_too_long', 'made_room', 'stopping'])

export function createSessionLog(facts: SessionFacts, mailLog: MailLog, clock: Clock): SessionLog {
  /** By which the client was let go. */
  let closing: Refusing | undefined
  /** The last MAIL, when it was refused: recipients that follow it are refused for the same reason. */
  let refusedMail: (Refusing & Pick<MailNote, 'mailFrom' | 'size'>) | undefined
  let handshakeFailed = false

  function note(outcome: MailOutcome, more: Omit<Partial<MailNote>, 'outcome'>): void {
    const [helo, tls, from] = [facts.helo(), facts.tls(), more.mailFrom ?? facts.from()?.address]
    mailLog.record({
      at: clock.now(),
      outcome,
      client: facts.client(),
      network: facts.network(),
      ...(helo !== undefined && { helo: helo.slice(0, LONGEST) }),
      ...(tls !== undefined && { tls }),
      ...more,
      ...(from !== undefined && { mailFrom: from.slice(0, LONGEST) }),
      ...(more.rcptTo !== undefined && { rcptTo: more.rcptTo.slice(0, LONGEST) }),
    })
  }

  const noteRefusal = ({ code, text, reason }: Refusing, more: Partial<MailNote> = {}) =>
    note(reason, { ...more, reply: { code, text } })

  /** Of each recipient of the transaction. */
  function noteAll(reply: Refusing, more: Partial<MailNote> = {}): void {
    for (const { rcptTo } of facts.recipients()) noteRefusal(reply, { ...more, rcptTo })
  }

  function mailRefused(reply: Refusing, command: string): void {
    const path = parseMailPath('MAIL FROM', Buffer.from(command))
    refusedMail = { ...reply, ...(path && { mailFrom: path.address, ...sizeOf(path) }) }
    noteRefusal(reply, path && { mailFrom: path.address, ...sizeOf(path) })
  }

  function recipientRefused(reply: Refusing, command: string): void {
    const path = parseMailPath('RCPT TO', Buffer.from(command))
    const rcptTo = path?.address
    const own = { ...(rcptTo !== undefined && { rcptTo }), ...sizeOf(facts.from()) }
    if (reply.reason !== 'bad_sequence' || !refusedMail) noteRefusal(reply, own)
    else if (rcptTo !== undefined) {
      const { mailFrom, size } = refusedMail
      noteRefusal(refusedMail, {
        rcptTo,
        ...(mailFrom !== undefined && { mailFrom }),
        ...(size !== undefined && { size }),
      })
    }
  }

  function letGo(reply: Refusing, command: string): void {
    if (closing) return
    closing = reply
    const open = facts.from() !== undefined
    if (!open && IDLE.has(reply.reason) && facts.messages() > 0) return
    if (open && facts.recipients().length > 0) noteAll(reply)
    else if (verbOf(command) === 'MAIL') mailRefused(reply, command)
    else noteRefusal(reply)
  }

  function commandRefused(reply: Refusing, { command, octets }: Moment): void {
    const verb = verbOf(command)
    if (verb === 'MAIL') mailRefused(reply, command)
    else if (verb === 'RCPT') recipientRefused(reply, command)
    else if (verb === 'DATA') noteAll(reply, octets > 0 ? { size: octets } : {})
    else if (/^[EHL][EH]LO$/.test(verb)) noteRefusal(reply, { helo: command.slice(5, LONGEST) })
  }

  return {
    refused(reply, moment) {
      // What becomes of the message is noted when its reading ends.
      if (moment.busy) closing ??= reply
      else if (reply.code === 421 || reply.reason === 'line_too_long') letGo(reply, moment.command)
      else commandRefused(reply, moment)
    },
    accepted(ids, size, reply) {
      for (const [index, { rcptTo }] of facts.recipients().entries()) {
        const messageId = ids[index]
        note('accepted', { rcptTo, size, reply, ...(messageId !== undefined && { messageId }) })
      }
    },
    answered(rcptTo, size, { code, text, ...refusing }, id) {
      const outcome = 'reason' in refusing ? refusing.reason : 'accepted'
      note(outcome, { rcptTo, size, reply: { code, text }, ...(id !== undefined && { messageId: id }) })
    },
    brokenOff(octets) {
      if (closing) noteAll(closing, { size: octets })
      else for (const { rcptTo } of facts.recipients()) note('broken_off', { rcptTo, size: octets })
    },
    tlsFailed(words) {
      if (handshakeFailed) return
      handshakeFailed = true
      note('tls_failed', words === undefined ? {} : { detail: words.slice(0, LONGEST) })
    },
  }
}

const verbOf = (command: string) => command.slice(0, 4).toUpperCase()

/** As the client declared it. */
function sizeOf(path: MailPath | undefined): { size?: number } {
  const declared = path?.parameters['SIZE']
  return typeof declared === 'string' && /^\d{1,15}$/.test(declared) ? { size: Number(declared) } : {}
}
