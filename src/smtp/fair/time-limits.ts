import type { SmtpLimits } from '../limits.ts'
import { REPLIES } from '../replies.ts'

/** What a connection is doing, in ticks of the clock. */
export interface Activity {
  now: number
  connectedAt: number
  /** Since when it is for the client to speak. */
  idleSince: number | undefined
  /** A TLS handshake is under way. */
  upgrading: boolean
  /** Since when the client sends a message. */
  receivingSince: number | undefined
  /** Octets of the message so far. */
  received: number
}

/** The reply with which a client is let go that takes longer than it may. */
export function outOfTime(
  activity: Activity,
  limits: SmtpLimits,
): typeof REPLIES.tooSlow | typeof REPLIES.sessionTooLong | undefined {
  const { now, connectedAt, idleSince, upgrading } = activity
  // A client that is silent amid a message is smtp-server's to time out.
  const silence = now - (idleSince ?? now)
  const allowed = upgrading ? Math.min(limits.handshakeTimeout, limits.idleTimeout) : limits.idleTimeout
  if (silence > allowed || trickles(activity, limits)) return REPLIES.tooSlow
  return now - connectedAt > limits.sessionTimeout ? REPLIES.sessionTooLong : undefined
}

/** A message takes longer than it may, or comes so slowly that it would. */
function trickles(
  { now, receivingSince, received }: Activity,
  { dataTimeout, dataGrace, dataRate }: SmtpLimits,
): boolean {
  if (receivingSince === undefined) return false
  const taken = now - receivingSince
  const due = taken > dataGrace ? (taken / 1000) * dataRate : 0
  return taken > dataTimeout || received < due
}
