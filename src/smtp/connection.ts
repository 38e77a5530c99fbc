import type { Socket } from 'node:net'
import type { SMTPServer } from 'smtp-server'
import { SMTPConnection } from 'smtp-server/lib/smtp-connection.js'
import { type Clock, ticksOf } from '../net/ports.ts'
import { VERB_LETTERS } from './conduct.ts'
import { ignoreWhatFollows } from './fair/linger.ts'
import { outOfTime } from './fair/time-limits.ts'
import type { Turns } from './fair/turns.ts'
import type { SmtpLimits } from './limits.ts'
import { noteRefusal } from './log/note-refusal.ts'
import { parseAddressCommand } from './mail-path.ts'
import { ENDLESS, MailStream } from './mail-stream.ts'
import { TELLING_OFFERED, type TellingVerb } from './peers/attributes.ts'
import { isLmtp, tell, tellingVerb } from './peers/tell.ts'
import { REPLIES, type RefusingReply, replyLines, replyTo } from './replies.ts'
import type { Session } from './session.ts'

export interface ConnectionDeps {
  limits: SmtpLimits
  clock: Clock
  turns: Turns
  /** Called once, when the connection is gone. */
  gone(connection: MailConnection): void
}

type Done = () => void

/** smtp-server's word for a recipient over the limit, which does not count as a refused command. */
const TOO_MANY_RECIPIENTS = 'TOO_MANY_RECIPIENTS'

/** How long the last reply of a connection that is cut may take to be sent. */
const FLUSH_MS = 100

/** What a greeting costs, in commands: the session is set up with it. */
const GREETING_COST = 4

/** Verbs of RFC 5321 and its extensions that are known and not offered here: 502, where 500 is for unknown ones. */
const NOT_OFFERED = /^(?:EXPN|TURN|ETRN|ATRN|SEND|SOML|SAML|BDAT|AUTH)(?: |$)/i

/**
 * A connection of smtp-server, which keeps the order of commands, STARTTLS and the idle timeout. Ours are the replies
 * (an enhanced code on each), the reading of paths and data, the journal, and the bounds on what one client may do.
 */
export class MailConnection extends SMTPConnection {
  readonly own: Session
  /** Whose slot it has: that of the client's network, or one of its own. */
  readonly holder: string
  readonly #deps: ConnectionDeps
  /** A command, or a part of a message, that was read and waits for its turn. */
  #queued = false
  /** A command that came before the greeting: it is answered behind it. */
  #early: Done | undefined
  #leaving: RefusingReply | undefined
  #gone = false
  /** EHLO of a relay is answered. */
  #offersTelling = false
  /** The command that is answered. */
  #command = ''

  constructor(server: SMTPServer, socket: Socket, own: Session, holder: string, deps: ConnectionDeps) {
    super(server, socket, { remoteAddress: own.clientAddress })
    this.own = own
    this.holder = holder
    this.#deps = deps
  }

  /** A message is on its way in, or waits to be durable. */
  get busy(): boolean {
    return Boolean(this._dataStream)
  }

  get network(): string {
    return this.own.network
  }

  /** Since when it is for the client to speak: not while it sends a message or waits for us. One we closed goes first. */
  get idleSince(): number | undefined {
    if (this._closing) return 0
    const ours = this.busy || this._handlerPending || this.#queued || !this._ready
    return ours ? undefined : this.own.waitingSince
  }

  /** Lets the client go with this reply, after the message that is on its way in. */
  dismiss(reply: RefusingReply): void {
    if (this.busy) this.#leaving = reply
    else this.#say(reply)
  }

  /** Lets the client go when it takes longer than it may. */
  checkTime(): void {
    if (this._socket.destroyed) this._onClose()
    if (this._closing || this.#gone) return
    const late = outOfTime(
      {
        now: ticksOf(this.#deps.clock),
        connectedAt: this.own.openedAt,
        idleSince: this.idleSince,
        upgrading: this._upgrading,
        receivingSince: this.own.receivingSince,
        received: this._parser ? this._parser.dataBytes : 0,
      },
      this.#deps.limits,
    )
    if (late === REPLIES.sessionTooLong) this.dismiss(late)
    else if (late) this.#say(late)
  }

  /** Ends the connection now, whatever is under way. */
  cut(reply: RefusingReply): void {
    this.#say(reply)
    setTimeout(() => this._socket.destroy(), FLUSH_MS).unref()
  }

  #say(reply: RefusingReply): void {
    this.own.refusing = reply
    this.send(reply.code, reply.text, reply === REPLIES.tooManyRecipients ? TOO_MANY_RECIPIENTS : undefined)
  }

  override init(): void {
    const early = ({ length }: Uint8Array) => this.own.conduct.early(length)
    this._socket.on('data', early)
    const greeted = () => {
      this._socket.off('data', early)
      this.#early?.()
      this.#early = undefined
    }
    this._setListeners(() => {
      const greet = () => this.#pace(GREETING_COST, () => this.connectionReady(greeted))
      setTimeout(greet, this.#deps.limits.greetingDelay).unref()
    })
  }

  /** The single place that writes to the client. During a TLS handshake nothing may be written. */
  override send(code: number, data?: string | string[] | null, context?: string | false): void {
    const offered = this.#offersTelling && code === 250 ? TELLING_OFFERED : []
    const texts = Array.isArray(data) ? [...data, ...offered] : [data ?? '']
    const lines = replyLines(code, texts, context)
    if (!this._upgrading && this._socket.writable && !this._socket.destroyed) {
      this._socket.write(`${lines.join('\r\n')}\r\n`)
      this.own.journal.replied(code, lines)
    }
    this.own.waitingSince = ticksOf(this.#deps.clock)
    this.#countRejection(code, context)
    if (code >= 400) this.#note(code, texts[0] ?? '', context)
    if (code === 421) this.close()
  }

  /** Tells the log what is refused. */
  #note(code: number, said: string, context: string | false | undefined): void {
    const octets = this._parser ? this._parser.dataBytes : 0
    if (this._upgrading) this.own.log.tlsFailed('the handshake took too long')
    else noteRefusal(this.own, { code, said, context }, { command: this.#command, busy: this.busy, octets })
  }

  #countRejection(code: number, context: string | false | undefined): void {
    if (code < 400 || code === 421 || context === TOO_MANY_RECIPIENTS) return
    this.own.tally.rejected()
  }

  override _onCommand(command: Buffer, callback?: Done): void {
    if (this._upgrading) {
      super._onCommand(command, callback)
      return
    }
    if (!this._ready) {
      this.#early = () => this._onCommand(command, callback)
      return
    }
    const line = command.toString()
    this.#command = line
    this.own.journal.heard(line)
    const { tally } = this.own
    const isRecipient = /^RCPT /i.test(line)
    if (isRecipient) tally.recipient()
    else tally.command()
    if (/^STARTTLS/i.test(line)) tally.handshake()
    const closingReply = this.#leaving ?? tally.closingReply()
    const telling = tellingVerb(this.own, line)
    if (closingReply) this.#say(closingReply)
    else if (telling) this.#hearOfClient(telling, line, callback)
    else if (isRecipient && tally.full()) this.#answer(REPLIES.tooManyRecipients, callback)
    else if (NOT_OFFERED.test(line)) this.#answer(REPLIES.notImplemented, callback)
    else super._onCommand(command, callback)
  }

  /** The session goes on as the client's: after XCLIENT from the greeting on, after XFORWARD with its next message. */
  #hearOfClient(verb: TellingVerb, line: string, callback: Done | undefined): void {
    const refusal = tell(this.own, verb, line, Boolean(this.session.envelope.mailFrom))
    if (refusal) {
      this.#answer(refusal, callback)
      return
    }
    if (verb === 'XCLIENT') {
      this.remoteAddress = this.own.clientAddress
      this.hostNameAppearsAs = false
      this.openingCommand = false
      this._setClientHostname('')
      this._resetSession()
      this._sendGreeting()
    } else this.send(250, '2.0.0 OK')
    if (callback) this._whenWritable(callback)
  }

  override handler_EHLO(command: Buffer, callback: Done): void {
    this.#offersTelling = this.own.relayed !== undefined
    super.handler_EHLO(command, callback)
    this.#offersTelling = false
  }

  #answer(reply: RefusingReply, callback: Done | undefined): void {
    this.#say(reply)
    if (callback) this._whenWritable(callback)
  }

  /** Does a step now or when it is the network's turn, unless the connection is gone by then. */
  #pace(cost: number, step: Done): void {
    this.#queued = true
    this.#deps.turns.take(this.network, cost, () => {
      this.#queued = false
      step()
    })
  }

  override _createParser(): MailStream {
    const parser = new MailStream({
      maxCommandLength: Number(this._server.options.maxCommandLength),
      pace: (cost, step) => this.#pace(cost, step),
      octetsLeft: () => this.own.tally.octetsLeft(),
    })
    parser.oncommand = (command, callback) => {
      this.own.conduct.command(command.toString('latin1', 0, VERB_LETTERS), parser.nextArrival())
      this.#pace(1, () => {
        if (parser.isClosed) callback?.()
        else this._onCommand(command, callback)
      })
    }
    const endWith = (reply: RefusingReply) => {
      this.#say(reply)
      this.close()
    }
    const tooBig = () => replyTo({ kind: 'message_too_big', limit: this.#deps.limits.maxMessage })
    parser.on(ENDLESS, () => endWith(tooBig()))
    parser.on('error', () => endWith(REPLIES.lineTooLong))
    // The client closed its side and everything it sent is answered.
    parser.on('finish', () => {
      if (parser !== this._parser || this._closing) return
      if (this.busy) this._socket.destroy()
      else this.close()
    })
    return parser
  }

  override _parseAddressCommand(verb: string, command: Buffer | string) {
    return parseAddressCommand(verb, command)
  }

  override handler_DATA(command: Buffer, callback: Done): void {
    const { mailFrom, rcptTo } = this.session.envelope
    // LMTP wants 503 there (RFC 2033 4.2).
    if (mailFrom && rcptTo.length === 0 && !isLmtp(this.own)) {
      this.#say(REPLIES.noRecipients)
      callback()
      return
    }
    super.handler_DATA(command, callback)
  }

  override _resetSession(): void {
    super._resetSession()
    this.own.end()
    const leaving = this.#leaving
    if (!leaving) return
    setImmediate(() => {
      if (!this._closing) this.#say(leaving)
    })
  }

  override close(): void {
    const closing = this._closing
    super.close()
    if (!closing && !this._upgrading && !this._socket.destroyed) ignoreWhatFollows(this._socket)
  }

  override _onError(cause: Error): void {
    if (this._upgrading) this.own.log.tlsFailed(cause.message)
    super._onError(cause)
  }

  override _onClose(): void {
    super._onClose()
    if (this.#gone) return
    this.#gone = true
    if (this._upgrading) this.own.log.tlsFailed()
    this.#deps.gone(this)
  }
}
