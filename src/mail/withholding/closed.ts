import type { HtmlDocument } from '../reading/markup/html.ts'
import type { MimePart, ParsedMessage } from '../reading/message.ts'
import { has, type Segment } from './segments.ts'

/** Parts whose content only the recipient can read (RFC 8551, RFC 3156). */
function isSealed(part: MimePart): boolean {
  const { contentType, parameters } = part
  if (contentType === 'multipart/encrypted' || contentType === 'application/pgp-encrypted') return true
  if (!/^application\/(?:x-)?pkcs7-mime$/.test(contentType)) return false
  return parameters['smime-type']?.toLowerCase() !== 'certs-only'
}

/** What there is to read is no words: sealed, undecodable, or pictures alone. */
export function isClosed(
  message: ParsedMessage,
  html: HtmlDocument | undefined,
  bodies: readonly string[],
): boolean {
  if ([message.root, ...message.root.children, ...message.attachments].some(isSealed)) return true
  const text = bodies.join('\n').trim()
  if (text.includes('-----BEGIN PGP MESSAGE-----')) return true
  if (looksBroken(text)) return true
  const words = wordsIn(text.replace(/https?:\/\/\S{1,2000}/gi, ''))
  return (hasPictures(message, html) && words < ENOUGH) || (words === 0 && message.limits.length > 0)
}

/** A body of so many words has something to read. */
const ENOUGH = 8

/** Words of a text, as far as their number matters. */
function wordsIn(text: string): number {
  let words = 0
  const next = /\p{L}{2,}/gu
  while (words < ENOUGH && next.test(text)) words += 1
  return words
}

export function hasPictures(message: ParsedMessage, html: HtmlDocument | undefined): boolean {
  return (
    (html?.images ?? 0) > 0 ||
    message.attachments.some(({ contentType }) => /^(?:image\/|application\/pdf$)/.test(contentType))
  )
}

/** Many characters that stand for undecodable octets, or a body left in its transfer encoding. */
function looksBroken(text: string): boolean {
  const sample = text.slice(0, 20_000)
  const lost = sample.match(/\ufffd|(?![\s])\p{Cc}/gu)?.length ?? 0
  if (lost > 5 && lost > sample.length / 20) return true
  return /^[A-Za-z0-9+/=\s]{200,}$/.test(sample) && !/(?<![a-z])[a-z]{2,} [a-z]{2,} [a-z]{2,}/i.test(sample)
}

/** A subject that speaks of codes, passwords or signing in at all. */
export function subjectHints(subject: Segment): boolean {
  if (has(subject, 'goods')) return false
  return (
    has(subject, 'pass') ||
    has(subject, 'sign') ||
    has(subject, 'code') ||
    has(subject, 'auth') ||
    (has(subject, 'conf') && (has(subject, 'acct') || has(subject, 'mail')))
  )
}
