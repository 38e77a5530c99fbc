import { FORWARD_PREFIXES, REPLY_PREFIXES } from '../../data/subject-prefixes.ts'
import type { HtmlDocument } from '../../reading/markup/html.ts'
import { walk } from '../../reading/markup/walk.ts'
import type { MimePart, ParsedMessage } from '../../reading/message.ts'

export interface SubjectParts {
  prefix: 'reply' | 'forward' | 'none'
  /** Without prefixes and the tags of lists in brackets. */
  rest: string
}

const MOST_PREFIXES = 20
const PREFIX =
  /^\s*([\p{L}\p{M}^]{2,20}(?: [\p{L}\p{M}]{2,12})?)\s?(?:\[\d{1,4}\]|\(\d{1,4}\)|\^\d{1,4})?\s?[:：]/u
const TAG = /^\s*\[[^[\]]{1,60}\]/

/** Takes a subject apart; its outermost prefix counts. */
export function readSubject(subject: string): SubjectParts {
  let rest = subject.slice(0, 2_000)
  let prefix: SubjectParts['prefix'] = 'none'
  for (let most = MOST_PREFIXES; most > 0; most -= 1) {
    const tag = TAG.exec(rest)?.[0]
    const match = tag === undefined ? PREFIX.exec(rest) : null
    const kind = match ? kindOf(match[1] ?? '') : undefined
    if (kind && prefix === 'none') prefix = kind
    if (tag === undefined && !kind) break
    rest = rest.slice((tag ?? match?.[0] ?? '').length)
  }
  return { prefix, rest: rest.trim() }
}

function kindOf(word: string): 'reply' | 'forward' | undefined {
  const folded = word.toLowerCase()
  if (REPLY_PREFIXES.has(folded)) return 'reply'
  return FORWARD_PREFIXES.has(folded) ? 'forward' : undefined
}

/** What stands behind a subject that says reply or forward. */
export type Precedent =
  | 'fields'
  /** No field names an earlier message, but one is quoted. */
  | 'quotation'
  /** A ticket, an automatic answer or a list's digest: made by software that keeps its own threads. */
  | 'software'
  | 'none'

const THREAD_FIELDS = [
  'in-reply-to',
  'references',
  'x-forwarded-message-id',
  'resent-from',
  'thread-index',
  'original-message-id',
]
const SOFTWARE_FIELDS = [
  'auto-submitted',
  'x-autoreply',
  'x-auto-response-suppress',
  'list-post',
  'x-mailman-version',
]

/** Looks for the earlier message of a reply or forward (RFC 5322 3.6.4). Newsletters carry List-Id too, and answer nobody. */
export function findPrecedent(
  message: ParsedMessage,
  html: HtmlDocument | undefined,
  isNewsletter: boolean,
): Precedent {
  const has = (key: string) => (message.first(key)?.value.trim() ?? '') !== ''
  if (THREAD_FIELDS.some(has)) return 'fields'
  if (holdsMessage(message.root) || quotes(message.text) || quotes(html?.text) || marksQuotation(html))
    return 'quotation'
  if (
    SOFTWARE_FIELDS.some(has) ||
    (has('list-id') && !isNewsletter) ||
    /[[(#]\s?[a-z-]{0,20}[#: ]{0,2}\d{3,}/i.test(message.subject.slice(0, 500))
  )
    return 'software'
  return 'none'
}

function holdsMessage(root: MimePart): boolean {
  return root.contentType === 'message/rfc822' || root.children.some(holdsMessage)
}

/** A quoted line, the header that programs put over what they quote, or the words before it. */
const QUOTATION =
  /^[ \t]{0,4}(?:[\w]{0,3}[>|｜]|-{2,}[^\n-]{3,60}-{2,}[ \t]*$|_{8,}[ \t]*$|\*?(?:From|Von|De|Da|Van|Från|Fra|Od|От|Від|Kimden|Lähettäjä|Feladó|发件人|寄件者|差出人|보낸사람)\*?\s?[:：]|[^\n]{4,200}\b(?:wrote|writes|said|schrieb|a écrit|ha scritto|escribió|escreveu|skrev|schreef|napisał|пишет|писал)[^\n]{0,20}[:：]$)/imu

function quotes(text: string | undefined): boolean {
  return text !== undefined && QUOTATION.test(text.slice(0, 200_000))
}

function marksQuotation(html: HtmlDocument | undefined): boolean {
  let found = false
  if (html) {
    walk(html.root, {
      enter({ name, attribs }) {
        found ||=
          name === 'blockquote' ||
          /quote|divRplyFwdMsg|appendonsend/i.test(
            `${attribs['class'] ?? ''} ${attribs['id'] ?? ''}`.slice(0, 500),
          )
        return !found
      },
    })
  }
  return found
}
