import type { MailOutcome } from '../../../core/mail-log.ts'
import type { NewMailLogLine } from '../../mail-log.ts'
import { domainOf, keyOf } from './sameness.ts'

/** This part of the bounds may come between two looks at what everybody holds. */
export const PART_PER_LOOK = 1 / 24

/** Whose share of the log a line counts against. */
export const LOG_CLASSES = ['account', 'anonymous', 'nobody'] as const
export type LogClass = (typeof LOG_CLASSES)[number]

/** Whose line it is. */
export interface Owner {
  class: LogClass
  party: string
  accountId?: string
  /** Of an address that is or was a test's. */
  expiresAt?: number
  /** Of a test that is still there. */
  token?: string
}

/** Who is told that there is no such address is told in the log whether there was one. */
export function outcomeFor(outcome: MailOutcome, { expiresAt, token }: Owner, at: number): MailOutcome {
  if (outcome !== 'unknown_recipient' || expiresAt === undefined) return outcome
  if (expiresAt <= at) return 'expired_recipient'
  return token === undefined ? 'deleted_recipient' : outcome
}

export const COLUMNS = [
  'key',
  'class',
  'party',
  'network',
  'account_id',
  'local_part',
  'expires_at',
  'first_at',
  'last_at',
  'count',
  'outcome',
  'client',
  'helo',
  'tls',
  'mail_from',
  'rcpt_to',
  'size',
  'message_id',
  'code',
  'reply',
  'detail',
] as const
export type Column = (typeof COLUMNS)[number]

/** What the newest of equal refusals tells. */
export const OF_THE_LAST = [
  'client',
  'helo',
  'tls',
  'mail_from',
  'rcpt_to',
  'size',
  'code',
  'reply',
  'detail',
] as const satisfies readonly Column[]

/** Of the sender the domain is kept, and the whole address for the account that the mail was for. */
export function valuesOf(line: NewMailLogLine, owner: Owner, outcome: MailOutcome) {
  const { reply, firstAt, lastAt } = line
  const mailFrom = owner.accountId === undefined ? domainOf(line.mailFrom) : line.mailFrom
  return {
    key: keyOf(line, outcome),
    class: owner.class,
    party: owner.party,
    network: line.network,
    account_id: owner.accountId ?? null,
    local_part: line.localPart ?? null,
    expires_at:
      outcome === 'expired_recipient' || outcome === 'deleted_recipient' ? (owner.expiresAt ?? null) : null,
    first_at: firstAt.getTime(),
    last_at: lastAt.getTime(),
    count: line.count,
    outcome,
    client: line.client,
    helo: line.helo ?? null,
    tls: line.tls ?? null,
    mail_from: mailFrom ?? null,
    rcpt_to: line.rcptTo ?? null,
    size: line.size ?? null,
    message_id: line.messageId ?? null,
    code: reply?.code ?? null,
    reply: reply?.text ?? null,
    detail: line.detail ?? null,
  } satisfies Record<Column, unknown>
}
