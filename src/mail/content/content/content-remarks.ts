import { verbatim } from '../../../core/verbatim.ts'
import { WEIGHTY_PHRASES } from '../../data/weighty-phrases.ts'
import type { Link } from '../../reading/links/links.ts'
import type { HtmlDocument } from '../../reading/markup/html.ts'
import { createPhraseBook } from '../../reading/words/phrase-book.ts'
import { MAX_JUDGED, type Shown } from '../../reading/words/tokens.ts'
import type { Remark } from '../../remark.ts'
import { compareParts, type Parity } from './parity.ts'
import { encodedTwice, illegibleShare, looksEncoded } from './readability.ts'

const BOOK = createPhraseBook(WEIGHTY_PHRASES)
type Subject = keyof typeof WEIGHTY_PHRASES

/** What is said of text that cannot be read. */
export type ReadabilityCode = 'illegible' | 'still-encoded' | 'encoded-twice' | 'html-shows-nothing'

const ILLEGIBLE_FROM = 0.2

/** Judges whether anything can be read at all. */
export function judgeReadability(
  text: string | undefined,
  html: HtmlDocument | undefined,
): Remark<ReadabilityCode>[] {
  const remarks: Remark<ReadabilityCode>[] = []
  const share = Math.max(illegibleShare(text ?? ''), illegibleShare(html?.text ?? ''))
  if (share >= ILLEGIBLE_FROM) {
    remarks.push({
      code: 'illegible',
      says: `${Math.round(share * 100)} % of the text are characters that show nothing.`,
      advice: 'Check the charset and the transfer encoding of the text parts, and send the text in UTF-8.',
      reference: 'RFC 2046 section 4.1.2',
    })
  }
  const encoding = looksEncoded(text ?? '') ?? looksEncoded(html?.text ?? '')
  if (encoding) {
    remarks.push({
      code: 'still-encoded',
      says: `The text shows itself in ${encoding}: its part does not declare that transfer encoding.`,
      advice: `Add "${verbatim(`Content-Transfer-Encoding: ${encoding}`)}" to the header of the part.`,
      reference: 'RFC 2045 section 6.1',
    })
  }
  const twice = Math.max(encodedTwice(text ?? ''), encodedTwice(html?.text ?? ''))
  if (twice > 0) {
    remarks.push({
      code: 'encoded-twice',
      says: `${twice} letters are shown as two or three wrong signs: their UTF-8 was encoded as UTF-8 again.`,
      advice: 'Read the text as UTF-8 where it enters the program that sends it, and encode it once.',
      reference: 'RFC 3629 section 3',
    })
  }
  if (html?.rendersNothing) {
    remarks.push({
      code: 'html-shows-nothing',
      says: 'The HTML part shows neither text nor an image.',
      advice: 'Put the content into the HTML part, or leave the part out.',
      reference: 'RFC 2046 section 5.1.4',
    })
  }
  return remarks
}

/** What is said of a text part beside HTML. */
export type PartsCode = 'text-missing' | 'text-empty' | 'text-stub' | 'text-differs'

export interface PartsView {
  remarks: Remark<PartsCode>[]
  parity?: Parity
}

/** Judges the text part beside the HTML part. */
export function judgeParts(message: Shown, html: HtmlDocument, links: readonly Link[]): PartsView {
  const { text } = message
  const reference = 'RFC 2046 section 5.1.4; SpamAssassin MPART_ALT_DIFF, MIME_HTML_ONLY'
  const advice =
    'Send multipart/alternative with a text part that says what the HTML says, its links written out.'
  if (text === undefined || text.trim() === '') {
    const says =
      text === undefined ? 'There is HTML and no text part.' : 'The text part beside the HTML is empty.'
    return {
      remarks: [{ code: text === undefined ? 'text-missing' : 'text-empty', says, advice, reference }],
    }
  }
  const anchors = links.filter(({ from }) => from === 'anchor')
  const parity = compareParts(message, html, anchors)
  const words = `${parity.textWords} words against ${parity.htmlWords} of the HTML`
  if (parity.verdict === 'stub') {
    const says = `The text part only points elsewhere or holds a fragment: ${words}.`
    return { remarks: [{ code: 'text-stub', says, advice, reference }], parity }
  }
  if (parity.verdict === 'differs') {
    const shared = Math.round(parity.overlap * 100)
    const says = `The text part and the HTML say different things: they share ${shared} % of their words.`
    return { remarks: [{ code: 'text-differs', says, advice, reference }], parity }
  }
  return { remarks: [], parity }
}

const SUBJECTS: Readonly<Record<Subject, string>> = {
  'advance-fee': 'money that waits for the reader',
  lottery: 'a prize nobody played for',
  extortion: 'extortion',
  'easy-money': 'easy money',
  pills: 'medicine or copies of brands',
  'account-threat': 'a threat to close an account',
}

/** Pharmacies and honest services use one of these phrases now and then. */
const LEAST_PHRASES: Readonly<Partial<Record<Subject, number>>> = { pills: 2, 'account-threat': 2 }

/** What is said of phrases, by what they are after. */
export type WordingCode = `wording-${Subject}`

export interface WordingView {
  remarks: Remark<WordingCode>[]
  /** The phrases, by subject: the message's own words. */
  phrases: Record<string, string>
}

/** Looks for phrases that honest mail hardly has, in many languages. */
export function judgeWording(subject: string, body: string): WordingView {
  const bySubject = Map.groupBy(BOOK.find(`${subject}\n${body.slice(0, MAX_JUDGED)}`), (hit) => hit.category)
  const remarks: Remark<WordingCode>[] = []
  const phrases: Record<string, string> = {}
  for (const [category, found] of bySubject) {
    const hits = [...new Map(found.map((hit) => [hit.at, hit])).values()]
    if (hits.length < (LEAST_PHRASES[category] ?? 1)) continue
    remarks.push({
      code: `wording-${category}`,
      says: `Filters know ${hits.length === 1 ? 'a phrase' : `${hits.length} phrases`} of this text from mail about ${SUBJECTS[category]}.`,
      advice:
        'Say it in other words if the message is honest; the phrases are shown to the owner of this test.',
      reference: 'Content rules of SpamAssassin (20_phrases.cf, 20_advance_fee.cf)',
    })
    phrases[category] = hits.map((hit) => hit.phrase).join(' | ')
  }
  return { remarks, phrases }
}
