import type { TLSSocket } from 'node:tls'
import type { Envelope, TlsFacts } from '../core/message.ts'
import type { Clock } from '../net/ports.ts'
import type { Recipient } from '../services/intake/recipient.ts'
import type { SmtpMeter } from '../services/metrics/families/smtp.ts'
import type { MailLog } from '../services/ports.ts'
import { type ConductWatch, createConductWatch } from './conduct.ts'
import { createTally, type Tally } from './fair/tally.ts'
import { createJournal, type Journal } from './journal.ts'
import type { SmtpLimits } from './limits.ts'
import { createSessionLog, type SessionLog } from './log/session-log.ts'
import type { MailPath } from './mail-path.ts'
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
}

/** What is known of one connection beyond what smtp-server knows. */
export interface Session {
  readonly clientAddress: string
  /** What counts as one client: an IPv4 address or an IPv6 /64. */
  readonly network: string
  readonly connectedAt: Date
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
  secured(socket: TLSSocket): void
  /** A message was stored. */
  stored(): void
  begin(from: MailPath): void
  end(): void
  from(): MailPath | undefined
  add(accepted: Accepted): void
  recipients(): Accepted[]
  envelope(accepted: Accepted, receivedAt: Date, lastReply: string): Envelope
}

export function createSession(
  clientAddress: string,
  network: string,
  limits: SmtpLimits,
  { clock, mailLog, meter }: { clock: Clock; mailLog: MailLog; meter?: SmtpMeter },
): Session {
  const connectedAt = clock.now()
  const conduct = createConductWatch()
  const tally = createTally(limits)
  const journal = createJournal(() => Math.max(0, clock.now().getTime() - connectedAt.getTime()))
  let tls: TlsFacts | 'none' = 'none'
  let transaction: Transaction | undefined
  const recipients = () => [...(transaction?.recipients.values() ?? [])]
  const from = () => transaction?.from
  let messages = 0
  const facts = {
    client: clientAddress,
    network,
    helo: () => journal.helo(),
    tls: () => (tls === 'none' ? undefined : tls.version),
    from,
    recipients,
    messages: () => messages,
  }
  return {
    clientAddress,
    network,
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
    waitingSince: connectedAt.getTime(),
    secured(socket) {
      const facts = tlsFacts(socket)
      tls = facts
      meter?.secured(facts.version)
      journal.secured()
    },
    begin(from) {
      transaction = { from, recipients: new Map() }
      conduct.begin()
      tally.begin()
    },
    end() {
      transaction = undefined
      journal.transactionOver()
      conduct.end()
      tally.begin()
    },
    from,
    add(accepted) {
      tally.accepted()
      const key = keyOf(accepted.recipient)
      journal.recipientIs(key)
      if (transaction && !transaction.recipients.has(key)) transaction.recipients.set(key, accepted)
    },
    recipients,
    envelope({ recipient, rcptTo }, receivedAt, lastReply) {
      const helo = journal.helo()
      return {
        transport: 'smtp',
        clientAddress,
        ...(helo !== undefined && { helo }),
        ...(transaction && { mailFrom: transaction.from.address }),
        rcptTo,
        mailParameters: withoutValueless(transaction?.from.parameters ?? {}),
        tls,
        connectedAt,
        receivedAt,
        transcript: journal.transcriptFor(keyOf(recipient), lastReply),
        conduct: conduct.facts(),
      }
    },
  }
}

function keyOf(recipient: Recipient): string {
  switch (recipient.kind) {
    case 'test':
      return recipient.token
    case 'reports':
      return `reports ${recipient.domainId}`
    case 'role':
      return `${recipient.role}@`
  }
}

function withoutValueless(parameters: MailPath['parameters']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(parameters).map(([keyword, value]) => [keyword, value === true ? '' : value]),
  )
}
