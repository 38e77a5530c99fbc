import { formatListen } from '../../config/addresses.ts'
import type { Config } from '../../config/config.ts'
import type { Mailbox } from '../../core/mailbox.ts'
import { deliveryInWords } from '../../services/outgoing/delivery-words.ts'
import type { MessageName } from '../../services/outgoing/messages.ts'
import { createOutgoing, sampleFacts } from '../../services/outgoing/outgoing.ts'
import { openRelay } from './open-relay.ts'

/** What came of a test message, in a sentence for the operator. */
export interface TestMailOutcome {
  kind: 'sent' | 'failed' | 'timeout'
  says: string
}

/** Sends one of the messages that people get, with sample content, through the configured relay. */
export async function sendTestMail(config: Config, name: MessageName, to: Mailbox): Promise<TestMailOutcome> {
  const relay = openRelay(config)
  if (!relay) {
    return {
      kind: 'failed',
      says: 'No relay is configured. Set relay.host and relay.from: the section [relay] of mailgauge.toml.',
    }
  }
  if ('problems' in relay) return { kind: 'failed', says: relay.problems.join('\n') }
  const sender = { siteName: config.site.name, baseUrl: config.site.baseUrl }
  const outgoing = createOutgoing({ relay, sender })
  const delivery = await outgoing.send(name, to, sampleFacts(sender, to.address)[name])
  const { host, port } = config.relay
  const says = deliveryInWords(delivery, formatListen({ port, ...(host !== undefined && { host }) }))
  if (delivery.kind === 'accepted') return { kind: 'sent', says }
  return { kind: delivery.kind === 'timeout' ? 'timeout' : 'failed', says }
}
