import { STUB_WORDS } from '../data/weighty-phrases.ts'
import type { HtmlDocument } from '../html.ts'
import { extractLinks } from '../links.ts'
import { createPhraseBook } from './phrase-book.ts'
import { countWords, tokensOf } from './tokens.ts'

const STUBS = createPhraseBook(STUB_WORDS)

/** How the text part stands to the HTML part of the same message. */
export interface Parity {
  verdict:
    | 'alike'
    /** The text part has words of its own. */
    | 'differs'
    /** The text part only says where or how to read the message, or a fragment of it. */
    | 'stub'
    /** One of them has too few words to compare. */
    | 'too-short'
  textWords: number
  htmlWords: number
  /** Shared words of all words of both, 0 to 1. */
  overlap: number
  /** Linked hosts of the HTML that the text part names too, 0 to 1; 1 where the HTML links nowhere. */
  linkOverlap: number
}

/** Below this many words nothing is compared. */
const COMPARABLE = 15
const DIFFERENT_BELOW = 0.3
/** A summary shares most of its words with the HTML. */
const SUMMARY_FROM = 0.6
const STUB_BELOW = 0.2
const LONG = 60

/** Compares what the two parts say, by the words and the linked hosts that they share. */
export function compareParts(text: string, html: HtmlDocument): Parity {
  const ofText = tokensOf(text)
  const ofHtml = tokensOf(`${html.text}\n${html.alternativeText}`)
  const shared = [...ofText].filter((token) => ofHtml.has(token)).length
  const overlap = shared / Math.max(1, ofText.size + ofHtml.size - shared)
  const contained = shared / Math.max(1, Math.min(ofText.size, ofHtml.size))
  const textWords = countWords(text)
  const htmlWords = countWords(html.text)
  const links = linkOverlap(text, html)
  const measures = { textWords, htmlWords, overlap, linkOverlap: links }
  if (isStub(text, textWords, htmlWords)) return { verdict: 'stub', ...measures }
  if (ofText.size < COMPARABLE || ofHtml.size < COMPARABLE) return { verdict: 'too-short', ...measures }
  const differs = overlap < DIFFERENT_BELOW && contained < SUMMARY_FROM
  return { verdict: differs ? 'differs' : 'alike', ...measures }
}

function isStub(text: string, textWords: number, htmlWords: number): boolean {
  if (htmlWords < LONG) return textWords < htmlWords / 2 && textWords < 40 && STUBS.has(text)
  return textWords < htmlWords * STUB_BELOW && (textWords < 25 || STUBS.has(text))
}

function linkOverlap(text: string, html: HtmlDocument): number {
  const hosts = (links: ReturnType<typeof extractLinks>) =>
    new Set(links.map(({ host }) => host).filter(Boolean))
  const ofHtml = hosts(
    extractLinks(html, undefined).filter(({ from }) => from === 'anchor' || from === 'text'),
  )
  const ofText = hosts(extractLinks(undefined, text))
  if (ofHtml.size === 0) return 1
  return [...ofHtml].filter((host) => ofText.has(host)).length / ofHtml.size
}
