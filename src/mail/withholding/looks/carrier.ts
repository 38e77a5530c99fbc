import type { AddressView } from '../addresses.ts'
import type { Passage } from '../passage.ts'
import type { Anchor } from '../text/anchors.ts'

/** What could be the secret, by its looks alone. */
export interface Carrier {
  /** Hardly anything else than a code looks so; it may be one; words behind a colon or alone; an address; the subject itself. */
  kind: 'token' | 'perhaps' | 'words' | 'link' | 'subject'
  passage: Passage
  /** The sentence it stands in; of the subject, one of the body that may speak of it, or -1. */
  index: number
  anchor?: Anchor
  view?: AddressView
}
