import { KIND_WORDS } from '../data/kind-words.ts'
import type { HtmlDocument } from '../html.ts'
import type { Sign } from '../kind.ts'
import type { Link } from '../links.ts'
import type { ParsedMessage } from '../parse.ts'
import { createPhraseBook } from '../wording/phrase-book.ts'
import { findWayOut } from '../wording/way-out.ts'

const BOOK = createPhraseBook(KIND_WORDS)

/** The beginning of the text is what a message is about. */
const MOST_CHARACTERS = 20_000

/** What subject and body say about the kind. */
export function wordingSigns(
  message: ParsedMessage,
  html: HtmlDocument | undefined,
  links: readonly Link[],
): Sign[] {
  const signs: Sign[] = []
  const body = (html?.text ? html.text : (message.text ?? '')).slice(0, MOST_CHARACTERS)
  const subject = count(message.subject)
  const text = count(body)
  const reduced = percentages(message.subject)
  const selling = subject.promotion + reduced > 0
  if (subject.service > 0) {
    const weight = selling ? 1 : 4
    signs.push({
      kind: 'transactional',
      weight,
      says: 'Its subject is about an order, an account or an event.',
    })
  }
  if (text.service > 0) {
    const weight = text.service > 1 ? 2 : 1
    signs.push({ kind: 'transactional', weight, says: 'Its text is about an order, an account or an event.' })
  }
  if (findWayOut(message, html, links)) {
    signs.push({ kind: 'marketing', weight: 1.5, says: 'The body shows a way to unsubscribe.' })
  }
  if (subject.newsletter + text.newsletter > 0) {
    signs.push({ kind: 'marketing', weight: 1.5, says: 'It speaks as a newsletter does.' })
  }
  const offers = subject.promotion * 2 + text.promotion + reduced + percentages(body)
  // People write of prices too; campaigns always lead somewhere.
  if (offers > 0 && links.length > 0) {
    // An order confirmation may praise other goods at its end.
    const most = subject.service > 0 && !selling ? 1 : 3
    signs.push({ kind: 'marketing', weight: Math.min(most, offers), says: 'It speaks of offers and prices.' })
  }
  return signs
}

function count(text: string): Record<keyof typeof KIND_WORDS, number> {
  const counts = { newsletter: 0, promotion: 0, service: 0 }
  for (const hit of BOOK.find(text)) counts[hit.category] += 1
  return counts
}

const REDUCED =
  /(?:[-\u2212\u2013]\s?\d{1,2}\s?%|\b\d{1,2}\s?%\s?(?:off|rabatt|de descuento|de reduction|korting|sconto))/i

/** `50 % off`, `-20 %`. */
function percentages(text: string): number {
  return REDUCED.test(text) ? 1 : 0
}
