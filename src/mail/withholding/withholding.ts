import { WITHHOLDING_REASONS, type WithheldKind, type Withholding } from '../../core/withholding.ts'
import { extractLinks, type Link } from '../reading/links/links.ts'
import { type HtmlDocument, parseHtml } from '../reading/markup/html.ts'
import type { ParsedMessage } from '../reading/message.ts'
import { NotAMessage, parseMessage } from '../reading/parse.ts'
import { likeliest } from './carriers/likeliest.ts'
import { carriersOf } from './carriers.ts'
import { isClosed, subjectHints } from './closed.ts'
import { signalsOf } from './evidence.ts'
import { isSpokenOf } from './gate.ts'
import { pointsOf as languagePoints, restricted, spokenIn } from './languages.ts'
import { foldedOf, plainOf } from './letters.ts'
import { Passage } from './passage.ts'
import { readBodies, readSubject } from './reading.ts'
import { has, Reader, type Segment } from './segments.ts'
import { isAnswer } from './subject.ts'
import { subjectCarriers } from './subjects/subject-carriers.ts'
import { Anchors } from './text/anchors.ts'
import { linesOf } from './text/lines.ts'
import type { Signals } from './weighing/coefficients.ts'
import { lineOf } from './weighing/line.ts'
import { addMeaning } from './weighing/meaning.ts'
import type { Places } from './weighing/places.ts'
import { kindOf, namesCode, scoreOf } from './weighing/score.ts'
import { addWording, type KnownWords } from './weighing/wording.ts'
import { type Window, windowOf } from './window.ts'
import { authWords } from './words.ts'

/** One place of a message that could be the secret, and what speaks for and against it. */
export interface Seen {
  signals: Signals
  /** How much each place of the table of weights is in it. */
  places: Places
  /** How many sentences the body has that it stands in. */
  sentences: number
}

/** What the decision rests on. */
export interface Sight {
  seen: readonly Seen[]
  /** Sealed, undecodable or a picture alone: there is only the subject to go by. */
  closed: boolean
  /** What the subject of a closed message hints at. */
  hint?: WithheldKind
}

/** Whether a message, or one attached to it, holds what opens somebody's account: judged from the message alone. */
export function judgeWithholding(
  message: ParsedMessage,
  html: HtmlDocument | undefined,
  links: readonly Link[],
  raw: Uint8Array,
): Withholding | undefined {
  const own = judgeAlone(message, html, links)
  if (own) return own
  for (const inner of attachedMessages(message, raw)) {
    const innerHtml = inner.html === undefined ? undefined : parseHtml(inner.html)
    const found = judgeAlone(inner, innerHtml, extractLinks(innerHtml, inner.text))
    if (found) return found
  }
  return undefined
}

function judgeAlone(
  message: ParsedMessage,
  html: HtmlDocument | undefined,
  links: readonly Link[],
): Withholding | undefined {
  const { seen, closed, hint } = look(message, html, links)
  if (closed) return hint && withheld(hint)
  const held = seen
    .map(({ signals, places, sentences }) => ({ signals, sentences, points: scoreOf(signals, places) }))
    .filter(({ points }) => points > 0)
    .map(({ signals, sentences, points }) => ({ signals, points: points - lineOf(signals, sentences) }))
    .filter(({ points }) => points > 0)
    .toSorted((one, other) => other.points - one.points)
  const [likeliest] = held.map(({ signals }) => kindOf(signals))
  // Beside a code, the link leads to where it is typed.
  const isTyped = likeliest === 'sign_in_link' && held.some(({ signals }) => namesCode(signals))
  return likeliest && withheld(isTyped ? 'verification_code' : likeliest)
}

const MOST_ATTACHED = 5

/** Messages forwarded as attachments (RFC 2046 5.2.1), one level deep. */
function attachedMessages({ attachments }: ParsedMessage, raw: Uint8Array): ParsedMessage[] {
  return attachments
    .filter(({ contentType }) => contentType === 'message/rfc822')
    .slice(0, MOST_ATTACHED)
    .flatMap(({ bodyStart, bodyEnd }) => {
      try {
        return parseMessage(raw.subarray(bodyStart, bodyEnd))
      } catch (cause) {
        if (cause instanceof NotAMessage) return []
        throw cause
      }
    })
}

/** Every place of a message that could be the secret. */
export function look(message: ParsedMessage, html: HtmlDocument | undefined, links: readonly Link[]): Sight {
  const anchors = new Anchors(links)
  const bodies = readBodies(message, html, anchors)
  const reader = new Reader(authWords())
  const subject = reader.read(readSubject(message))
  const closed = isClosed(message, html, bodies)
  const setting = settingOf(message, subject.plain)
  const audience = setting.answer ? 'answered' : setting.bulk ? 'many' : 'one'
  const passages = bodies.map((body) => new Passage(linesOf(body, anchors), subject, reader, audience))
  const known: KnownWords = new Map()
  const senders = sendersOf(message)
  const carriers = [
    ...subjectCarriers(subject, reader, passages),
    ...passages.flatMap((passage) => carriersOf(passage, senders)),
  ]
  const seen = likeliest(carriers.filter((carrier) => isSpokenOf(carrier, subject)))
    .map((carrier) => windowOf(carrier, subject, reader))
    .map((window) => ({
      signals: { ...signalsOf(window), ...setting },
      places: placesOf(window, known),
      sentences: window.carrier.passage.lines.length,
    }))
  const head = restricted(subject, () => spokenIn([languagePoints(subject)]))
  return { seen, closed, ...(closed && subjectHints(head) && { hint: closedKind(head) }) }
}

/** The names in From: a link of such a label leads to the sender's pages. */
function sendersOf({ from }: ParsedMessage): ReadonlySet<string> {
  const names = from.map(({ name }) => foldedOf(plainOf(name ?? '')).trim())
  return new Set(names.filter((name) => name !== ''))
}

function placesOf(window: Window, known: KnownWords): Places {
  const places: Places = new Map()
  addWording(places, window, known)
  addMeaning(places, window)
  return places
}

/** `confirm 59fb08d7b8c0d62205b7`: the one mail of a list that is for one person, who confirms by an answer. */
const REPLIED = /^\s{0,4}confirm [\da-f]{16,80}\s{0,4}$/i

/** What tells mail to many and mail between people from mail by a machine to one: of the header alone. */
function settingOf(message: ParsedMessage, subject: string): Signals {
  return {
    bulk: Number(isBulk(message) && !REPLIED.test(subject)),
    discussion: Number(isDiscussion(message) && !REPLIED.test(subject)),
    tracker: Number(isTracker(message)),
    meeting: Number(message.attachments.some((part) => part.contentType === 'text/calendar')),
    answer: Number(isAnswer(subject) || message.first('in-reply-to') !== undefined),
  }
}

function withheld(kind: WithheldKind): Withholding {
  return { kind, reason: WITHHOLDING_REASONS[kind] }
}

function closedKind(head: Segment): WithheldKind {
  if (has(head, 'code')) return 'verification_code'
  return has(head, 'pass') ? 'password_reset' : 'sign_in_link'
}

function isBulk(message: ParsedMessage): boolean {
  if (message.first('list-unsubscribe') ?? message.first('list-id')) return true
  return /^\s*(?:bulk|list|junk)\s*$/i.test(message.first('precedence')?.value ?? '')
}

/** People write to each other there; nobody is signed in through a mailing list. */
function isDiscussion(message: ParsedMessage): boolean {
  return message.first('list-post') !== undefined
}

/** Fields that forges and trackers put into their notices. */
const TRACKERS =
  /^(?:x-github-(?!sender)|x-gitlab-|x-jira-|x-bugzilla-|x-gitea-|x-phabricator-|x-redmine-|x-gerrit-|x-launchpad-)/

function isTracker({ headers }: ParsedMessage): boolean {
  return headers.some(({ key }) => TRACKERS.test(key))
}
