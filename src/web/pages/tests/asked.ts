import type { TestQuery } from '../../../services/mail-tests/account-tests.ts'
import type { Filled } from '../../forms/problems.ts'

/** What the address of the list asks for. */
export interface TestsAsked {
  query: TestQuery
  /** As the form shows it again. */
  filled: Filled
  /** What narrows the list, as an address holds it. */
  kept: Readonly<Record<string, string>>
}
