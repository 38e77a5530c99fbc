import type { ExplainedBounce } from './bounce.ts'
import type { Through, TranscriptLine } from './message.ts'

/** What a page shows of a message beside its checks: for those who may see the message's words. Bounded when it is made. */
export interface MessageView {
  /** Header fields in the order they came. */
  headers: { name: string; value: string }[]
  /** The SMTP session; none for a message from a file. */
  transcript: TranscriptLine[]
  /** A host of the operator's that the message came through; a relay's session is its own, and not the sender's. */
  through?: Pick<Through, 'kind' | 'peer' | 'told' | 'local'>
  /** The way of the message, from its sender to us. */
  hops: HopView[]
  /** Features of its HTML that not every mail client supports, the worst first. */
  clientSupport: FeatureView[]
  /** What each mailbox provider asks for. */
  providers: ProviderView[]
  /** HTML made safe to be shown in a sandboxed frame. Absent: there is nothing to show. */
  preview?: string
  /** What it says of mail that was not delivered. Absent: it is no bounce, and carries none. */
  bounce?: ExplainedBounce
}

export interface HopView {
  /** The host that handed the message on, as it called itself or as it was looked up. */
  from?: string
  address?: string
  by?: string
  /** As in the with clause: ESMTPS (RFC 3848). */
  protocol?: string
  /** TLS version, or the word tls where only that is known. */
  tls?: string
  /** ISO. */
  at?: string
  /** Since the hop before; negative where clocks disagree. */
  delaySeconds?: number
  privateAddress: boolean
}

export interface FeatureView {
  name: string
  /** Shares of mail clients, 0..1. */
  full: number
  partly: number
  none: number
  /** Names of clients that do not support it. */
  without: string[]
}

export const REQUIREMENT_STATES = [
  'met',
  'not met',
  'not applicable',
  'cannot be seen',
  'undetermined',
] as const
export type RequirementState = (typeof REQUIREMENT_STATES)[number]

export interface ProviderView {
  /** The check's name: provider-gmail. */
  check: string
  /** As people call it: Gmail. */
  name: string
  requirements: {
    /** Short: SPF and DKIM. */
    asks: string
    state: RequirementState
    /** Why it is in that state, in a few words. */
    because: string
    /** The check that says how to fix it. Absent: one message does not tell. */
    about?: string
    /** What the provider answers where it is not met: 550 5.7.26. */
    code?: string
    /** Recommended, not required. */
    recommended?: true
    /** Only a source other than the provider says so. */
    secondary?: true
    /** The page that says so, with its date. */
    reference: string
  }[]
}
