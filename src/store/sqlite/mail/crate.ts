import type { Acceptance, MessageBounds } from '../../messages.ts'
import type { Failure } from '../write-failed.ts'

/** Records on their way to the writer, one behind the other. */
export interface Crate {
  /** Which of the shared places they are in; or bytes of their own. */
  in: number | ArrayBuffer
  records: number
  bounds: MessageBounds
  /** Undoes a record that fails alone. Absent: all fail with it. A record of one message changes nothing before it is sure to
   * be taken, so that only accidents fail. */
  singly?: true
}

/** What became of a record; a record that failed was undone. */
export type Answer = Acceptance | Failure
