/** A mailbox provider that tells senders of complaints, or whoever does it for several. */
export interface ComplaintProvider {
  /** yahoo */
  id: string
  name: string
  /** Domains that its reports come from, proved by DMARC or an aligned DKIM signature; names below them too. */
  senders: readonly string[]
  /** What services that send for several call it (`Source`). */
  sources?: readonly string[]
  /** What it calls itself in DMARC aggregate reports, lower case: what was sent to it is counted there. */
  reporters?: readonly string[]
  /** Domains that these reports come from: whoever has a domain can send one that names another organization. */
  reportersFrom?: readonly string[]
  /** How its feedback loop is asked for. Absent: nobody asks for it one by one. */
  register?: {
    url: string
    /** What it takes, in a sentence or two. */
    says: string
    /** What it goes by. */
    by: 'dkim' | 'address' | 'either'
  }
  /** Where this is from, and when it was looked at. `secondary`: not the provider's own page. */
  source: string
  date: string
  secondary?: true
}

/** What a provider says of senders that it sends nothing to. */
export interface WithoutReports {
  name: string
  says: string
  source: string
  date: string
  secondary?: true
}

/** All that is known, and of which day it is. */
export interface ComplaintProviders {
  providers: readonly ComplaintProvider[]
  without: readonly WithoutReports[]
}
