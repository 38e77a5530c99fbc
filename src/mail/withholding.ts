import { WITHHOLDING_REASONS, type WithheldKind, type Withholding } from '../core/withholding.ts'
import type { HtmlDocument } from './html.ts'
import type { Link } from './links.ts'
import type { ParsedMessage } from './parse.ts'
import { hasPictures, isClosed, subjectHints } from './withholding/closed.ts'
import { type Evidence, gather } from './withholding/evidence.ts'
import type { Signs } from './withholding/points.ts'
import { readBodies, readSubject } from './withholding/reading.ts'
import { kindOf, pointsOf } from './withholding/score.ts'
import { has } from './withholding/segments.ts'
import { authWords } from './withholding/words.ts'
import { findWayOut } from './wording/way-out.ts'

/** Whether a message holds what opens somebody's account, judged from the message alone. */
export function judgeWithholding(
  message: ParsedMessage,
  html: HtmlDocument | undefined,
  links: readonly Link[],
): Withholding | undefined {
  const bodies = readBodies(message, html)
  const evidence = gather(readSubject(message), bodies, links, authWords())
  if (isClosed(message, html, bodies) && subjectHints(evidence.subject)) return withheld(closedKind(evidence))
  const signs = { ...evidence.signs, ...settingOf(message, html, links, evidence.length) }
  return pointsOf(signs) > 0 ? withheld(kindOf(signs)) : undefined
}

/** What tells mail to many from mail to one. */
export function settingOf(
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

function closedKind({ subject }: Evidence): WithheldKind {
  if (has(subject, 'code')) return 'verification_code'
  return has(subject, 'pass') ? 'password_reset' : 'sign_in_link'
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
