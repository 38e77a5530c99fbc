import { emailKey } from '../../../core/access/person.ts'
import { readAddress } from '../../../core/mailbox.ts'

/** An address to sign in with, as it was typed; or why it is none. */
export function signInAddress(typed: string): { address: string } | { reason: string } {
  const address = emailKey(typed) === undefined ? undefined : readAddress(typed.trim())
  return address === undefined
    ? {
        reason: `"${typed}" is no address to sign in with: it has to be one such as ann@example.org, in ASCII.`,
      }
    : { address }
}
