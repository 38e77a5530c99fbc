import type { NewAuditEntry } from '../../core/access/audit.ts'
import type { OneClickOutcome, OneClickTry } from '../../core/unsubscribing/one-click.ts'

/** The last one-click request that was sent for each message; it goes with its message. */
export interface OneClickStore {
  /** Written before anything is sent, with its entry of the audit log. `under_way`: an earlier one has no outcome, and is not over. */
  begin(
    messageId: string,
    began: Pick<OneClickTry, 'at' | 'host'>,
    entry: NewAuditEntry,
  ): Promise<'begun' | 'under_way' | 'unknown_message' | 'no_space'>
  /** What came of the one that began then. `gone`: the message is, or a later one began. */
  finish(messageId: string, began: Date, outcome: OneClickOutcome): Promise<'kept' | 'gone' | 'no_space'>
  of(messageId: string): Promise<OneClickTry | undefined>
}
