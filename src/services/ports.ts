import type { MailTestStatus } from '../core/mail-test.ts'
import type { Clock } from '../net/ports.ts'

export type { Clock }

/** Random bytes fit for tokens. */
export type RandomBytes = (length: number) => Uint8Array

/** Told after the commit: something about this test changed. */
export interface TestChange {
  token: string
  /** received: a message is durable and waits for its analysis. deleted: the test is gone. */
  change: 'received' | 'deleted' | Exclude<MailTestStatus, 'pending'>
}

/** Brings changes of a test to those who wait for them in this process. */
export interface Announcer {
  announce(change: TestChange): void
  /** Calls back on each change of this test until the returned function is called. */
  listen(token: string, heard: (change: TestChange) => void): () => void
}

/** Where a service says what the operator should know. */
export interface Log {
  info(facts: Record<string, unknown>, sentence: string): void
  warn(facts: Record<string, unknown>, sentence: string): void
  error(facts: Record<string, unknown>, sentence: string): void
}
