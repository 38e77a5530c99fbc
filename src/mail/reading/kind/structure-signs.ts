import {
  CAMPAIGN_HEADERS,
  CAMPAIGN_MAILERS,
  EVENT_HEADERS,
  LIST_HEADERS,
  PERSONAL_CLIENTS,
} from '../../data/sending-headers.ts'
import type { Link } from '../links/links.ts'
import type { HtmlDocument } from '../markup/html.ts'
import type { ParsedMessage } from '../message.ts'
import { firstValue, hasAny, mailerOf } from './fields.ts'
import type { Sign } from './sign.ts'

/** What header fields and the make of the body say about the kind. */
export function structureSigns(
  message: ParsedMessage,
  html: HtmlDocument | undefined,
  links: readonly Link[],
): Sign[] {
  return [
    ...listSigns(message),
    ...bulkSigns(message, html, links),
    ...automaticSigns(message),
    ...personalSigns(message),
  ]
}

function listSigns(message: ParsedMessage): Sign[] {
  const signs: Sign[] = []
  const posts = message.first('list-post')
  const closed = firstValue(message, 'list-post') === 'no'
  if (hasAny(message, LIST_HEADERS) && !closed) {
    signs.push({ kind: 'list', weight: 5, says: 'It carries fields that discussion lists add.' })
  }
  if (firstValue(message, 'precedence') === 'list') {
    signs.push({ kind: 'list', weight: posts ? 3 : 1.5, says: 'Precedence says that it comes from a list.' })
  }
  if (message.first('list-id')) {
    // Trackers and forums name their projects so.
    const isEvent = firstValue(message, 'auto-submitted').startsWith('auto-')
    signs.push({ kind: posts || isEvent ? 'list' : 'marketing', weight: 2, says: 'It carries List-Id.' })
  }
  return signs
}

const DESIGNED = /<table[\s>]|<style[\s>]|<center[\s>]|<mj-/i

function bulkSigns(message: ParsedMessage, html: HtmlDocument | undefined, links: readonly Link[]): Sign[] {
  const signs: Sign[] = []
  const add = (weight: number, says: string) => signs.push({ kind: 'marketing', weight, says })
  if (message.first('list-unsubscribe')) add(2.5, 'It carries List-Unsubscribe.')
  if (message.first('list-unsubscribe-post')) add(0.5, 'It offers one-click unsubscription.')
  if (['bulk', 'junk'].includes(firstValue(message, 'precedence')))
    add(1.5, 'Precedence says that it is bulk mail.')
  if (hasAny(message, CAMPAIGN_HEADERS)) add(2, 'It carries fields that campaign tools add.')
  else if (CAMPAIGN_MAILERS.test(mailerOf(message)))
    add(2, 'It was made by a tool for newsletters or campaigns.')
  if (message.first('feedback-id')) add(0.5, 'It carries Feedback-ID.')
  // What people write is not laid out in tables with styles of its own.
  if (DESIGNED.test(message.html?.slice(0, 50_000) ?? '')) add(0.5, 'Its HTML is laid out as a page.')
  const pictures = html?.images ?? 0
  if (pictures >= 3 && links.filter((link) => link.from === 'anchor').length >= 6) {
    add(1, 'It is built of many images and links.')
  }
  return signs
}

function automaticSigns(message: ParsedMessage): Sign[] {
  const signs: Sign[] = []
  const add = (weight: number, says: string) => signs.push({ kind: 'transactional', weight, says })
  const automatic = firstValue(message, 'auto-submitted')
  if (automatic.startsWith('auto-')) add(3, 'Auto-Submitted says that a program sent it for an event.')
  if (hasAny(message, EVENT_HEADERS)) add(1.5, 'It carries fields of mail that a program sends for an event.')
  if (['multipart/report', 'message/delivery-status'].includes(message.root.contentType)) {
    add(5, 'It is a report of a mail system.')
  }
  if (message.root.children.some((part) => part.contentType === 'text/calendar'))
    add(1, 'It carries an invitation.')
  const local = message.from[0]?.address.split('@')[0]?.toLowerCase().replace(/[._-]/g, '') ?? ''
  if (
    /^(?:noreply|donotreply|nepasrepondre|keineantwort|notifications?|alerts?|billing|invoices?|receipts?|orders?|security|mailerdaemon|postmaster|root|cron|nagios|monitoring)$/.test(
      local,
    )
  ) {
    add(1, 'Its sender address is that of a program.')
  }
  return signs
}

function personalSigns(message: ParsedMessage): Sign[] {
  const signs: Sign[] = []
  const bulk = message.first('list-unsubscribe') || message.first('list-id') || message.first('precedence')
  if (bulk) return signs
  if (message.first('in-reply-to') || message.first('references')) {
    signs.push({ kind: 'personal', weight: 2, says: 'It answers another message.' })
  }
  if (PERSONAL_CLIENTS.test(mailerOf(message))) {
    signs.push({
      kind: 'personal',
      weight: 2,
      says: 'It was written with a program that people write mail with.',
    })
  }
  return signs
}
