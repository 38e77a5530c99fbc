import type { ScanRule } from './rule.ts'

/** A rule that says nothing of the message: the list behind it did not answer the scanner. */
export interface Unasked {
  rule: ScanRule
  /** As it is called; '' where the rule does not tell. */
  list: string
}

/** Rules about lists that are asked over the DNS: SpamAssassin 4.0 (20_dnsbl_tests.cf, 25_uribl.cf, 72_active.cf), Rspamd 3.4 (rbl.conf). */
const OF_LISTS =
  /(?:^|_)(?:RCVD_IN|URIBL|SURBL|RBL|DBL|DWL|DNSWL|DKIMWL|EBL|EMAILBL|HASHBL|FMBLA|SPAMHAUS|SENDERSCORE|VALIDITY|MAILSPIKE|MSPIKE|ZEN)(?:_|$)/
/** The list refused the question, was asked in a way it forbids, or the DNS brought no answer from it. */
const REFUSED = /(?:^|_)(?:ND)?BLOCKED(?:_|$)|^(?:DBL_PROHIBIT|URIBL_DBL_ERROR)$|_FAIL$/
/** So a rule by any other name says it. */
const SAYS_SO = /\bquery to \S{1,100} was blocked\b|\bresolver blocked\b|\bfrom an open resolver\b/i

const LISTS: readonly (readonly [names: RegExp, list: string])[] = [
  [/SPAMHAUS|(?:^|_)(?:ZEN|DBL)(?:_|$)/, 'Spamhaus'],
  [/VALIDITY|SENDERSCORE|^RCVD_IN_RP_/, 'Validity'],
  [/DNSWL/, 'DNSWL'],
  [/DKIMWL/, 'DKIMWL'],
  [/SURBL/, 'SURBL'],
  [/SEM_URIBL/, 'Spameatingmonkey'],
  [/URIBL/, 'URIBL'],
  [/FMBLA/, 'fmb.la'],
  [/MAILSPIKE|MSPIKE/, 'Mailspike'],
]

/** Validity's lists, under both of their names; an address is never vouched for and listed at once. */
const VOUCHES = /^RCVD_IN_(?:VALIDITY|RP)_(?:CERTIFIED|SAFE)$/
const LISTS_IT = /^RCVD_IN_(?:VALIDITY_RPBL|RP_RNBL)$/
/** What Validity's text records say to whoever asks too often (its article 20961730681243). */
const TOO_MANY = /\bExcessive Number of Queries\b/i

const plain = (name: string) => name.replace(/^T_/, '')

/** The rules among these whose lists were not asked. */
export function notAsked(rules: readonly ScanRule[]): Unasked[] {
  const contradicts = [VOUCHES, LISTS_IT].every((side) => rules.some(({ name }) => side.test(plain(name))))
  return rules.flatMap((rule) => {
    const name = plain(rule.name)
    const ofValidity = VOUCHES.test(name) || LISTS_IT.test(name)
    const validity = ofValidity && (contradicts || rule.notes.some((note) => TOO_MANY.test(note)))
    const refused = (OF_LISTS.test(name) && REFUSED.test(name)) || SAYS_SO.test(rule.description)
    return validity || refused ? [{ rule, list: LISTS.find(([names]) => names.test(name))?.[1] ?? '' }] : []
  })
}

/** A sentence about lists that were not asked, for whoever reads the verdict; '' where all were. */
export function unaskedWords(unasked: readonly Unasked[]): string {
  if (unasked.length === 0) return ''
  const names = [...new Set(unasked.map(({ list }) => list))].filter((name) => name !== '')
  const whose = names.length === 0 ? 'Some lists' : inWords(names)
  return ` ${whose} gave it no answer: not asked, and not counted.`
}

const inWords = (names: readonly string[]) =>
  names.length === 1 ? names[0] : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
