import { STUB_WORDS } from '../../data/weighty-phrases.ts'
import { extractLinks, type Link } from '../../reading/links/links.ts'
import type { HtmlDocument } from '../../reading/markup/html.ts'
import { createPhraseBook } from '../../reading/words/phrase-book.ts'
import { measureShown, measureText, type Shown } from '../../reading/words/tokens.ts'

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
export function compareParts(message: Shown, html: HtmlDocument, anchors: readonly Link[]): Parity {
  const text = message.text ?? ''
  const { tokens: ofText, words: textWords } = measureShown(message)
  const { tokens, words: htmlWords } = measureShown(html)
  const ofHtml = tokens.union(measureText(html.alternativeText).tokens)
  let shared = 0
  for (const token of ofText) if (ofHtml.has(token)) shared += 1
  const overlap = shared / Math.max(1, ofText.size + ofHtml.size - shared)
  const contained = shared / Math.max(1, Math.min(ofText.size, ofHtml.size))
  const measures = { textWords, htmlWords, overlap, linkOverlap: linkOverlap(text, anchors) }
  if (isStub(text, textWords, htmlWords)) return { verdict: 'stub', ...measures }
  if (ofText.size < COMPARABLE || ofHtml.size < COMPARABLE) return { verdict: 'too-short', ...measures }
  const differs = overlap < DIFFERENT_BELOW && contained < SUMMARY_FROM
  return { verdict: differs ? 'differs' : 'alike', ...measures }
}

function isStub(text: string, textWords: number, htmlWords: number): boolean {
  if (htmlWords < LONG) return textWords < htmlWords / 2 && textWords < 40 && STUBS.has(text)
  return textWords < htmlWords * STUB_BELOW && (textWords < 25 || STUBS.has(text))
}

function linkOverlap(text: string, anchors: readonly Link[]): number {
  const ofHtml = hostsOf(anchors)
  if (ofHtml.size === 0) return 1
  const ofText = hostsOf(extractLinks(undefined, text))
  return [...ofHtml].filter((host) => ofText.has(host)).length / ofHtml.size
}

function hostsOf(links: readonly Link[]): Set<string> {
  return new Set(links.map(({ host }) => host).filter((host) => host !== ''))
}
