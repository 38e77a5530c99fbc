import { createHash } from 'node:crypto'
import { type AggregateHead, type PublishedPolicy, reporterOf } from '../../../core/aggregate/report.ts'
import type { NewAggregate } from '../../aggregates.ts'

/** A report as it is asked to be kept, without its pieces. */
export interface Incoming {
  uid: string
  accountId: string
  fileId: string
  receivedAt: number
  authenticated: boolean
  /** The organization that its mail is proved to come from. */
  sender?: string
  instead: boolean
  /** By which it is the same report, and what it says: SHA-256, in hex. */
  key: string
  content: string
  begin: number
  end: number
  policyDomain: string
  /** As JSON. */
  policy: string
  orgName: string
  /** By what the reporter is known again. */
  reporter: string
  /** The rest of its head, as JSON. */
  head: string
  pieces: number
}

/** The same text for the same policy. */
export function policyText({ p, sp, np, adkim, aspf, pct, fo, testing, discovery }: PublishedPolicy): string {
  return JSON.stringify({ p, sp, np, adkim, aspf, pct, fo, testing, discovery })
}

const KEY_OCTETS = 16

/** Of the same account with the same key, reports are the same (RFC 9990: ids are unique for a domain; reporters use them again). */
function keyOf(head: AggregateHead): string {
  const facts = [head.policyDomain, reporterOf(head), head.reportId, head.begin, head.end]
  return createHash('sha256')
    .update(JSON.stringify(facts))
    .digest('hex')
    .slice(0, 2 * KEY_OCTETS)
}

/** A report on its way to the writer, which then has little to do with it. */
export function incomingOf({ aggregate, receivedAt, instead = false, ...rest }: NewAggregate): Incoming {
  const { head, pieces } = aggregate
  const { begin, end, policyDomain, records: _, contentHash: content, ...said } = head
  const { orgName } = head
  const [key, policy, reporter] = [keyOf(head), policyText(head.policy), reporterOf(head)]
  const known = { key, content, begin, end, policyDomain, policy, orgName, reporter }
  return {
    ...rest,
    ...known,
    receivedAt: receivedAt.getTime(),
    instead,
    head: JSON.stringify(said),
    pieces: pieces.length,
  }
}

export const contentOf = ({ content }: Pick<Incoming, 'content'>): Uint8Array => Buffer.from(content, 'hex')

export const isSameContent = (a: Uint8Array | null, b: Uint8Array): boolean =>
  a !== null && Buffer.compare(a, b) === 0
