import type { BounceCause } from '../../../core/bounce.ts'
import { STATUS_CODES } from '../../data/bounces/status-codes.ts'

/** What is said of an answer that no pattern explains. */
export interface ClassWords {
  cause: BounceCause
  meaning: string
  advice: string[]
  checks: string[]
}

const KEEP = 'Keep the whole answer: who runs the receiving server can find the case in its log by it.'
const AGAIN =
  'Nothing has to be done at once: mail servers try again by themselves. If it goes on for days, ask the receiver’s postmaster, with the answer.'

/** A temporary refusal of a recipient or mailbox is mostly about something else. */
const UNSURE = /\.(?:1\.\d+|2\.[01])$/
/** Large receivers use these for other things than the registry says. */
const LOOSE = /^[45]\.(?:1\.7|4\.5|7\.(?:2|3|4|5|6|7|9|27|29|30))$|^5\.4\.[13]$/
/** Words beside a code of the address that are about something else: a list of members, a block by the recipient. */
const ABOUT_ELSE =
  /\b(?:members?\b|subscri|moderat|permi(?:t|ss)|block|user reject|spam|polic|reputation|sender\b)/i

const GAVE_UP =
  'Your server has given up: send the message once more later. If it comes back again, ask the receiver’s postmaster, with the answer.'
/** Words of a refusal, beside a code of a route or of trouble. */
const REFUSES = /\b(?:reject|refus|block|filter|blacklist|denied|banned|spam|polic|reputation)/i

/** What is said before a recipient is named is about who sends. */
export function beforeRecipient(words: ClassWords): ClassWords {
  return {
    ...words,
    meaning: `${words.meaning} It was said before a recipient was named: it is about the sender’s address or domain, or about the server that sends.`,
    advice: [BEFORE, ...words.advice],
    checks: [...new Set([...words.checks, 'blocklist', 'reverse-dns', 'spf'])],
  }
}

const BEFORE =
  'Look the sending IP address up on the blocklists, look at its PTR record, and see that the domain in MAIL FROM exists and that its SPF record names the server.'

/** What the code alone says (RFC 3463, RFC 5321 4.2.1), and where it says nothing whether the words only refuse. */
export function explainClass(
  code: number | undefined,
  enhanced: string | undefined,
  text = '',
  isDelayed = true,
): ClassWords {
  const words = byCode(code, enhanced, text, isDelayed)
  if (words.cause !== 'unknown' || code === undefined || !isBareRefusal(text)) return words
  return {
    ...words,
    meaning: `The receiver refuses it by these words alone, and does not say why. ${words.meaning.replace(UNKNOWN, '')}`,
    advice: [BARE, ...words.advice],
    checks: ['blocklist', 'reverse-dns', 'spf', 'dkim', 'dmarc'],
  }
}

const BARE =
  'Look at what receivers refuse without a word for: the sending IP address on blocklists, its PTR record, SPF, DKIM and DMARC of the sender’s domain, and the content.'
const UNKNOWN = /^No text that is known here\. /
const REFUSAL =
  /\b(?:refused|rejected|blocked|denied|not accepted|not allowed|failed|banned|declined|prohibited|aborted|unacceptable)\b/i
/** Words of people, without codes, hosts and addresses. */
const OTHERS = /[<[(][^>\])]{0,300}[>\])]|\S*[\d@/.]\S+|\(in reply to.{0,60}$/gi

/** A few words that refuse, and nothing else. */
function isBareRefusal(text: string): boolean {
  const plain = text.slice(0, 400).replace(OTHERS, ' ')
  return REFUSAL.test(plain) && (plain.match(/[a-z]{2,}/gi) ?? []).length <= 6
}

function byCode(
  code: number | undefined,
  enhanced: string | undefined,
  text: string,
  isDelayed: boolean,
): ClassWords {
  const isTemporary = code === undefined ? enhanced?.startsWith('4') === true : code < 500
  const goesOn = isTemporary ? (isDelayed ? AGAIN : GAVE_UP) : KEEP
  const entry = enhanced === undefined ? undefined : STATUS_CODES[`X${enhanced.slice(1)}`]
  if (!entry || enhanced === undefined) {
    return { cause: 'unknown', meaning: bySubject(code, enhanced, isTemporary), advice: [goesOn], checks: [] }
  }
  const stands = `No text that is known here. The code ${enhanced} stands for: ${entry.means}`
  const temporary = isTemporary ? ' It is a temporary failure.' : ''
  if (saysLittle(enhanced, entry.cause, isTemporary, text)) {
    const meaning = `${stands}; servers use it for other things, too.${temporary}`
    return { cause: 'unknown', meaning, advice: [goesOn], checks: [] }
  }
  return {
    cause: entry.cause,
    meaning: `${stands}.${temporary}`,
    advice: [...(entry.does ? [entry.does] : []), goesOn],
    checks: [...(entry.checks ?? [])],
  }
}

/** Whether a code tells no cause here. */
function saysLittle(enhanced: string, cause: BounceCause, isTemporary: boolean, text: string): boolean {
  if (LOOSE.test(enhanced) || (isTemporary && UNSURE.test(enhanced))) return true
  const ownWords = OWN_WORDS[cause]
  if (ownWords && WORDS.test(text) && !ownWords.test(text)) return true
  if (cause === 'receiver trouble' || cause === 'routing') return REFUSES.test(text)
  return (cause === 'no such recipient' || cause === 'recipient inactive') && ABOUT_ELSE.test(text)
}

/** An answer that says something in words; where these are of something else, the code alone is no finding. */
const WORDS = /(?:[a-z]{2,}[\s:;,.-]+){3}/i
const OWN_WORDS: Readonly<Partial<Record<BounceCause, RegExp>>> = {
  'message too large': /size|large|big|exceed|limit|quota|maximum/i,
  routing:
    /host|rout|loop|hop|connect|dns|\bmx\b|domain|expir|time|queue|deliver|network|reach|server|relay|resolv|lookup|unavailable/i,
}

const SUBJECTS: Readonly<Record<string, string>> = {
  '0': 'nothing in particular',
  '1': 'the address',
  '2': 'the mailbox',
  '3': 'the receiving mail system',
  '4': 'the network or the route',
  '5': 'the SMTP protocol',
  '6': 'the content or its format',
  '7': 'security or the receiver’s policy',
}

function bySubject(code: number | undefined, enhanced: string | undefined, isTemporary: boolean): string {
  const subject = SUBJECTS[enhanced?.split('.')[1] ?? '']
  const about = subject && subject !== SUBJECTS['0'] ? ` It is about ${subject} (${enhanced}).` : ''
  if (code === undefined && enhanced === undefined)
    return 'No text that is known here, and no code: the cause cannot be told.'
  return isTemporary
    ? `No text that is known here. The code says that it is a temporary failure.${about}`
    : `No text that is known here. The code says that the receiver refused for good.${about}`
}
