import type { Envelope, Through } from '../../core/message.ts'
import type { ParsedMessage } from '../../mail/reading/message.ts'
import { rawValue } from '../../mail/reading/mime/fields.ts'
import { parseReceived, type ReceivedHop } from '../../mail/reading/received.ts'
import type { AnalysisSettings } from '../context.ts'

/**
 * The envelope of a message that a relay handed on, with what the relay's own Received field tells of the client, where the
 * operator trusts that field. Its own is the one on top, and only if it names the relay as the relay named itself: else
 * anybody could have written it.
 */
export function completedByReceived(
  envelope: Envelope,
  message: ParsedMessage,
  { trustReceived }: Pick<AnalysisSettings, 'trustReceived'>,
): Envelope {
  const { through } = envelope
  if (!trustReceived || through?.kind !== 'relay' || through.local) return envelope
  const [top] = message.all('received')
  const hop = top && parseReceived(rawValue(top))
  if (!hop || !isOf(hop, through)) return envelope
  const tls = envelope.tls === 'unknown' ? tlsOf(hop) : envelope.tls
  if (through.told !== undefined) return isOfTold(hop, envelope) ? { ...envelope, tls } : envelope
  if (hop.clientAddress === undefined) return envelope
  const helo = envelope.helo ?? hop.helo
  return {
    ...envelope,
    clientAddress: hop.clientAddress,
    ...(helo !== undefined && { helo }),
    tls,
    through: { ...through, told: 'Received' },
  }
}

const isOf = ({ by }: ReceivedHop, { helo }: Through): boolean =>
  by !== undefined && by.toLowerCase() === helo?.toLowerCase()

/** The field is about the client that was told otherwise. */
const isOfTold = ({ clientAddress }: ReceivedHop, told: Envelope): boolean =>
  clientAddress !== undefined && clientAddress === told.clientAddress

/** RFC 3848: the word tells whether the session was encrypted, though not how. */
function tlsOf({ tls, encrypted, with: word = '' }: ReceivedHop): Envelope['tls'] {
  if (tls) return tls
  return encrypted || !/^(?:UTF8)?E?SMTPA?$/i.test(word) ? 'unknown' : 'none'
}
