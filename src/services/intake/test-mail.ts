import type { Envelope } from '../../core/message.ts'
import { granted, refused } from '../../core/refusal.ts'
import { shareWithout } from '../../core/space.ts'
import { clientNetwork } from '../../net/ip.ts'
import type { MessageBounds, NewMessage } from '../../store/messages.ts'
import type { Store } from '../../store/store.ts'
import type { RecipientHandler } from './recipient.ts'

interface TestMailDeps {
  store: Pick<Store, 'mailTests' | 'messages'>
  bounds: MessageBounds
  /** Tells whoever waits that a message of the test was received. */
  tell(token: string): void
}

/** Mail to test addresses. */
export function testMail({ store, bounds, tell }: TestMailDeps): RecipientHandler<'test'> {
  const senderOf = createSenders()

  return {
    async find({ local, bytes }) {
      const held = await store.mailTests.mailbox(local)
      if (!held) return undefined
      if (held.messages >= bounds.messagesPerTest || held.bytes + bytes > bounds.bytesPerTest) {
        return refused({ kind: 'mailbox_full' })
      }
      const { anonymous } = bounds
      const full = anonymous && held.anonymous && shareWithout(bytes, held.anonymous, anonymous)
      return full ? refused({ kind: full }) : granted({ kind: 'test', token: held.token })
    },
    async store(deliveries) {
      if (deliveries.length === 0) return undefined
      const messages: NewMessage[] = deliveries.map(({ id, envelope, raw, recipient: { token } }) => ({
        id,
        token,
        envelope,
        raw,
        ...senderOf(envelope),
      }))
      const answer = await store.messages.accept(messages, bounds)
      if (answer === 'unknown_test') return { kind: 'unknown_recipient' }
      if (answer !== 'stored') return { kind: answer === 'no_space' ? 'out_of_space' : answer }
      for (const { token } of messages) tell(token)
      return undefined
    },
  }
}

/** Knows whose turn a message takes, beside that of whoever made the test. What a file says of it may be made up. */
function createSenders() {
  // A client that brings one message brings others.
  let last: { address: string; network: string | undefined } | undefined
  return ({ transport, clientAddress }: Envelope): Pick<NewMessage, 'sender'> => {
    if (transport !== 'smtp' || !clientAddress) return {}
    if (last?.address !== clientAddress)
      last = { address: clientAddress, network: clientNetwork(clientAddress) }
    return last.network ? { sender: last.network } : {}
  }
}
