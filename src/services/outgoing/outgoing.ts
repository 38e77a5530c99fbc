import type { Mailbox } from '../../core/mailbox.ts'
import { asHtml, asText } from './layout.ts'
import { type MessageFacts, type MessageName, type Sender, wordsOf } from './messages.ts'
import type { Delivery, OutgoingMail, Relay } from './relay.ts'

/** The mail that the service sends to people. */
export interface Outgoing {
  /** Tries once; whoever asked for it is told what came of it, or tries again. `key`: the same where it is tried again. */
  send<N extends MessageName>(name: N, to: Mailbox, facts: MessageFacts[N], key?: string): Promise<Delivery>
}

export function createOutgoing({ relay, sender }: { relay: Relay; sender: Sender }): Outgoing {
  return {
    send: (name, to, facts, key) =>
      relay.send({ ...composed(name, to, facts, sender), ...(key !== undefined && { key }) }),
  }
}

function composed<N extends MessageName>(
  name: N,
  to: Mailbox,
  facts: MessageFacts[N],
  sender: Sender,
): OutgoingMail {
  const words = wordsOf(name, facts, sender)
  return { to, subject: words.subject, text: asText(words, sender), html: asHtml(words, sender) }
}

/** What each message says when an operator wants to see it: its link leads to the front page. */
export function sampleFacts({ baseUrl }: Sender, email: string): MessageFacts {
  const link = new URL(baseUrl).href
  return {
    test: {},
    'password-reset': { email, link, validFor: '1 hour' },
    invitation: { account: 'Example', role: 'member', link, validFor: '7 days' },
    confirmation: { email, link, validFor: '24 hours' },
    'has-account': { email, link },
    alert: {
      title: 'Score too low: Example newsletter',
      lines: ['The message scored 6.1 of 10; at least 8.0 is expected.', 'The check dkim failed.'],
      channel: 'Example',
      link,
      label: 'Open the monitor',
    },
  }
}
