import { SENDER_TYPE_WORDS } from '../../core/aggregate/known-sender.ts'
import { knownSenderBy } from '../../mail/reading/senders/known-senders.ts'

/** The service that a host name is of, and what it is to its customers, in words. */
export function senderOfHost(name: string): { name: string; type: string } | undefined {
  const sender = knownSenderBy({ ptr: name })
  return sender && { name: sender.name, type: SENDER_TYPE_WORDS[sender.type] }
}
