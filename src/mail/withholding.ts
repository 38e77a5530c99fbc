import { WITHHOLDING_REASONS, type WithheldKind, type Withholding } from '../core/withholding.ts'
import type { HtmlDocument } from './html.ts'
import type { Link } from './links.ts'
import type { ParsedMessage } from './parse.ts'
import { hasPictures, isClosed, subjectHints } from './withholding/closed.ts'
import { type Evidence, gather } from './withholding/evidence.ts'
import { readBodies, readSubject } from './withholding/reading.ts'
import { ENOUGH, score } from './withholding/score.ts'
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
  const closed = isClosed(message, html, bodies)
  if (closed && subjectHints(evidence.subject)) return withheld(closedKind(evidence))
  const setting = {
    bulk: isBulk(message, html, links),
    tracker: isTracker(message),
    invitesToMeet: message.attachments.some((part) => part.contentType === 'text/calendar'),
    pictures: hasPictures(message, html) && evidence.length < 400,
  }
  const verdict = score(evidence, setting)
  return verdict.score >= ENOUGH ? withheld(verdict.kind) : undefined
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

/** Fields that forges and trackers put into their notices. */
const TRACKERS =
  /^(?:x-github-(?!sender)|x-gitlab-|x-jira-|x-bugzilla-|x-gitea-|x-phabricator-|x-redmine-|x-gerrit-|x-launchpad-)/

function isTracker({ headers }: ParsedMessage): boolean {
  return headers.some(({ key }) => TRACKERS.test(key))
}
