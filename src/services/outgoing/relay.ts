import type { Mailbox } from '../../core/mailbox.ts'

/** A message of ours to one person, in words. */
export interface OutgoingMail {
  to: Mailbox
  subject: string
  text: string
  html: string
  /** The same where it is sent once more: to the same person it has the same Message-ID then, and who has it keeps it once. */
  key?: string
}

/** What became of a message at the relay. `says` is the server's reply, or what the network said: one line. */
export type Delivery =
  | { kind: 'accepted'; says: string }
  /** not_reached: nothing there speaks SMTP, or it hung up. message_refused: after both addresses were taken. */
  | {
      kind:
        | 'not_reached'
        | 'tls_refused'
        | 'sign_in_refused'
        | 'sender_refused'
        | 'recipient_refused'
        | 'message_refused'
      says: string
    }
  /** Not done within relay.timeout. Behind `message` the relay may have taken it all the same. */
  | { kind: 'timeout'; during: RelayStep }
  /** It does not take addresses with letters beyond ASCII (RFC 6531). */
  | { kind: 'needs_smtputf8' }

/** What is waited for. */
export type RelayStep = 'connection' | 'sign_in' | 'addresses' | 'message'

/** Hands our own mail to the server that delivers it. */
export interface Relay {
  /** Tries once, within a time of its own. */
  send(mail: OutgoingMail): Promise<Delivery>
}
