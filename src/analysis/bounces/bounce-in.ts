import { type ExplainedBounce, isExplained } from '../../core/bounce.ts'
import type { Envelope } from '../../core/message.ts'
import { explainBounceMessage } from '../../mail/bounces/explain.ts'
import type { MimePart, ParsedMessage } from '../../mail/reading/message.ts'
import { decodeTransfer } from '../../mail/reading/mime/transfer.ts'
import { NotAMessage, parseMessage } from '../../mail/reading/parse.ts'

/** Messages forwarded as attachments that are looked at. */
const MOST_ATTACHED = 3
/** What says why mail failed stands before the message that came back. */
const MOST_OF_ATTACHED = 2 * 1024 * 1024

interface Given {
  raw: Uint8Array
  message: ParsedMessage
  envelope: Pick<Envelope, 'mailFrom'>
}

/** The explanation of a message that is a bounce, or of the first bounce that was forwarded as its attachment. The subject of what came
 * back is left out: it may hold a code, and whether the words of a message are withheld is decided without it. */
export function bounceIn({ raw, message, envelope }: Given): ExplainedBounce | undefined {
  const own = explainedOf(raw, message, envelope.mailFrom === '')
  if (own) return own
  for (const part of message.attachments.filter(isMessage).slice(0, MOST_ATTACHED)) {
    const forwarded = explainedIn(octetsOf(raw, part))
    if (forwarded) return forwarded
  }
  return undefined
}

const isMessage = ({ contentType }: MimePart) =>
  contentType === 'message/rfc822' || contentType === 'message/global'

function octetsOf(raw: Uint8Array, { bodyStart, bodyEnd, transferEncoding }: MimePart): Uint8Array {
  const octets = raw.subarray(bodyStart, Math.min(bodyEnd, bodyStart + MOST_OF_ATTACHED))
  return decodeTransfer(octets, transferEncoding).bytes
}

function explainedIn(raw: Uint8Array): ExplainedBounce | undefined {
  try {
    const message = parseMessage(raw)
    return explainedOf(raw, message, /^\s*<\s*>\s*$/.test(message.first('return-path')?.value ?? ''))
  } catch (cause) {
    if (cause instanceof NotAMessage) return undefined
    throw cause
  }
}

function explainedOf(
  raw: Uint8Array,
  message: ParsedMessage,
  hasNullSender: boolean,
): ExplainedBounce | undefined {
  if (!isReport(message.root) && !isWrittenByServer(message, hasNullSender)) return undefined
  const found = explainBounceMessage(raw)
  if (!found || !isExplained(found)) return undefined
  const { original, ...explained } = found
  const { subject: _, ...named } = original ?? {}
  return { ...explained, ...(Object.keys(named).length > 0 && { original: named }) }
}

const STATUS = ['message/delivery-status', 'message/global-delivery-status']

const MOST_DEEP = 4

/** A delivery status notification (RFC 3462, RFC 3464, RFC 6533), by how its parts are declared. */
function isReport({ contentType, parameters, children }: MimePart, depth = 0): boolean {
  if (STATUS.includes(contentType)) return true
  if (contentType === 'multipart/report' && parameters['report-type']?.toLowerCase() === 'delivery-status')
    return true
  return depth < MOST_DEEP && children.some((part) => isReport(part, depth + 1))
}

/** Who servers write bounces as that are text alone. */
const SERVERS = /^(?:mailer-daemon|mail-daemon|mdaemon|mailerdaemon)@/i
const PERHAPS_SERVERS = /^(?:postmaster|noreply|no-reply|system|root)@/i

/** A bounce in words: of a mail server by its name, or of a postmaster to nobody who could answer (RFC 5321 4.5.5, RFC 3834). */
function isWrittenByServer({ from, first }: ParsedMessage, hasNullSender: boolean): boolean {
  if (first('x-failed-recipients')) return true
  const address = from[0]?.address ?? ''
  if (SERVERS.test(address)) return true
  return hasNullSender && PERHAPS_SERVERS.test(address)
}
