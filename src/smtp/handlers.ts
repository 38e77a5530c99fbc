import { TLSSocket } from 'node:tls'
import type {
  SMTPServerAddress,
  SMTPServerDataStream,
  SMTPServerError,
  SMTPServerOptions,
  SMTPServerSession,
} from 'smtp-server'
import { StoreAway } from '../core/trouble/store-away.ts'
import { type Clock, ticksOf } from '../net/ports.ts'
import type { Intake } from '../services/intake/intake.ts'
import type { Log } from '../services/ports.ts'
import type { MemoryShares } from './fair/memory.ts'
import type { SmtpLimits } from './limits.ts'
import { acceptEach, repliesToEach, type WholeMessage } from './lmtp/accept-each.ts'
import { OVERSIZED } from './mail-stream.ts'
import { createMessageBytes, type MessageBytes } from './message-bytes.ts'
import type { NamedPeers } from './peers/peers.ts'
import { isLmtp, refusalUntold, senderNetwork } from './peers/tell.ts'
import { REPLIES, type RefusingReply, type Reply, replyTo, storedReply } from './replies.ts'
import type { Session } from './session.ts'

export interface HandlerDeps {
  intake: Intake
  limits: SmtpLimits
  memory: MemoryShares
  peers: NamedPeers
  clock: Clock
  log: Log
  sessionOf(session: SMTPServerSession): Session
}

type Handlers = Required<Pick<SMTPServerOptions, 'onMailFrom' | 'onRcptTo' | 'onData' | 'onSecure'>>

/** The parameters of the extensions we announce; any other is refused (RFC 5321 4.1.1.11). */
const MAIL_PARAMETERS = ['SIZE', 'BODY', 'SMTPUTF8']

/** What smtp-server asks at each step of a session. A reply is given as an error that carries it, as it expects. */
export function createHandlers(deps: HandlerDeps): Handlers {
  const answer = (
    session: SMTPServerSession,
    callback: (error?: Error | null) => void,
    work: Promise<RefusingReply | undefined>,
  ) => {
    void work.then(
      (reply) => callback(reply && asError(reply, deps.sessionOf(session))),
      (cause: unknown) => {
        deps.log.error({ err: cause }, 'An SMTP command could not be answered')
        callback(asError(failing(cause), deps.sessionOf(session)))
      },
    )
  }
  return {
    onSecure(socket, session, callback) {
      if (socket instanceof TLSSocket) deps.sessionOf(session).secured(socket)
      callback()
    },
    onMailFrom: (address, session, callback) => answer(session, callback, mailFrom(deps, address, session)),
    onRcptTo: (address, session, callback) => answer(session, callback, rcptTo(deps, address, session)),
    onData(stream, session, callback) {
      const own = deps.sessionOf(session)
      const bytes = createMessageBytes(deps.memory.of(own.network))
      own.receivingSince = ticksOf(deps.clock)
      const failed = (cause: unknown) => {
        deps.log.error({ err: cause, client: own.clientAddress }, 'A received message could not be stored')
        return failing(cause)
      }
      const over = (isTaken: boolean) => {
        bytes.release()
        delete own.receivingSince
        if (!isTaken) own.tally.refused(stream.byteLength)
      }
      if (isLmtp(own)) {
        void receive(deps, own, stream, bytes, acceptEach(failed))
          .catch(failed)
          .then((answer) => {
            const replies = answer && repliesToEach(own, answer, stream.byteLength)
            over(replies?.some((reply) => typeof reply === 'string') ?? false)
            if (replies) callback(null, replies)
            else own.log.brokenOff(stream.byteLength)
          })
        return
      }
      void receive(deps, own, stream, bytes, acceptAll)
        .catch(failed)
        .then((reply) => {
          over(reply?.code === 250)
          // A client that went away is not waiting for a reply.
          if (!reply) own.log.brokenOff(stream.byteLength)
          else if ('reason' in reply) callback(asError(reply, own))
          else callback(null, reply.text)
        })
    },
  }
}

/** What the client is told of what went wrong here: a database that is away is no fault of the program. */
function failing(cause: unknown): RefusingReply {
  return cause instanceof StoreAway ? replyTo({ kind: 'mail_not_taken' }) : REPLIES.internalError
}

/** The session is told why: smtp-server hands on the words alone. */
function asError(reply: RefusingReply, session: Session): SMTPServerError {
  const { code, text } = reply
  session.refusing = reply
  return Object.assign(new Error(text), { responseCode: code })
}

const isAscii = (text: string) => !/[^\0-\x7F]/.test(text)

async function mailFrom(
  deps: HandlerDeps,
  { address, args }: SMTPServerAddress,
  session: SMTPServerSession,
): Promise<RefusingReply | undefined> {
  const { intake, limits, memory } = deps
  const own = deps.sessionOf(session)
  const parameters = args || {}
  const untold = refusalUntold(own, deps.peers)
  if (untold) return untold
  if (own.messages >= limits.maxMessages) return REPLIES.tooManyMessages
  if (!Object.keys(parameters).every((keyword) => MAIL_PARAMETERS.includes(keyword))) {
    return REPLIES.unknownParameter
  }
  if (!isAscii(address) && !parameters['SMTPUTF8']) return REPLIES.needsSmtpUtf8
  const declared = Number(parameters['SIZE'] ?? 0)
  if (declared > memory.of(own.network).left()) return replyTo({ kind: 'out_of_space' })
  const room = await intake.room(declared)
  if (!room.ok) return replyTo(room.refusal)
  own.begin({ address, parameters })
  return undefined
}

async function rcptTo(
  { intake, sessionOf }: HandlerDeps,
  { address, args }: SMTPServerAddress,
  session: SMTPServerSession,
): Promise<RefusingReply | undefined> {
  const own = sessionOf(session)
  const parameters = own.from()?.parameters ?? {}
  if (args) return REPLIES.unknownParameter
  if (!isAscii(address) && !parameters['SMTPUTF8']) return REPLIES.needsSmtpUtf8
  const found = await intake.recipient(address, Number(parameters['SIZE'] ?? 0), senderNetwork(own))
  if (found.ok) {
    own.add({ recipient: found.value, rcptTo: address })
    return undefined
  }
  return found.refusal.kind === 'unknown_recipient' && !intake.isOurs(address)
    ? REPLIES.noRelay
    : replyTo(found.refusal)
}

/** Takes the message in. Undefined when the client went away before its end: then nothing is stored. */
async function receive<Answer>(
  deps: HandlerDeps,
  session: Session,
  stream: SMTPServerDataStream,
  bytes: MessageBytes,
  accept: (intake: Intake, session: Session, message: WholeMessage) => Promise<Answer>,
): Promise<Answer | RefusingReply | undefined> {
  const { limits, clock } = deps
  if (!(await readToEnd(stream, bytes))) return undefined
  const receivedAt = clock.now()
  delete session.receivingSince
  if (stream.sizeExceeded) return replyTo({ kind: 'message_too_big', limit: limits.maxMessage })
  if (bytes.overflowed) return replyTo({ kind: 'out_of_space' })
  return accept(deps.intake, session, { raw: bytes.view(), receivedAt })
}

/** For all recipients or for none. */
async function acceptAll(
  intake: Intake,
  session: Session,
  { raw, receivedAt }: WholeMessage,
): Promise<Reply | RefusingReply> {
  const recipients = session.recipients()
  const stored = await intake.accept(
    recipients.map(({ recipient }) => recipient),
    (recipient, id) => {
      const accepted = recipients.find((one) => one.recipient === recipient)
      const { code, text } = storedReply(id)
      return session.envelope(accepted ?? { recipient, rcptTo: '' }, receivedAt, `${code} ${text}`)
    },
    raw,
  )
  if (!stored.ok) return replyTo(stored.refusal)
  session.stored()
  const reply = storedReply(stored.value.reply)
  session.log.accepted(stored.value.ids, raw.byteLength, reply)
  return reply
}

/** False when the connection ended before the message did. */
function readToEnd(stream: SMTPServerDataStream, bytes: MessageBytes): Promise<boolean> {
  return new Promise((resolve) => {
    stream.on('data', (chunk: Buffer) => {
      if (!stream.sizeExceeded) bytes.add(chunk)
    })
    stream.once(OVERSIZED, () => bytes.release())
    stream.once('end', () => resolve(true))
    stream.once('error', () => resolve(false))
    stream.once('close', () => resolve(false))
  })
}
