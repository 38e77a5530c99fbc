import type { Delivery, RelayStep } from './relay.ts'

const WAITED_FOR: Readonly<Record<RelayStep, string>> = {
  connection: 'a session',
  sign_in: 'the answer to the sign-in',
  addresses: 'the answer to the addresses',
  message: 'the answer to the message',
}

/** What became of a message, for whoever can change the configuration. `server` is host:port of the relay. */
export function deliveryInWords(delivery: Delivery, server: string): string {
  // A reply often ends with a full stop of its own.
  const reply = 'says' in delivery ? delivery.says.replace(/\.$/, '') : ''
  switch (delivery.kind) {
    case 'accepted':
      return `${server} took the message: ${reply}`
    case 'not_reached':
      return `No SMTP session with ${server}: ${reply}. Check relay.host, relay.port and relay.tls, and that no firewall is in between.`
    case 'tls_refused':
      return `No encrypted session with ${server}: ${reply}. Check relay.tls and relay.port. Where its certificate is issued by an authority of your own, name it in relay.tls_ca.`
    case 'sign_in_refused':
      return `${server} refused the sign-in: ${reply}. Check relay.user and relay.password.`
    case 'sender_refused':
      return `${server} refused the sender: ${reply}. Check relay.from, and whether the relay wants relay.user and relay.password.`
    case 'recipient_refused':
      return `${server} refused the recipient: ${reply}. Check the address, and whether the relay wants relay.user and relay.password.`
    case 'message_refused':
      return `${server} refused the message: ${reply}.`
    case 'needs_smtputf8':
      return `${server} does not take addresses with letters beyond ASCII before the @ (it has no SMTPUTF8).`
    case 'timeout': {
      const perhaps = delivery.during === 'message' ? ' It may have taken the message all the same.' : ''
      return `${server} did not answer in time: ${WAITED_FOR[delivery.during]} was waited for until relay.timeout was over.${perhaps}`
    }
  }
}

/** What came of a session in which nothing was sent. */
export function sessionInWords(delivery: Delivery, server: string, isSignedIn: boolean): string {
  if (delivery.kind !== 'accepted') return deliveryInWords(delivery, server)
  return `${server} takes sessions of this service${isSignedIn ? ', and the sign-in' : ''}.`
}
