import { createHash } from 'node:crypto'
import type { MailOutcome } from '../../../core/mail-log.ts'
import type { NewMailLogLine } from '../../mail-log.ts'

const DAY_MS = 86_400_000

/** The number of a day. */
export const dayOf = (at: number): number => Math.floor(at / DAY_MS)

/** Two refusals are the same when a client is told the same of the same address on the same day. Of the sender the domain counts: many
 * senders have an address for each message. */
export function keyOf(line: NewMailLogLine, outcome: MailOutcome): Uint8Array | null {
  if (outcome === 'accepted') return null
  const { lastAt, network, reply, localPart, rcptTo, mailFrom } = line
  const facts = [
    dayOf(lastAt.getTime()),
    network,
    outcome,
    reply?.code,
    localPart ?? rcptTo,
    domainOf(mailFrom),
  ]
  return createHash('sha256').update(JSON.stringify(facts)).digest().subarray(0, 16)
}

/** `@example.org`; the null sender stays what it is. */
export function domainOf(mailFrom: string | undefined): string | undefined {
  const at = mailFrom?.lastIndexOf('@') ?? -1
  return at < 0 ? mailFrom && '@' : mailFrom?.slice(at)
}
