import { DESTINATION_KINDS } from '../../core/watching/destination-kind.ts'
import type { Send, Senders } from '../../services/destinations/sending.ts'

/** Of a kind that nothing here can send. */
const notYet: Send = async ({ destination }) => ({
  outcome: 'unreached',
  says: `Mailgauge cannot send to destinations of the kind ${destination.kind} yet.`,
  tookMs: 0,
  request: { method: '', url: '', headers: {} },
})

/** How each kind is sent: what is here, and for the others a sentence that says so. */
export function openSenders(there: Partial<Senders> = {}): Senders {
  const all = DESTINATION_KINDS.map((kind) => [kind, there[kind] ?? notYet] as const)
  return Object.fromEntries(all) as Senders
}

/** By the kind of the destination. */
export const sendBy =
  (senders: Senders): Send =>
  (sending) =>
    senders[sending.destination.kind](sending)
