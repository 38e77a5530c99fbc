import type { Socket } from 'node:net'
import type { SMTPServer } from 'smtp-server'
import { SMTPConnection } from 'smtp-server/lib/smtp-connection.js'
import type { Clock } from '../net/ports.ts'
import { VERB_LETTERS } from './conduct.ts'
import { hasControls } from './journal.ts'
import type { SmtpLimits } from './limits.ts'
import { parseMailPath } from './mail-path.ts'
import { MailStream } from './mail-stream.ts'
import { REPLIES, type Reply, replyText } from './replies.ts'
import type { Session } from './session.ts'

export interface ConnectionDeps {
  limits: SmtpLimits
  clock: Clock
  /** Called once, when the connection is gone. */
  gone(connection: MailConnection): void
}

type Done = () => void

/** How long the last reply of a connection that is cut may take to be sent. */
const FLUSH_MS = 100

/** Verbs of RFC 5321 and its extensions that are known and not offered here: 502, where 500 is for unknown ones. */
const NOT_OFFERED = /^(?:EXPN|TURN|ETRN|ATRN|SEND|SOML|SAML|BDAT|AUTH)(?: |$)/i

/**
 * A connection of smtp-server, which keeps the order of commands, STARTTLS and the idle timeout. Ours are the replies
 * (an enhanced code on each), the reading of paths and data, the journal, and the bounds on what one client may do.
 */
export class MailConnection extends SMTPConnection {
  readonly own: Session
  readonly #deps: ConnectionDeps
  #tooMuch: Reply | undefined
  /** A command that came before the greeting: it is answered behind it. */
  #early: Done | undefined
  #leaving: Reply | undefined
  #gone = false

  constructor(server: SMTPServer, socket: Socket, own: Session, deps: ConnectionDeps) {
    super(server, socket, { remoteAddress: own.clientAddress })
    this.own = own
    this.#deps = deps
  }

  /** A message is on its way in, or waits to be durable. */
  get busy(): boolean {
    return Boolean(this._dataStream)
  }

  /** Lets the client go with this reply, after the message that is on its way in. */
  dismiss(reply: Reply): void {
    if (this.busy) this.#leaving = reply
    else this.#say(reply)
  }

  /** Lets the client go when it takes longer than it may. */
  checkTime(): void {
    if (this._socket.destroyed) this._onClose()
    if (this._closing || this.#gone) return
    const { limits, clock } = this.#deps
    const now = clock.now().getTime()
    const { receivingSince, connectedAt, waitingSince } = this.own
    // A client that is silent amid a message is smtp-server's to time out.
    const clientsTurn = !this._handlerPending && !this.busy
    if (receivingSince !== undefined && now - receivingSince > limits.dataTimeout) this.#say(REPLIES.tooSlow)
    else if (now - connectedAt.getTime() > limits.sessionTimeout) this.dismiss(REPLIES.sessionTooLong)
    else if (clientsTurn && now - waitingSince > limits.idleTimeout) this.#say(REPLIES.tooSlow)
  }

  /** Ends the connection now, whatever is under way. */
  cut(reply: Reply): void {
    this.#say(reply)
    setTimeout(() => this._socket.destroy(), FLUSH_MS).unref()
  }

  #say({ code, text }: Reply): void {
    this.send(code, text)
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
      setTimeout(() => this.connectionReady(greeted), this.#deps.limits.greetingDelay).unref()
    })
  }

  /** The single place that writes to the client. During a TLS handshake nothing may be written. */
  override send(code: number, data?: string | string[] | null, context?: string | false): void {
    const texts = Array.isArray(data) ? data : [data ?? '']
    const lines = texts.map((text, index) => {
      const mark = index < texts.length - 1 ? '-' : ' '
      return `${code}${mark}${withoutControls(replyText(code, text, context))}`
    })
    if (!this._upgrading && this._socket.writable && !this._socket.destroyed) {
      this._socket.write(`${lines.join('\r\n')}\r\n`)
      this.own.journal.replied(code, lines)
    }
    this.own.waitingSince = this.#deps.clock.now().getTime()
    this.#countRejection(code, context)
    if (code === 421) this.close()
  }

  #countRejection(code: number, context: string | false | undefined): void {
    if (code < 400 || code === 421 || context === 'TOO_MANY_RECIPIENTS') return
    this.own.rejections += 1
    if (this.own.rejections >= this.#deps.limits.maxRejections) this.#tooMuch = REPLIES.tooManyRejections
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
    this.own.journal.heard(line)
    if (!/^RCPT /i.test(line)) this.own.commands += 1
    if (this.own.commands > this.#deps.limits.maxCommands) this.#tooMuch ??= REPLIES.tooManyCommands
    const farewell = this.#leaving ?? this.#tooMuch
    if (farewell) this.#say(farewell)
    else if (NOT_OFFERED.test(line)) {
      this.#say(REPLIES.notImplemented)
      if (callback) this._whenWritable(callback)
    } else super._onCommand(command, callback)
  }

  override _createParser(): MailStream {
    const parser = new MailStream({ maxCommandLength: this._server.options.maxCommandLength })
    parser.oncommand = (command, callback) => {
      this.own.conduct.command(command.toString('latin1', 0, VERB_LETTERS), parser.nextArrival())
      this._onCommand(command, callback)
    }
    parser.on('error', () => {
      this.#say(REPLIES.lineTooLong)
      this.close()
    })
    // The client closed its side and everything it sent is answered.
    parser.on('finish', () => {
      if (parser !== this._parser || this._closing) return
      if (this.busy) this._socket.destroy()
      else this.close()
    })
    return parser
  }

  override _parseAddressCommand(verb: string, command: Buffer | string) {
    const read = parseMailPath(verb === 'mail from' ? 'MAIL FROM' : 'RCPT TO', Buffer.from(command))
    if (!read) return false
    const { address, parameters, duplicate } = read
    const args = Object.keys(parameters).length > 0 ? parameters : (false as const)
    return { address, args, ...(duplicate !== undefined && { duplicate }) }
  }

  override handler_DATA(command: Buffer, callback: Done): void {
    const { mailFrom, rcptTo } = this.session.envelope
    if (mailFrom && rcptTo.length === 0) {
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

  override _onClose(): void {
    super._onClose()
    if (this.#gone) return
    this.#gone = true
    this.#deps.gone(this)
  }
}

function withoutControls(text: string): string {
  return hasControls(text) ? text.replaceAll(/\p{Cc}/gu, ' ') : text
}
