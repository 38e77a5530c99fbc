import type { BounceAction, BounceForm } from '../../../core/bounce.ts'

/** What a bounce says of one recipient, as it was written. */
export interface RawFailure {
  recipient?: string
  action?: BounceAction
  /** RFC 3463, as the report has it. */
  status?: string
  remote?: string
  /** The answer with what stands around it. */
  answer: string
}

/** A bounce as it was written, bounded. */
export interface RawBounce {
  form: BounceForm
  reportedBy?: string
  original?: { messageId?: string; subject?: string; from?: string }
  failures: RawFailure[]
  more?: number
  /** The notice is titled as one of a failure, not of a delay. */
  gaveUp?: true
  /** What a person reads of it, where the answers say nothing. */
  prose?: string
}

/** Recipients of one bounce that are told. */
export const MAX_RECIPIENTS = 50
/** Characters of a text that are looked at. */
export const MAX_TEXT = 256 * 1024
