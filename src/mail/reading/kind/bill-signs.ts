import { BILL_WORDS } from '../../data/bill-words.ts'
import { isFreemail } from '../domains/known-domains.ts'
import type { ParsedMessage } from '../message.ts'
import { createPhraseBook } from '../words/phrase-book.ts'
import { hasAny } from './fields.ts'
import type { Sign } from './sign.ts'

const BOOK = createPhraseBook(BILL_WORDS)
const MOST_SUBJECT = 500
const MOST_LETTER = 2_000
/** Fields of programs that people write with. */
const WRITTEN_BY_HAND = ['in-reply-to', 'references', 'thread-index', 'x-ms-exchange-*']
/** "I attach", "ich", "je": somebody speaks of themselves. */
const SPEAKS =
  /(?<!\p{L})(?:I(?=[ ’'])|[Ii]ch|anbei|[Jj]e|[Jj]’|[Yy]o|[Ii]k|[Jj]ag|[Jj]eg|attached|ci-joint|adjunto|allego|bijgevoegd|bifogat|vedlagt|vedhæftet|я|Я|添付|附件|첨부)(?!\p{L})/u

/** A bill, a reminder, a confirmation or a delivery note with its number, which nobody speaks in. */
export function billSigns(message: ParsedMessage, body: string): Sign[] {
  const subject = message.subject.slice(0, MOST_SUBJECT)
  if (!/\p{N}{2}/u.test(subject) || !BOOK.has(subject)) return []
  const isPerson = hasAny(message, WRITTEN_BY_HAND) || isFreemail(message.from[0]?.domain ?? '')
  if (isPerson || SPEAKS.test(body.slice(0, MOST_LETTER))) return []
  return [
    { kind: 'transactional', weight: 1.5, says: 'Its subject is that of a bill or an order, with a number.' },
  ]
}
