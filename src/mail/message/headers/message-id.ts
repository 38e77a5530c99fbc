import { toAsciiDomain } from '../../reading/domains/sender-domain.ts'
import { withoutComments } from '../../reading/mime/structured.ts'

/** What is wrong with a Message-ID (RFC 5322 3.6.4). */
export type MessageIdFault =
  /** Not `<left@right>`. */
  | 'malformed'
  /** Its right side is the sender's own machine, so another machine may make the same. */
  | 'local'
  /** Its right side is no fully qualified name. */
  | 'no-dot'

export interface ReadMessageId {
  /** The right side, lower case, A-labels; '' where it is none. */
  domain: string
  fault?: MessageIdFault
}

const LOCAL = /(?:^|\.)(?:localhost|localdomain|local|lan|internal|home|corp|intranet|invalid)$/

/** Reads a Message-ID value. */
export function readMessageId(value: string): ReadMessageId {
  const text = withoutComments(value.slice(0, 2_000)).trim()
  const right = /^<[^<>@\s]{1,990}@([^<>@\s]{1,990})>$/.exec(text)?.[1]
  if (right === undefined || /[^\x21-\x7e]/.test(text)) return { domain: '', fault: 'malformed' }
  const domain = toAsciiDomain(right)
  if (LOCAL.test(domain)) return { domain, fault: 'local' }
  if (domain === '' || (!domain.includes('.') && !domain.startsWith('['))) return { domain, fault: 'no-dot' }
  return { domain }
}
