import { toAsciiDomain } from '../../reading/domains/sender-domain.ts'
import type { ParsedMessage } from '../../reading/message.ts'
import { rawValue } from '../../reading/mime/fields.ts'
import { withoutComments } from '../../reading/mime/structured.ts'

/** One way to leave that List-Unsubscribe names (RFC 2369 3.2). */
export interface UnsubscribeTarget {
  scheme: 'https' | 'http' | 'mailto'
  url: string
  /** Lower case, A-labels. */
  host: string
}

/** Against which rule of RFC 2369 2 the field is written. */
export type ListFieldFault = 'no-brackets' | 'bad-uri' | 'stray-text' | 'encoded' | 'empty'

export interface ListUnsubscribe {
  /** List-Unsubscribe fields. */
  fields: number
  ways: UnsubscribeTarget[]
  faults: Set<ListFieldFault>
  /** List-Unsubscribe-Post; absent: there is none. */
  post?: 'one-click' | 'wrong'
  postFields: number
}

const MOST_WAYS = 20

/** Reads List-Unsubscribe and List-Unsubscribe-Post. */
export function readListUnsubscribe(message: ParsedMessage): ListUnsubscribe {
  return readFieldTexts(
    message.all('list-unsubscribe').map(rawValue),
    message.all('list-unsubscribe-post').map(rawValue),
  )
}

/** The same of what stands behind their colons, unfolded. */
export function readFieldTexts(fields: readonly string[], posts: readonly string[]): ListUnsubscribe {
  const result: ListUnsubscribe = {
    fields: fields.length,
    ways: [],
    faults: new Set(),
    postFields: posts.length,
  }
  const [first] = fields
  if (first !== undefined) readWays(first, result)
  const [post] = posts
  // RFC 8058 3.1: this key and value, and nothing else.
  if (post !== undefined) result.post = post === 'List-Unsubscribe=One-Click' ? 'one-click' : 'wrong'
  return result
}

function readWays(value: string, { ways, faults }: ListUnsubscribe): void {
  if (/=\?[^?\s]{1,40}\?[bq]\?/i.test(value)) faults.add('encoded')
  const [before = '', ...pieces] = value.slice(0, 20_000).split('<')
  noteOutside(before, faults)
  for (const piece of pieces.slice(0, MOST_WAYS)) {
    const [inside = '', ...behind] = piece.split('>')
    if (behind.length === 0) faults.add('no-brackets')
    const way = wayOf(inside)
    if (way) ways.push(way)
    else faults.add('bad-uri')
    noteOutside(behind.join(' '), faults)
  }
  if (ways.length === 0 && faults.size === 0) faults.add('empty')
}

/** Between the brackets stand commas, white space and comments. */
function noteOutside(text: string, faults: Set<ListFieldFault>): void {
  const stray = withoutComments(text).replace(/[\s,]+/g, '')
  if (stray !== '') faults.add(/^(?:https?:|mailto:)/i.test(stray) ? 'no-brackets' : 'stray-text')
}

/** White space inside the brackets is to be ignored (RFC 2369 2). */
function wayOf(written: string): UnsubscribeTarget | undefined {
  const url = written.replace(/\s+/g, '')
  const scheme = /^(https?|mailto):/i.exec(url)?.[1]?.toLowerCase()
  if (scheme === 'mailto') {
    const host = toAsciiDomain(/^mailto:[^@?]{1,320}@([^?]{1,255})/i.exec(url)?.[1] ?? '')
    return host === '' ? undefined : { scheme, url, host }
  }
  const parsed = scheme === undefined ? undefined : URL.parse(url)
  if (!parsed?.hostname.includes('.')) return undefined
  return { scheme: parsed.protocol === 'https:' ? 'https' : 'http', url, host: parsed.hostname }
}
