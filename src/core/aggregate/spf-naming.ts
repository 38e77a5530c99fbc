/** What a domain's own SPF record says of an address. */
export type SpfNamed =
  /** term: of the domain's own record, as it is published. names: the domains that its includes and redirects led through. permerror:
   * receivers that keep to RFC 7208 end with an error before they come to it. anybody: it lets in most of the Internet. */
  | { state: 'named'; term: string; names: readonly string[]; permerror: boolean; anybody: boolean }
  | { state: 'not_named' }
  /** The DNS did not answer, or the answer depends on the message. */
  | { state: 'unknown' }

/** The SPF record of a domain, as far as it names addresses. */
export interface SpfNaming {
  /** broken: receivers end with permerror for whoever it is; what its terms name is told all the same. */
  record: 'read' | 'none' | 'broken' | 'unknown'
  /** As it is published; of several, the first. */
  text?: string
  /** More look-ups than the ten of RFC 7208 section 4.6.4 in the worst case. */
  beyondLimits: boolean
  byAddress: ReadonlyMap<string, SpfNamed>
}
