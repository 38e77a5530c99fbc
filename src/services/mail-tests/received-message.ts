import type { MailTest } from '../../core/mail-test.ts'
import { granted, type Result, refused } from '../../core/refusal.ts'
import type { Store } from '../../store/store.ts'
import { CHECKED_AGAIN, isDecidedByOthers, type WithholdingRules } from '../withholding/shown-words.ts'

/** Which message is read, and how much of it. */
export interface ToRead {
  /** Absent: the latest analysed one. */
  messageId?: string | undefined
  /** Also what is withheld from those who have the token alone. */
  whole?: boolean
}

/** A received message as whoever holds its test's token may see it. */
export type ReceivedMessage = {
  /** Sender display name and address; the envelope sender, `<>` if null, when the message names none. Of a withheld
   * message without a name, local part or host name that could hold its secret. */
  from: string
  /** The Date header's text; '' without one. */
  date: string
} & ({ withheld: false; subject: string; content: string } | { withheld: true; reason: string })

const UNREAD = 'This message could not be read, so its subject and content are not shown.'
const UNDECIDED =
  'Nothing was decided about this message when it arrived, so its subject and content are not shown.'

/** The message named, or the latest analysed one; `not_found` while it is not analysed. Only what was decided of it is
 * read here: what nothing was decided about, or other rules than this program's, is withheld. */
export async function receivedMessage(
  store: Pick<Store, 'messages'>,
  rules: WithholdingRules,
  { token }: MailTest,
  { messageId, whole = false }: ToRead = {},
): Promise<Result<ReceivedMessage>> {
  const stored = await store.messages.report(token, messageId)
  if (!stored?.message.outcome) return refused({ kind: 'not_found', what: 'message' })
  const { message, report } = stored
  if (!report) {
    const envelope = await store.messages.envelope(message.id)
    const mailFrom = envelope?.mailFrom || '<>'
    const from = whole ? mailFrom : discreetSender(mailFrom, rules)
    return granted({ from, date: '', withheld: true, reason: UNREAD })
  }
  const { from, date, subject } = report.headline
  const content = await store.messages.content(message.id)
  if (whole && content !== undefined) return granted({ from, date, withheld: false, subject, content })
  const again = isDecidedByOthers(report, rules)
  if (again || report.withheld || content === undefined) {
    const reason = again ? CHECKED_AGAIN : (report.withheld?.reason ?? UNDECIDED)
    return granted({
      from: discreetSender(sender(from), rules),
      date: dateAlone(date),
      withheld: true,
      reason,
    })
  }
  return granted({ from, date, withheld: false, subject, content })
}

const ADDRESS = /(?<![^\s<>"(),;:@])[^\s<>"(),;:@]+@[^\s<>"(),;:@]+/g

/** What stands beside an address may hold the code that is withheld: where it has a digit, the address is told alone. */
function sender(from: string): string {
  return /\p{N}/u.test(from.replaceAll(ADDRESS, '')) ? from.match(ADDRESS)?.join(', ') || '<>' : from
}

/** A name as people and departments have it: letters alone. */
const PLAIN_LOCAL_PART = /^(?:\p{L}\p{Ll}{0,15}[._-]?){1,3}$/u

/** The sender without local parts and host names that may hold a secret. */
function discreetSender(from: string, { discreet }: WithholdingRules): string {
  let [told, end] = ['', 0]
  for (const { 0: address, index } of from.matchAll(ADDRESS)) {
    const at = address.lastIndexOf('@')
    const [local, domain] = [address.slice(0, at), discreet(address.slice(at + 1))]
    const isPlain = PLAIN_LOCAL_PART.test(local) || discreet(`${local}@`) === `${local}@`
    told += `${discreet(from.slice(end, index))}${isPlain ? local : '…'}@${domain}`
    end = index + address.length
  }
  return told + discreet(from.slice(end))
}

const DATE =
  /^(?:[a-z]{3}, {0,9})?\d{1,2} {1,9}[a-z]{3} {1,9}\d{2,4} {1,9}\d\d:\d\d(?::\d\d)?(?: {1,9}[+-]\d{4}| {1,9}[a-z]{1,5}\b)?/i

/** A date as RFC 5322 3.3 writes it, without comments and whatever else stands in the field; '' where it is none. */
function dateAlone(date: string): string {
  return DATE.exec(date.trimStart())?.[0] ?? ''
}
