import type { AccountTests } from '../../../services/mail-tests/account-tests.ts'
import type { WebDeps } from '../../deps.ts'
import type { Uploading } from '../upload.ts'

/** What the pages of an account's tests stand on. */
export interface TestsDeps extends Pick<WebDeps, 'clock'> {
  accountTests: AccountTests
  uploading: Uploading
}
