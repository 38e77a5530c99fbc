import type { MailTest } from '../core/mail-test.ts'
import { granted, type Result, refused } from '../core/refusal.ts'
import type { Store, StoredReport } from '../store/store.ts'

/** A received message as whoever holds its test's token may see it. */
export type ReceivedMessage = {
  /** Sender display name and address; the envelope sender, `<>` if null, when the message names none. Of a withheld
   * message without a name that could hold its code. */
  from: string
  /** The Date header's text; '' without one. */
  date: string
} & ({ withheld: false; subject: string; content: string } | { withheld: true; reason: string })

const UNREAD = 'This message could not be read, so its subject and content are not shown.'
const UNDECIDED =
  'Nothing was decided about this message when it arrived, so its subject and content are not shown.'

/** The message named, or the latest analysed one; `not_found` while it is not analysed. Only what was decided when it
 * was analysed is read here: what nothing was decided about is withheld. */
export async function receivedMessage(
  store: Pick<Store, 'messages'>,
  { token }: MailTest,
  messageId?: string,
): Promise<Result<ReceivedMessage>> {
  const stored = await store.messages.report(token, messageId)
  if (!stored?.message.outcome) return refused({ kind: 'not_found', what: 'message' })
  const { message, report } = stored
  if (!report) {
    const envelope = await store.messages.envelope(message.id)
    return granted({ from: envelope?.mailFrom || '<>', date: '', withheld: true, reason: UNREAD })
  }
  const { from, date, subject } = report.headline
  const content = await store.messages.content(message.id)
  if (report.withheld || content === undefined) {
    return granted({ from: discreet(from), date: dateAlone(date), withheld: true, reason: reasonOf(report) })
  }
  return granted({ from, date, withheld: false, subject, content })
}

const reasonOf = (report: NonNullable<StoredReport['report']>) => report.withheld?.reason ?? UNDECIDED

const ADDRESS = /[^\s<>"(),;:@]+@[^\s<>"(),;:@]+/g

/** What stands beside an address may hold the code that is withheld: where it has a digit, the address is told alone. */
function discreet(from: string): string {
  return /\p{N}/u.test(from.replaceAll(ADDRESS, '')) ? from.match(ADDRESS)?.join(', ') || '<>' : from
}

const DATE =
  /^(?:[a-z]{3}, {0,9})?\d{1,2} {1,9}[a-z]{3} {1,9}\d{2,4} {1,9}\d\d:\d\d(?::\d\d)?(?: {1,9}[+-]\d{4}| {1,9}[a-z]{1,5}\b)?/i

/** A date as RFC 5322 3.3 writes it, without comments and whatever else stands in the field; '' where it is none. */
function dateAlone(date: string): string {
  return DATE.exec(date.trimStart())?.[0] ?? ''
}
