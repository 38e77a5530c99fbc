import type { MessageKind } from '../../core/report.ts'
import type { ObservationName } from './observe.ts'

/**
 * Whom a provider asks. bulk senders: those of many messages a day, whatever they send. bulk mail: those too, and
 * everybody who sends marketing or list mail.
 */
export type Asked = 'everybody' | 'bulk senders' | 'bulk mail'

/** One thing that a provider publishes that it asks of senders. */
export interface Requirement {
  /** Stable, snake_case, once for each provider. */
  key: string
  /** Short: SPF and DKIM. */
  asks: string
  of: Asked
  /** Asked of mail of these kinds only. */
  kinds?: readonly MessageKind[]
  /** Recommended, not required. */
  recommended?: true
  /** Only a source other than the provider says so: its own page says nothing of it, or no copy of it could be read. */
  secondary?: true
  /** How it is judged; `unseen`: one message does not tell, and why. */
  judged: ObservationName | { unseen: string }
  /** What the provider answers where it is not met, as far as it is published. */
  code?: string
  /** The page that says so, with its date. */
  reference: string
}

/** A mailbox provider and what it publishes. */
export interface Provider {
  /** In codes of findings. */
  id: 'gmail' | 'yahoo' | 'outlook' | 'apple' | 'laposte' | 'gmx' | 'orange' | 'tonline'
  /** The check's name. */
  check: string
  /** As people call it. */
  name: string
  /** In a sentence that says what it does, where the name is that of several. */
  short?: string
  requirements: readonly Requirement[]
}

/** Mail that people subscribe to: what lets them go is asked of it alone. */
export const SUBSCRIBED: readonly MessageKind[] = ['marketing', 'list']
