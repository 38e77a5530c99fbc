import {
  organisationOf,
  sameBrand,
  sameOrganisation,
  toAsciiDomain,
} from '../../reading/domains/sender-domain.ts'
import { shownHost } from '../../reading/links/shown-site.ts'
import type { Mailbox } from '../../reading/message.ts'
import { isMixed } from '../../reading/unicode/scripts.ts'
import { imitatesAscii } from '../../reading/unicode/skeleton.ts'
import type { Remark } from '../../remark.ts'

/** What is said of a display name. */
export type NameCode =
  | 'name-direction'
  | 'name-invisible'
  | 'name-disguised'
  | 'name-mark'
  | 'name-counter'
  | 'name-emoji'
  | 'name-address-differs'
  | 'name-domain-differs'

const GMAIL = 'Gmail sender guidelines (2026-03-21)'
const UTS = 'UTS #39 section 5.1'
const PLAIN = 'Write the name of the sender in plain letters of one script and nothing else.'

const MOST_LETTERS = 500

/** A domain that a display name holds. */
export interface NamedDomain {
  /** A-labels. */
  domain: string
  /** In an address, not by itself. */
  inAddress: boolean
}

/** Controls that change the direction of what follows (UAX #9); the plain marks of Arabic and Hebrew are not among them. */
const DIRECTION = /[\u202a-\u202e\u2066-\u2069]/
/** Shown as nothing; joiners, which some scripts need, are not among them. */
const INVISIBLE = /[\u00ad\u115f\u1160\u180e\u200b\u2060-\u2064\u2800\u3164\ufeff\uffa0]/
/** Check marks and seals, such as mail programs put beside verified senders. */
const MARKS = /[\u2611\u2705\u2713\u2714\u{1f535}\u{1f5f8}\u{1f5f9}]/u
const EMOJI = /\p{Extended_Pictographic}/u
/** Trademark signs and the like are letters of a name. */
const SIGNS = /[\u00a9\u00ae\u2122\u203c\u2049\u2139]/g
/** A number in brackets at an end, as mail programs count unread messages of a conversation. */
const COUNTER = /^\s*[([]\d{1,3}[)\]]|[([]\d{1,3}[)\]]\s*$/
/** Letters of mathematics and enclosed ones in place of plain letters. */
const STYLED = /[\u{1d400}-\u{1d7ff}\u{1f130}-\u{1f189}\u24b6-\u24e9]/u

interface Trait {
  code: NameCode
  isOf(text: string): boolean
  says: string
  advice: string
  reference: string
}

const TRAITS: readonly Trait[] = [
  {
    code: 'name-direction',
    isOf: (text) => DIRECTION.test(text),
    says: 'holds control characters that turn the order of letters',
    advice: PLAIN,
    reference: 'UAX #9 section 2; UTR #36',
  },
  {
    code: 'name-invisible',
    isOf: (text) => INVISIBLE.test(text),
    says: 'holds characters that show nothing',
    advice: PLAIN,
    reference: UTS,
  },
  {
    code: 'name-disguised',
    isOf: isDisguised,
    says: 'has letters of another script that look like Latin ones, or styled ones',
    advice: PLAIN,
    reference: UTS,
  },
  {
    code: 'name-mark',
    isOf: (text) => MARKS.test(text),
    says: 'holds a sign like the mark of a verified sender',
    advice: 'Leave the sign out; a real mark comes with BIMI.',
    reference: GMAIL,
  },
  {
    code: 'name-counter',
    isOf: (text) => COUNTER.test(text),
    says: 'begins or ends with a number in brackets, as if messages had been counted',
    advice: PLAIN,
    reference: GMAIL,
  },
  {
    code: 'name-emoji',
    isOf: (text) => !MARKS.test(text) && EMOJI.test(text.replace(SIGNS, '')),
    says: 'holds an emoji',
    advice: 'Leave emoji out of the display name.',
    reference: GMAIL,
  },
]

/** Judges how the name is written, whoever it names. */
export function judgeWriting(name: string): Remark<NameCode>[] {
  const text = name.slice(0, MOST_LETTERS)
  return TRAITS.filter(({ isOf }) => isOf(text)).map(({ code, says, advice, reference }) => ({
    code,
    says: `The display name ${says}.`,
    advice,
    reference,
  }))
}

function isDisguised(text: string): boolean {
  if (STYLED.test(text)) return true
  const words = text.split(/[^\p{L}\p{M}\p{N}]+/u)
  return words.some((word) => /[a-z]/i.test(word) && isMixed(word) && [...word].some(imitatesAscii))
}

const ADDRESS = /[\p{L}\p{N}._+-]{1,64}@([\p{L}\p{N}.-]{1,253})/gu
const MOST_NAMED = 10

/** The domains and the domains of addresses that the name shows. */
export function namedDomains({ name, address }: Mailbox): NamedDomain[] {
  const text = name.slice(0, MOST_LETTERS)
  const addresses = [...text.matchAll(ADDRESS)].map((match) => toAsciiDomain(match[1] ?? ''))
  const words = text.replaceAll(ADDRESS, ' ').split(/[\s,;|()<>[\]"']+/)
  const domains = words.filter((word) => !isPerson(word, address)).map(shownHost)
  return [
    ...addresses.map((domain) => ({ domain, inAddress: true })),
    ...domains.map((domain) => ({ domain: domain ?? '', inAddress: false })),
  ]
    .filter(({ domain }) => organisationOf(domain) !== undefined)
    .slice(0, MOST_NAMED)
}

/** Endings that people take for a site's; many a surname is a top-level domain too. */
const SITE = /\.(?:com|net|org|info|biz|edu|gov|shop|store|online|app|io|[a-z]{2})\.?$/i

/** Initials, short surnames and degrees are no domains: R.Hughes, anna.li, M.Sc. */
function isPerson(word: string, address: string): boolean {
  if (/^(?:https?:|www\.)/i.test(word)) return false
  const isCountry = /\.[a-z]{2}\.?$/i.test(word)
  if (!SITE.test(word) || word.indexOf('.') < (isCountry ? 4 : 2)) return true
  return isCountry && address.toLowerCase().startsWith(word.toLowerCase())
}

/** Judges the domains in the name beside that of the address. */
export function judgeNamed(named: readonly NamedDomain[], from: string): Remark<NameCode>[] {
  const foreign = named.filter(({ domain }) => !sameOrganisation(domain, from) && !sameBrand(domain, from))
  const first = foreign.find(({ inAddress }) => inAddress) ?? foreign[0]
  if (!first) return []
  return [
    {
      code: first.inAddress ? 'name-address-differs' : 'name-domain-differs',
      says: `The display name shows ${first.inAddress ? 'an address at' : 'the domain'} ${organisationOf(first.domain)}, but the message comes from ${organisationOf(from) ?? from}.`,
      advice:
        'Write the name of the sender as the display name, without an address or a domain of somebody else.',
      reference: `RFC 5322 section 3.6.2; ${GMAIL}`,
    },
  ]
}
