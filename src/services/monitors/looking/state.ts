import type { Signer } from '../../../core/domain-health.ts'
import type { DoubtedRecords } from './settling.ts'

/** Who sent the last message of a monitor. */
export interface LastSender {
  /** The message that it is known by. */
  messageId: string
  /** That of From. Absent: it has none that is a domain name. */
  domain?: string
  /** That of the envelope, where SPF was judged by it. */
  envelopeDomain?: string
  /** Where the message came from. Absent: not known, or no public address. */
  address?: string
  /** Keys by which it was signed. */
  signers: Signer[]
}

/** What is remembered between two looks, as JSON. Times are milliseconds. */
export interface LookState {
  version: 1
  /** Places that said something else: they are asked again. */
  doubtedRecords: DoubtedRecords
  /** Of a monitor: who sent its last message. */
  sender?: LastSender
  /** What was seen to be bad once, and since when: it is looked at again. */
  doubted: Record<string, number>
  /** What is known to be bad, with what was said of it. */
  bad: string[]
  /** The domain whose checks were looked at last. */
  domain?: string
}

const NOTHING: LookState = { version: 1, doubtedRecords: {}, doubted: {}, bad: [] }

/** Nothing is checked but the version: only this service wrote it. */
export function lookStateIn(json: string | undefined): LookState {
  const kept: Partial<LookState> = json === undefined ? {} : JSON.parse(json)
  return kept.version === 1 ? { ...NOTHING, ...kept } : NOTHING
}
