import type { SmtpLimits } from '../limits.ts'
import { REPLIES, type RefusingReply } from '../replies.ts'

/** Counts what a client does without bringing a message, and knows when it is too much. */
export interface Tally {
  /** A command other than RCPT came in. */
  command(): void
  /** A TLS handshake was asked for. */
  handshake(): void
  /** RCPT came in, whatever becomes of it. */
  recipient(): void
  /** A recipient was accepted, for the first time or again. */
  accepted(): void
  /** A transaction begins, or is over. */
  begin(): void
  /** A command was refused. */
  rejected(): void
  /** A message came in and was not stored. */
  refused(bytes: number): void
  /** A message was stored. */
  stored(): void
  /** The transaction holds as many recipients as it may. */
  full(): boolean
  /** Octets the next message may have, stored or not. */
  octetsLeft(): number
  /** What the client cost since the last stored message, or since the connection was opened, in commands. */
  costInVain(): number
  /** The reply with which the client is let go, when it did too much. */
  closingReply(): RefusingReply | undefined
}

type Bounds = Pick<SmtpLimits, 'maxRecipients' | 'maxRejections' | 'maxCommands' | 'maxMessage'>

/** RCPT commands a transaction may have beyond its recipients: refused ones, repeated ones, and those that are too many. */
const SPARE_RECIPIENTS = 10
/** A signature and a key exchange take a millisecond or more. */
const COMMANDS_PER_HANDSHAKE = 25
/** What it takes to accept and to end a connection, in commands. */
const CONNECTION_COST = 10
/** The QUIT behind a stored message belongs to it: who brings a message in each session owes nothing for its end. */
const PAID_BY_A_MESSAGE = 1
/** Messages of the largest size that may be refused between two stored ones. */
const REFUSED_MESSAGES = 4

export function createTally(limits: Bounds): Tally {
  const recipientsOfOne = limits.maxRecipients + SPARE_RECIPIENTS
  const since = {
    connection: CONNECTION_COST,
    commands: 0,
    recipients: 0,
    handshakes: 0,
    refusedOctets: 0,
    paid: 0,
  }
  let rejections = 0
  let transaction = { recipients: 0, accepted: 0 }
  const octetsLeft = () => limits.maxMessage * REFUSED_MESSAGES - since.refusedOctets

  return {
    command() {
      since.commands += 1
    },
    handshake() {
      since.handshakes += 1
    },
    recipient() {
      since.recipients += 1
      transaction.recipients += 1
    },
    accepted() {
      transaction.accepted += 1
    },
    begin() {
      transaction = { recipients: 0, accepted: 0 }
    },
    rejected() {
      rejections += 1
    },
    refused(bytes) {
      since.refusedOctets += bytes
    },
    stored() {
      Object.assign(since, { connection: 0, commands: 0, recipients: 0, handshakes: 0, refusedOctets: 0 })
      since.paid = PAID_BY_A_MESSAGE
    },
    full: () => transaction.accepted >= limits.maxRecipients,
    octetsLeft,
    costInVain: () =>
      since.connection +
      Math.max(0, since.commands - since.paid) +
      since.recipients +
      since.handshakes * COMMANDS_PER_HANDSHAKE,
    closingReply() {
      if (transaction.recipients > recipientsOfOne || since.recipients > 2 * recipientsOfOne) {
        return REPLIES.recipientsWithoutEnd
      }
      if (rejections >= limits.maxRejections) return REPLIES.tooManyRejections
      if (octetsLeft() < limits.maxMessage) return REPLIES.tooManyOctets
      return since.commands > limits.maxCommands ? REPLIES.tooManyCommands : undefined
    },
  }
}
