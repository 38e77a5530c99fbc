import type { TlsFacts } from '../../core/message.ts'
import { normaliseAddress } from '../../net/ip.ts'
import { readDate } from './mime/date.ts'

/** What one Received field says of the hop (RFC 5321 4.4), as far as it can be read. */
export interface ReceivedHop {
  /** The name given with HELO or EHLO. */
  helo?: string
  /** The client's address as the receiving server saw it. */
  clientAddress?: string
  /** The receiving server. */
  by?: string
  /** The protocol (RFC 3848): ESMTPS. */
  with?: string
  tls?: TlsFacts
  /** The field says that the hop was encrypted, though perhaps not how. */
  encrypted?: boolean
  /** The receiving server's software, where it is one that is known. */
  software?: string
  date?: Date
}

/** A field longer than this is cut: real ones have a few hundred characters. */
const MOST_CHARACTERS = 4_000

/** Reads an unfolded Received value. The address is taken from the comment behind the HELO name, never from that name. */
export function parseReceived(value: string): ReceivedHop {
  const text = value.slice(0, MOST_CHARACTERS).replace(/[\r\n\t]/g, ' ')
  const semicolon = text.lastIndexOf(';')
  const body = semicolon < 0 ? text : text.slice(0, semicolon)
  const date = semicolon < 0 ? undefined : dateOf(text.slice(semicolon + 1))
  const { words, comments } = split(body)
  const from = after(words, 'from')
  const by = after(words, 'by')
  const protocol = after(words, 'with')
  const client = from && clientIn(from, comments.get(from.index) ?? [])
  const tls = tlsIn(saidByServer(words, comments, from))
  const software = softwareIn([...comments.values()].flat(), protocol?.word)
  return {
    ...client,
    ...(by && { by: by.word }),
    ...(protocol && { with: protocol.word.toUpperCase() }),
    ...(tls && { tls }),
    ...((tls || isEncrypted(comments)) && { encrypted: true }),
    ...(software && { software }),
    ...(date && { date }),
  }
}

interface Word {
  word: string
  index: number
}

/** Words outside comments, and for each word's index the comments that follow it. */
function split(text: string): { words: string[]; comments: Map<number, string[]> } {
  const words: string[] = []
  const comments = new Map<number, string[]>()
  for (const segment of segments(text)) {
    if (!segment.comment) {
      words.push(...segment.text.split(' ').filter(Boolean))
      continue
    }
    const known = comments.get(words.length - 1)
    if (known) known.push(segment.text)
    else comments.set(words.length - 1, [segment.text])
  }
  return { words, comments }
}

/** The text cut at its outermost parentheses, which are left out. */
function segments(text: string): { text: string; comment: boolean }[] {
  const found: { text: string; comment: boolean }[] = []
  let depth = 0
  let start = 0
  const cut = (end: number) => {
    found.push({ text: text.slice(start, end), comment: depth > 0 })
    start = end + 1
  }
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '(') {
      if (depth === 0) cut(at)
      depth += 1
    } else if (text[at] === ')' && depth > 0) {
      if (depth === 1) cut(at)
      depth -= 1
    }
  }
  cut(text.length)
  return found
}

/** The word behind the first such keyword; `from` counts only where the field begins with it. */
function after(words: string[], keyword: string): Word | undefined {
  const at = words.findIndex((word) => word.toLowerCase() === keyword)
  const word = words[at + 1]
  if (at < 0 || word === undefined || (keyword === 'from' && at !== 0)) return undefined
  return { word, index: at + 1 }
}

const BRACKETED = /\[(?:IPv6:)?([0-9A-Fa-f:.]{2,45})\]/
const BARE_ADDRESS = /(?:^|[\s@])((?:\d{1,3}\.){3}\d{1,3}|[0-9A-Fa-f]{0,4}:[0-9A-Fa-f:.]{2,40})(?=$|[\s;,])/

/** What the client says of itself, which may look like an address: Exim's `helo=`, qmail's `HELO`. */
const CLAIMED = /(?:(?:^|\s)helo=|^HELO )([^\s()]+)/im
/** What the client's ident service says; nothing of Exim's comes behind it. */
const IDENT = /(?:^|\s)ident=.*$/s
const EXIM_BEHIND_LITERAL = /^(?:helo|port|ident)=/

/** Postfix: `helo (rdns [ip])`; Exim: `rdns ([ip] helo=helo)`; qmail: `unknown (HELO helo) (ip)`; Exchange: `helo (ip)`. */
function clientIn(from: Word, comments: string[]): Pick<ReceivedHop, 'helo' | 'clientAddress'> {
  const claimed = CLAIMED.exec(comments.map((comment) => comment.replace(IDENT, '')).join('\n'))?.[1]
  const observed = comments.map((comment) => comment.replace(IDENT, '').replace(CLAIMED, ' ')).join(' ')
  const seen = BRACKETED.exec(observed)?.[1] ?? BARE_ADDRESS.exec(observed)?.[1]
  const isLiteralSeen = comments.length <= 1 && comments.every((comment) => EXIM_BEHIND_LITERAL.test(comment))
  const address = normaliseAddress(seen ?? (isLiteralSeen ? literalOf(from.word) : ''))
  return {
    helo: claimed ?? from.word,
    ...(address && { clientAddress: address }),
  }
}

/** Exim writes `from [192.0.2.1] (helo=name)`, and some write nothing but the literal. */
function literalOf(word: string): string {
  return BRACKETED.exec(word)?.[1] ?? ''
}

/** Some write the month in full or other forms; without a zone such a date says nothing. */
function dateOf(text: string): Date | undefined {
  const { at } = readDate(text)
  if (at) return at
  const bare = text.replace(/\([^()]*\)/g, '').trim()
  if (!/(?:[+-]\d{4}|\b(?:GMT|UTC))$/.test(bare)) return undefined
  const date = new Date(bare)
  return Number.isNaN(date.getTime()) ? undefined : date
}

/** qmail with TLS: `with (AES256-SHA encrypted) SMTP`. */
function isEncrypted(comments: ReadonlyMap<number, string[]>): boolean {
  return [...comments.values()].flat().some((comment) => /^[A-Z0-9_-]{6,60} encrypted$/.test(comment))
}

/** The comments behind the client's name that tell of TLS; in others the client or its certificate may say what it likes. */
const OF_TLS = /^(?:using TLS|version=)/

/** The field without what the client chose. */
function saidByServer(
  words: readonly string[],
  comments: ReadonlyMap<number, string[]>,
  from: Word | undefined,
): string {
  const ofServer = [...comments].flatMap(([index, those]) =>
    index === from?.index ? those.filter((comment) => OF_TLS.test(comment)) : those,
  )
  return [...ofServer, ...words.slice(from ? from.index + 1 : 0)].join(' ')
}

/** By what it writes in a comment of its own. */
const SOFTWARE: readonly (readonly [RegExp, string])[] = [
  [/^Postfix(?:$|[, ])/, 'Postfix'],
  [/^Exim /, 'Exim'],
  [/^8\.\d+\.\d[./\w-]*(?:\/|$)/, 'Sendmail'],
  [/^qmail /, 'qmail'],
  [/^OpenSMTPD(?:$| )/, 'OpenSMTPD'],
  [/^Haraka/, 'Haraka'],
  [/^PowerMTA/, 'PowerMTA'],
  [/^ecelerity /, 'Momentum'],
  [/^KumoMTA/, 'KumoMTA'],
  [/^Stalwart /, 'Stalwart'],
  [/^amavis/, 'amavis'],
  [/^Halon/, 'Halon'],
  [/^MailEnable /, 'MailEnable'],
  [/^Dovecot/, 'Dovecot'],
  [/^Cyrus/, 'Cyrus'],
  [/^SG$/, 'SendGrid'],
]

function softwareIn(comments: readonly string[], protocol: string | undefined): string | undefined {
  if (/^microsoft$/i.test(protocol ?? '')) return 'Microsoft Exchange'
  for (const comment of comments.slice(0, 20)) {
    const known = SOFTWARE.find(([form]) => form.test(comment))
    if (known) return known[1]
  }
  return undefined
}

/** Postfix: `using TLSv1.3 with cipher X`; Google: `version=TLS1_3 cipher=X`; Exim: `(TLS1.3) tls X`, before `(TLSv1.2:X:256)`. */
function tlsIn(text: string): TlsFacts | undefined {
  const version = /\b(?:TLSv?|version=TLSv?)1(?:[._]([0-3]))?\b/i.exec(text)
  if (!version) return undefined
  const cipher =
    /\bcipher[= ]\s{0,4}([A-Z0-9_-]{6,80})/i.exec(text) ??
    /\bTLSv?1\.[0-3]:([A-Z0-9_-]{6,80})/.exec(text) ??
    /\b(TLS_[A-Z0-9_]{6,80})\b/.exec(text)
  return { version: version[1] ? `TLSv1.${version[1]}` : 'TLSv1', cipher: cipher?.[1] ?? 'unknown' }
}
