import type { TLSSocket } from 'node:tls'
import type { Envelope, TlsFacts } from '../core/message.ts'
import { clientNetwork } from '../net/ip.ts'
import { type Clock, ticksOf } from '../net/ports.ts'
import type { Recipient } from '../services/intake/recipient.ts'
import type { SmtpMeter } from '../services/metrics/families/smtp.ts'
import type { MailLog } from '../services/ports.ts'
import { type ConductWatch, createConductWatch } from './conduct.ts'
import { createTally, type Tally } from './fair/tally.ts'
import { createJournal, type Journal } from './journal.ts'
import type { SmtpLimits } from './limits.ts'
import { createSessionLog, type SessionLog } from './log/session-log.ts'
import type { MailPath } from './mail-path.ts'
import { envelopeBehind, heloOf } from './peers/envelope.ts'
import type { Peer } from './peers/peers.ts'
import { createRelayed, type Relayed } from './peers/relayed.ts'
import type { RefusingReply } from './replies.ts'
import { tlsFacts } from './tls-facts.ts'

/** A recipient that was accepted. */
export interface Accepted {
  recipient: Recipient
  /** As given with its first RCPT TO. */
  rcptTo: string
}

interface Transaction {
  from: MailPath
  /** By what the recipient is, so that two addresses of one test are one message. */
  recipients: Map<string, Accepted>
  /** The recipient of each accepted RCPT. */
  inOrder: string[]
}

/** What is known of one connection beyond what smtp-server knows. */
export interface Session {
  readonly peer: Peer
  /** What a relay tells. Absent: the peer is none. */
  readonly relayed?: Relayed
  /** The client's address, or the relay's as long as it told of none. */
  readonly clientAddress: string
  /** What counts as one client: an IPv4 address or an IPv6 /64. Behind a relay it changes with what that tells. */
  readonly network: string
  readonly connectedAt: Date
  /** The same in ticks of the clock, as all that lasts. */
  readonly openedAt: number
  readonly journal: Journal
  readonly conduct: ConductWatch
  readonly tally: Tally
  readonly log: SessionLog
  /** Messages that were stored. */
  readonly messages: number
  /** Since when a whole command is waited for. */
  waitingSince: number
  /** Since when the client sends the bytes of a message. Absent: it does not. */
  receivingSince?: number
  /** What is about to be said to the client. */
  refusing?: RefusingReply
  /** So many refusals that go out next are in the log. */
  logged: number
  secured(socket: TLSSocket): void
  /** A message was stored. */
  stored(): void
  begin(from: MailPath): void
  end(): void
  from(): MailPath | undefined
  add(accepted: Accepted): void
  recipients(): Accepted[]
  /** For each accepted RCPT in their order, repeated ones too. */
  acceptedInOrder(): Accepted[]
  envelope(accepted: Accepted, receivedAt: Date, lastReply: string): Envelope
}

/** What counts as one client, worked out once for as long as the address stays. */
function createNetwork(addressNow: () => string): () => string {
  let known = { address: '', network: '' }
  return () => {
    const address = addressNow()
    if (known.address !== address) known = { address, network: clientNetwork(address) ?? address }
    return known.network
  }
}

export function createSession(
  peer: Peer,
  limits: SmtpLimits,
  { clock, mailLog, meter }: { clock: Clock; mailLog: MailLog; meter?: SmtpMeter },
): Session {
  const connectedAt = clock.now()
  const openedAt = ticksOf(clock)
  const conduct = createConductWatch()
  const tally = createTally(limits)
  const journal = createJournal(() => Math.max(0, Math.round(ticksOf(clock) - openedAt)))
  const relayed = peer.kind === 'relay' ? createRelayed() : undefined
  const clientAddress = () => relayed?.client()?.address ?? peer.address
  const network = createNetwork(clientAddress)
  let tls: TlsFacts | 'none' = 'none'
  let transaction: Transaction | undefined
  const recipients = () => [...(transaction?.recipients.values() ?? [])]
  const from = () => transaction?.from
  let messages = 0
  const facts = {
    client: clientAddress,
    network,
    helo: () => heloOf(relayed?.client(), journal.helo()),
    tls: () => (tls === 'none' ? undefined : tls.version),
    from,
    recipients,
    messages: () => messages,
  }
  return {
    peer,
    ...(relayed && { relayed }),
    get clientAddress() {
      return clientAddress()
    },
    get network() {
      return network()
    },
    logged: 0,
    connectedAt,
    journal,
    conduct,
    tally,
    log: createSessionLog(facts, mailLog, clock),
    get messages() {
      return messages
    },
    stored() {
      messages += 1
      tally.stored()
    },
    openedAt,
    waitingSince: openedAt,
    secured(socket) {
      const seen = tlsFacts(socket)
      tls = seen
      meter?.secured(seen.version)
      journal.secured()
    },
    begin(from) {
      transaction = { from, recipients: new Map(), inOrder: [] }
      conduct.begin()
      tally.begin()
    },
    end() {
      transaction = undefined
      relayed?.transactionOver()
      journal.transactionOver()
      conduct.end()
      tally.begin()
    },
    from,
    add(accepted) {
      tally.accepted()
      const key = keyOf(accepted.recipient)
      journal.recipientIs(key)
      transaction?.inOrder.push(key)
      if (transaction && !transaction.recipients.has(key)) transaction.recipients.set(key, accepted)
    },
    recipients,
    acceptedInOrder: () =>
      (transaction?.inOrder ?? []).flatMap((key) => transaction?.recipients.get(key) ?? []),
    envelope({ recipient, rcptTo }, receivedAt, lastReply) {
      return {
        transport: 'smtp',
        ...envelopeBehind({
          peer,
          told: relayed?.client(),
          helo: journal.helo(),
          tls,
          conduct: conduct.facts(),
        }),
        ...(transaction && { mailFrom: transaction.from.address }),
        rcptTo,
        mailParameters: withoutValueless(transaction?.from.parameters ?? {}),
        connectedAt,
        receivedAt,
        transcript: journal.transcriptFor(keyOf(recipient), lastReply),
      }
    },
  }
}

function keyOf(recipient: Recipient): string {
  switch (recipient.kind) {
    case 'test':
      return recipient.token
    case 'monitor':
      return recipient.monitorId
    case 'reports':
    case 'complaints':
      return `${recipient.kind} ${recipient.domainId}`
    case 'role':
      return `${recipient.role}@`
  }
}

function withoutValueless(parameters: MailPath['parameters']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(parameters).map(([keyword, value]) => [keyword, value === true ? '' : value]),
  )
}
