import type { BounceCause } from '../../../../src/core/bounce.ts'

/** A bounce that no test of the project has seen, with what is right to say of it. */
export interface UnseenCase {
  name: string
  group:
    | 'gmail'
    | 'microsoft'
    | 'yahoo'
    | 'apple'
    | 'europe'
    | 'gateway'
    | 'postfix'
    | 'exim'
    | 'exchange'
    | 'other software'
    | 'blocklist'
    | 'no bounce'
  /** The address where it is quoted; "text N" is a stored file of a public repository that has no address. */
  source: string
  /** When it was written or published, as far as the source tells. */
  date: string
  form: 'whole' | 'notice' | 'reply' | 'lines' | 'log'
  text: string
  /** The server's words are quoted, the report around them is ours. */
  built?: true
  causes: readonly BounceCause[]
  /** Parts of ids or names of whose rule it is; '' where telling nobody is right. ['']: nobody may be told. */
  provider: readonly string[]
  /** 'either': code and state differ, or a sender gave up after a temporary answer. */
  permanent: boolean | 'either'
  /** Must stand in the meaning or the advice. */
  must?: RegExp
  /** Must not stand in either. */
  mustNot?: RegExp
  /** No bounce: nothing may be explained, or it may be told as what it is, but never as a failure. */
  none?: 'nothing' | 'delivered' | 'delayed'
  note?: string
}

/** What an advice of each kind cannot do without, and what would be wrong in it. */
export const SAYS = {
  address: /address|recipient/i,
  full: /full|space|quota|storage/i,
  authentication: /SPF|DKIM|DMARC/,
  reverse: /PTR|reverse|rDNS/i,
  listed: /list/i,
  slower: /slow|rate|fewer|less|volume|limit|wait|pause/i,
  later: /again|later|retr|wait/i,
  reputation: /reputation|complain|unsolicited|spam|trust/i,
  spam: /spam|content|filter/i,
} as const

export const SILENT = {
  /** Of an address or a full mailbox. */
  onSending: /delist|SPF|DKIM|blocklist/i,
  /** Of a sender's own fault. */
  onMailbox: /mailbox is full|(address|mailbox|recipient) does not exist/i,
  onLists: /delist/i,
} as const
