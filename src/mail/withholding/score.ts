import type { WithheldKind } from '../../core/withholding.ts'
import { allActs, type Evidence } from './evidence.ts'
import type { Act } from './link-evidence.ts'

/** What tells mail to many from mail to one. */
export interface Setting {
  /** List-Unsubscribe, Precedence: bulk, List-Id. */
  bulk: boolean
  /** A tracker or a forge sent it. */
  tracker: boolean
  /** It carries a calendar entry. */
  invitesToMeet: boolean
  /** Pictures and hardly a word. */
  pictures: boolean
}

export interface Verdict {
  kind: WithheldKind
  score: number
}

/** At this many points a message is withheld. A leak is worse than a message withheld for nothing. */
export const ENOUGH = 4

const KINDS: Readonly<Record<Act, WithheldKind>> = {
  password: 'password_reset',
  temporary: 'password_reset',
  unlock: 'sign_in_link',
  confirm: 'sign_in_link',
  pay: 'sign_in_link',
  join: 'sign_in_link',
  sign: 'sign_in_link',
}

/** The likeliest secret of a message with its points. */
export function score(evidence: Evidence, setting: Setting): Verdict {
  const against = pointsAgainst(evidence, setting)
  const code = codePoints(evidence, setting) - against
  const acts = allActs(evidence).map((act) => ({ act, points: actPoints(act, evidence, setting) - against }))
  const best = acts.toSorted((a, b) => b.points - a.points)[0]
  const credential = credentialPoints(evidence) - against
  const resets = (acts.find(({ act }) => act === 'password')?.points ?? 0) >= 3
  const verdicts: Verdict[] = [
    { kind: resets ? 'password_reset' : 'verification_code', score: code },
    { kind: best ? KINDS[best.act] : 'sign_in_link', score: best?.points ?? 0 },
    { kind: 'password_reset', score: credential },
  ]
  return verdicts.reduce((most, verdict) => (verdict.score > most.score ? verdict : most))
}

function credentialPoints({ credential, acts, subjectActs }: Evidence): number {
  return credential ? 3 + (acts.size + subjectActs.size > 0 ? 1.5 : 0) : 0
}

const MENTION = { none: 0, weak: 1, medium: 2, strong: 2.5 } as const

function codePoints(evidence: Evidence, setting: Setting): number {
  const around = aroundCode(evidence) + (evidence.length < 800 ? 0.5 : 0)
  return Math.max(seenCode(evidence) + around, looseCode(evidence) + around, unseenCode(evidence, setting))
}

/** What surrounds a code: how long it holds, who asked for it, that it is secret. */
function aroundCode({ expires, notRequested, ignorable, secret }: Evidence): number {
  return (expires ? 1 : 0) + (notRequested ? 1 : 0) + (ignorable ? 0.5 : 0) + (secret ? 1 : 0)
}

/** A code beside a word for it. */
function seenCode({
  coded,
  codedLate,
  length,
  subjectMention,
  subjectToken,
  subjectGoods,
}: Evidence): number {
  if (coded === 'none' && !subjectToken) return 0
  const subject = MENTION[subjectMention]
  const late = codedLate && length > 4_000 ? 1 : 0
  const where = Math.max(MENTION[coded] - late, subjectToken ? subject + 0.5 : 0)
  return 2 + where + subject * 0.5 - (subjectGoods && subjectMention !== 'strong' ? 1.5 : 0)
}

/** A code with no word for it, in a message about signing in or confirming. */
function looseCode({ tokenToSign, looseToken, subjectActs, acts, subjectMention }: Evidence): number {
  if (tokenToSign) return 3.5
  const about = [...subjectActs, ...acts].some((act) => act !== 'password') || subjectMention !== 'none'
  return looseToken && about ? 3 : 0
}

/** A code spoken of and not found: in a picture, in a shape nobody knows. */
function unseenCode(evidence: Evidence, { pictures }: Setting): number {
  const real = evidence.expires || evidence.notRequested ? 0.5 : -1.5
  const spoken = MENTION[evidence.mention] + MENTION[evidence.subjectMention] * 0.8
  return spoken + Math.min(2, aroundCode(evidence)) + (pictures ? 2 : 0) + real
}

function actPoints(act: Act, evidence: Evidence, setting: Setting): number {
  const subject = evidence.subjectActs.has(act)
  const sure = aroundLink(evidence)
  const total =
    spokenAct(act, evidence) + sure + linkPoints(act, evidence, setting) - overPoints(act, evidence)
  // "Sign in to see your invoice": the bare word on a button proves nothing.
  const bare = act === 'sign' && !subject && sure < 1.5 && !evidence.addresses.authPath
  return bare ? Math.min(total, 3) : total
}

function spokenAct(act: Act, { subjectActs, acts, lateActs, anchorActs }: Evidence): number {
  const text = acts.has(act) ? 2.5 : lateActs.has(act) ? 1 : 0
  return (subjectActs.has(act) ? 2 : 0) + text + (anchorActs.has(act) ? 1.5 : 0)
}

function aroundLink({ expires, notRequested, ignorable }: Evidence): number {
  return (expires ? 1.5 : 0) + (notRequested ? 1.5 : 0) + (ignorable ? 1 : 0)
}

function linkPoints(act: Act, { addresses, length }: Evidence, { pictures }: Setting): number {
  const place = addresses.authPath ? 1 : addresses.named || addresses.random ? 0.5 : 0
  const shape = (length < 900 ? 0.5 : 0) + (addresses.count > 0 && addresses.count <= 4 ? 0.5 : 0)
  const nowhere = addresses.count === 0 && !pictures && act !== 'temporary'
  return place + shape - (nowhere ? 2.5 : 0)
}

/** A change that is over, with a link for whoever did not make it. */
function overPoints(act: Act, { subjectDone, leadDone, notYou, notRequested, expires }: Evidence): number {
  if (subjectDone) return expires ? 1 : 2.5
  if (!leadDone || act === 'temporary' || notRequested || expires) return 0
  return notYou ? 2 : 0.5
}

function pointsAgainst(evidence: Evidence, { bulk, tracker, invitesToMeet }: Setting): number {
  let points = 0
  if (bulk) points += 1.5
  if (tracker) points += 2
  if (evidence.dev >= 3) points += 3
  if (evidence.dev >= 6) points += 1.5
  if (invitesToMeet) points += 2
  if (evidence.length > 4_000 && evidence.subjectActs.size === 0 && evidence.subjectMention === 'none')
    points += 1
  if (evidence.addresses.count > 15) points += 1
  if (evidence.subjectGoods && evidence.subjectActs.size === 0) points += 0.5
  return points
}
