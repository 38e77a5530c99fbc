import type { BounceCause } from '../../../core/bounce.ts'

const EXPANDED = /\(expanded from:?\s{1,4}<?([^\s<>()]{1,320})>?\)?/i
const OF_RECIPIENTS: ReadonlySet<BounceCause> = new Set([
  'no such recipient',
  'recipient inactive',
  'mailbox full',
])

/** The address that was written to, where its server sent the message on to another one, which failed. */
export function forwarderIn(written: string, cause: BounceCause): string | undefined {
  return OF_RECIPIENTS.has(cause) ? EXPANDED.exec(written.slice(0, 4_000))?.[1] : undefined
}

/** What is said of a forwarding that is broken. */
export const ofForwarding = (address: string) => ({
  says: `The message was for ${address}, whose server sends it on to the address that failed.`,
  advice: [
    `Tell the owner of ${address} by another way that the forwarding leads to an address that does not take mail (if it is an alias of your own server: repair the alias). The address that you wrote to may be right.`,
  ],
})
