import type { Envelope } from '../../core/message.ts'
import type { Log } from '../ports.ts'
import { testIdOf } from '../test-id.ts'
import { LONGEST_NAME, senderDomainOf } from './address.ts'
import type { Delivery, Recipient } from './recipient.ts'

/** One line of the log for each message that is durable: no local part, no token, nothing of its words. `reply`: the id that
 * its client was told. */
export function tellReceived(log: Log, deliveries: readonly Delivery[], reply: string): void {
  for (const { id, recipient, envelope, raw } of deliveries) {
    log.info(
      { message: id, ...recipientFacts(recipient), ...sessionFacts(envelope, reply), bytes: raw.byteLength },
      'Mail received',
    )
  }
}

function recipientFacts(recipient: Recipient): Record<string, unknown> {
  switch (recipient.kind) {
    case 'test':
      return { recipient: 'test', test: testIdOf(recipient.token) }
    case 'monitor':
      return { recipient: 'monitor', monitor: recipient.monitorId, test: testIdOf(recipient.token) }
    case 'role':
      return { recipient: recipient.role }
    case 'reports':
    case 'complaints':
      return { recipient: recipient.kind }
  }
}

/** What a file says of its way may be made up. */
function sessionFacts(envelope: Envelope, reply: string): Record<string, unknown> {
  const { transport, clientAddress, helo, mailFrom, tls, through } = envelope
  if (transport === 'file') return { transport }
  return {
    transport,
    reply,
    client: clientAddress,
    helo: helo?.slice(0, LONGEST_NAME),
    mailFromDomain: senderDomainOf(mailFrom),
    tls: typeof tls === 'string' ? tls : tls.version,
    ...(through && { through: through.kind, peer: through.peer, told: through.told ?? 'nothing' }),
  }
}
