import { KIND_WORDS } from '../../data/kind-words.ts'
import type { Link } from '../links/links.ts'
import { findUnsubscribeLink } from '../links/unsubscribe-link.ts'
import type { HtmlDocument } from '../markup/html.ts'
import type { ParsedMessage } from '../message.ts'
import { createPhraseBook } from '../words/phrase-book.ts'
import { billSigns } from './bill-signs.ts'
import type { Sign } from './sign.ts'

const BOOK = createPhraseBook(KIND_WORDS)

/** The beginning of the text is what a message is about. */
const MOST_CHARACTERS = 20_000

/** What subject and body say about the kind. */
export function wordingSigns(
  message: ParsedMessage,
  html: HtmlDocument | undefined,
  links: readonly Link[],
): Sign[] {
  const body = (html?.text ? html.text : (message.text ?? '')).slice(0, MOST_CHARACTERS)
  const subject = count(message.subject)
  const text = count(body)
  // An order confirmation may praise other goods and the shop's newsletter at its end.
  const confirms = subject.service > 0 && subject.promotion === 0 && subject.newsletter === 0
  return [
    ...serviceSigns(confirms, subject.service, text.service),
    ...billSigns(message, body),
    ...(findUnsubscribeLink(message, html, links) ? [UNSUBSCRIBE_LINK] : []),
    ...newsletterSigns(confirms, subject.newsletter + text.newsletter),
    // People write of prices too; campaigns always lead somewhere.
    ...(links.length > 0 ? offerSigns(confirms, subject.promotion * 2 + text.promotion) : []),
  ]
}

const UNSUBSCRIBE_LINK: Sign = {
  kind: 'marketing',
  weight: 1.5,
  says: 'The body shows a way to unsubscribe.',
}

function serviceSigns(confirms: boolean, inSubject: number, inText: number): Sign[] {
  const signs: Sign[] = []
  const add = (weight: number, says: string) => signs.push({ kind: 'transactional', weight, says })
  if (inSubject > 0) add(confirms ? 5 : 1, 'Its subject is about an order, an account or an event.')
  if (inText > 0) add(inText > 1 ? 2 : 1, 'Its text is about an order, an account or an event.')
  return signs
}

function newsletterSigns(confirms: boolean, seen: number): Sign[] {
  if (seen === 0) return []
  return [{ kind: 'marketing', weight: confirms ? 0.5 : 1.5, says: 'It speaks as a newsletter does.' }]
}

function offerSigns(confirms: boolean, seen: number): Sign[] {
  if (seen === 0) return []
  const weight = Math.min(confirms ? 1 : 3, seen)
  return [{ kind: 'marketing', weight, says: 'It speaks of offers and prices.' }]
}

function count(text: string): Record<keyof typeof KIND_WORDS, number> {
  const counts = { newsletter: 0, promotion: 0, service: 0 }
  // Neighbouring languages share words: one place in the text counts once.
  const places = new Set<string>()
  for (const { category, at } of BOOK.find(text)) {
    if (places.has(`${category} ${at}`)) continue
    places.add(`${category} ${at}`)
    counts[category] += 1
  }
  if (REDUCED.test(text)) counts.promotion += 1
  return counts
}

/** `50 % off`, `-20 %`. */
const REDUCED =
  /(?:[-\u2212\u2013]\s?\d{1,2}\s?%|\b\d{1,2}\s?%\s?(?:off|rabatt|de descuento|de reduction|korting|sconto))/i
