import { WITHHOLDING_REASONS, type WithheldKind, type Withholding } from '../core/withholding.ts'
import { type HtmlDocument, parseHtml } from './html.ts'
import { extractLinks, type Link } from './links.ts'
import { NotAMessage, type ParsedMessage, parseMessage } from './parse.ts'
import { hasPictures, isClosed, subjectHints } from './withholding/closed.ts'
import { type Evidence, gather } from './withholding/evidence.ts'
import { addMeaning } from './withholding/meaning.ts'
import type { Places } from './withholding/places.ts'
import type { Signs } from './withholding/points.ts'
import { readBodies, readSubject } from './withholding/reading.ts'
import { kindOf, pointsOf } from './withholding/score.ts'
import { has } from './withholding/segments.ts'
import { addWording } from './withholding/wording.ts'
import { authWords } from './withholding/words.ts'
import { findWayOut } from './wording/way-out.ts'

/** What the decision rests on. */
export interface Sight {
  signs: Signs
  /** How much each place of the table of weights is in it. */
  places: Places
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
  const { signs, places, closed, hint } = look(message, html, links)
  if (closed) return hint && withheld(hint)
  if (places.size === 0) return undefined
  return pointsOf(signs, places) > 0 ? withheld(kindOf(signs)) : undefined
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

export function look(message: ParsedMessage, html: HtmlDocument | undefined, links: readonly Link[]): Sight {
  const bodies = readBodies(message, html)
  const subject = readSubject(message)
  const evidence = gather(subject, bodies, links, authWords())
  const closed = isClosed(message, html, bodies)
  const places: Places = new Map()
  addWording(places, evidence.read)
  addMeaning(places, evidence.read)
  return {
    signs: { ...evidence.signs, ...settingOf(message, html, links, evidence.length) },
    places,
    closed,
    ...(closed && subjectHints(evidence.read.head) && { hint: closedKind(evidence) }),
  }
}

/** What tells mail to many from mail to one. */
function settingOf(
  message: ParsedMessage,
  html: HtmlDocument | undefined,
  links: readonly Link[],
  length: number,
): Signs {
  return {
    bulk: Number(isBulk(message, html, links)),
    discussion: Number(isDiscussion(message)),
    tracker: Number(isTracker(message)),
    meeting: Number(message.attachments.some((part) => part.contentType === 'text/calendar')),
    pictures: Number(hasPictures(message, html) && length < 400),
  }
}

function withheld(kind: WithheldKind): Withholding {
  return { kind, reason: WITHHOLDING_REASONS[kind] }
}

function closedKind({ read: { head } }: Evidence): WithheldKind {
  if (has(head, 'code')) return 'verification_code'
  return has(head, 'pass') ? 'password_reset' : 'sign_in_link'
}

function isBulk(message: ParsedMessage, html: HtmlDocument | undefined, links: readonly Link[]): boolean {
  if (message.first('list-unsubscribe') ?? message.first('list-id')) return true
  if (/^\s*(?:bulk|list|junk)\s*$/i.test(message.first('precedence')?.value ?? '')) return true
  return findWayOut(message, html, links) !== undefined
}

/** People write to each other there; nobody is signed in through a mailing list. */
function isDiscussion(message: ParsedMessage): boolean {
  return ['list-post', 'x-beenthere', 'x-mailman-version'].some((key) => message.first(key) !== undefined)
}

/** Fields that forges and trackers put into their notices. */
const TRACKERS =
  /^(?:x-github-(?!sender)|x-gitlab-|x-jira-|x-bugzilla-|x-gitea-|x-phabricator-|x-redmine-|x-gerrit-|x-launchpad-)/

function isTracker({ headers }: ParsedMessage): boolean {
  return headers.some(({ key }) => TRACKERS.test(key))
}
