/** A pattern of what servers answer, and what is said of it. */
export interface BounceRow {
  id: string
  title: string
  /** One of BOUNCE_CAUSES. */
  cause: string
  /** Any of these is in the answer, which is known to be the receiver's. An asterisk is anything; blanks, case, quotes and hyphens do not count. */
  texts?: readonly string[]
  /** Any of these stands there as a word, in lower case: a code of the receiver's own. */
  words?: readonly string[]
  /** One of each list stands in the answer, near each other and in either order; stems end with an asterisk. */
  near?: { about: readonly string[]; said: readonly string[] }
  /** Words beside which it is about something else: the pattern is left out. Stems end with an asterisk. */
  unless?: readonly string[]
  /** And its enhanced status code is one of these (5.7.1, 5.7.606-649). Without texts and words it is enough. */
  status?: readonly string[]
  /** And its code begins so, where it has one: 4 or 5. */
  codeClass?: string
  /** The sending server’s own words around an answer: whatever a receiver said comes before them. */
  isFrame?: boolean
  /** It says that nobody tries any more: never of a delay. */
  isEnd?: boolean
  /** Texts and words that nobody else writes: they tell whose answer it is, whoever hands it on. */
  own?: readonly string[]
  ownWords?: readonly string[]
  says: string
  /** Sentences, or names of advice in advice.json ($remove). */
  does: readonly string[]
  checks?: readonly string[]
  /** Where the text or the rule is written, and of which day that is. */
  source?: string
  date?: string
  secondary?: boolean
}

/** Patterns of one receiver, of blocklists, of a mail server's software, or of anybody. */
export interface BounceSet {
  /** receiver, list, software, any; topic: words near each other; vague: words that leave much open; vaguest: those that say least. */
  tier: string
  /** The receivers whose answers these are, by their ids; of a list or software its own. */
  receivers: readonly string[]
  source: string
  date: string
  /** Sibling providers write these alike: whose answer it is, only its host or its own address tells. */
  shared?: boolean
  /** Others quote it; it was not read at its owner's. */
  secondary?: boolean
  rows: readonly BounceRow[]
}

/** A receiver of mail, or software that answers, and what tells it. */
export interface Receiver {
  id: string
  name: string
  /** Ends of the names of its servers. */
  hosts: readonly string[]
  /** Texts in an answer that nobody else writes. */
  marks?: readonly string[]
  /** The same, as words in lower case. */
  words?: readonly string[]
  /** The same, as regular expressions for codes with numbers. */
  codes?: readonly string[]
  /** Domains of mailboxes that only it serves; yahoo.* is any country. */
  mailboxes?: readonly string[]
  /** The receiver that it is a part of, where its answers are signed as that one's. */
  within?: string
}
