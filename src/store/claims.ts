import type { Blame } from '../core/message.ts'
import type { SenderHints } from '../core/report.ts'

/** Somebody's hold on a message, until it is given back, runs out, or the analysis is finished. */
export interface Claim {
  /** The message. */
  id: string
  /** `<host>/<start>`: where it is analysed, and by which start of the process there. */
  holder: string
  /** Which of the claims there have been on the message. */
  number: number
}

export interface ClaimRequest {
  holder: string
  /** Milliseconds that the claims hold unless they are renewed. */
  leaseMs: number
  /** How many messages are wanted at most. */
  limit: number
  /** How many the holder analyses at once: no party gets more than half of them, but one. */
  places: number
}

/** A message that was claimed to be analysed. */
export interface QueuedMessage extends Claim {
  token: string
  /** Absent for anonymous tests. */
  accountId?: string
  /** Tries that came to nothing through no fault of the message, since its last outcome. */
  lostTries: number
  /** What stopped earlier tries, in order. */
  blamed: Blame[]
  /** What the owner said of the test's mail. */
  senderHints?: SenderHints
  /** True for the second analysis after DNS failures: it is not repeated again. */
  repeated: boolean
}

/** A claim that an earlier start of its host left behind. */
export type LeftClaim = Claim & Pick<QueuedMessage, 'token' | 'lostTries'>

/** Work that one process at a time does, by name, however many hosts there are. */
export interface LeaseStore {
  /** Whether the holder has it now, for so many milliseconds by the engine's own clock: it is free, ran out, or was the
   * holder's already. */
  take(name: string, holder: string, leaseMs: number): Promise<boolean>
  release(name: string, holder: string): Promise<void>
  /** Ends the leases that starts of a host left behind, but for those of the present one. */
  releaseOf(host: string, present?: string): Promise<void>
}
