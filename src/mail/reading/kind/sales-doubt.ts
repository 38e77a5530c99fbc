import { RECEIPT_HOSTS, SEQUENCE_HEADERS, SEQUENCE_MAILERS } from '../../data/open-receipts.ts'
import { isTrackingHost } from '../domains/known-domains.ts'
import { listImages, trackingPixels } from '../images/view.ts'
import type { Link } from '../links/links.ts'
import { findUnsubscribeLink } from '../links/unsubscribe-link.ts'
import type { HtmlDocument } from '../markup/html.ts'
import type { ParsedMessage } from '../message.ts'
import { hasAny, mailerOf } from './fields.ts'

/**
 * What makes a letter doubtful that nothing else marks as bulk mail, in a few words. Absent: nothing, or it answers one that
 * was written before. What mail programs add so that people see their letters opened is no sign.
 */
export function salesDoubt(
  message: ParsedMessage,
  html: HtmlDocument | undefined,
  links: readonly Link[],
): string | undefined {
  if (message.first('in-reply-to') || message.first('references')) return undefined
  const pixels = html ? trackingPixels(listImages(html.root)) : []
  const signs = [
    ...(pixels.some(({ host }) => !RECEIPT_HOSTS.has(host))
      ? ['reports when it is opened (tracking pixel)']
      : []),
    ...(links.some(isCounted) ? ['counts clicks on its links'] : []),
    ...(findUnsubscribeLink(message, html, links) ? ['offers to unsubscribe'] : []),
    ...(hasAny(message, SEQUENCE_HEADERS) || SEQUENCE_MAILERS.test(mailerOf(message))
      ? ['was sent by a tool for sales mail']
      : []),
  ]
  return signs.length > 0 ? inWords(signs) : undefined
}

function isCounted({ from, host }: Link): boolean {
  return from === 'anchor' && isTrackingHost(host) && !RECEIPT_HOSTS.has(host)
}

function inWords(signs: readonly string[]): string {
  const last = signs.at(-1) ?? ''
  return signs.length > 1 ? `${signs.slice(0, -1).join(', ')} and ${last}` : last
}
