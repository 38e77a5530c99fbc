import type { Link } from '../links.ts'
import { type Addresses, viewAddresses } from './addresses.ts'
import { type Mention, mentionAt, mentionOf, tokenNear } from './code-evidence.ts'
import { plainOf } from './letters.ts'
import { ACTS, type Act, actsOf, namesAct } from './link-evidence.ts'
import type { Matcher } from './matcher.ts'
import { has, near, type Segment, segmentOf, segmentsOf } from './segments.ts'
import { tokensIn } from './tokens.ts'

const MENTIONS: readonly Mention[] = ['none', 'weak', 'medium', 'strong']

/** What of a message speaks for and against a secret in it. */
export interface Evidence {
  subject: Segment
  /** The surest mention of a code, and the surest with something beside it that may be the code. */
  subjectMention: Mention
  mention: Mention
  coded: Mention
  /** A code far behind the beginning of a long text. */
  codedLate: boolean
  subjectToken: boolean
  /** "Use 123456 to sign in": a code with no word for it. */
  tokenToSign: boolean
  /** A code to enter somewhere, of which its sentence does not say what it is for. */
  looseToken: boolean
  subjectActs: ReadonlySet<Act>
  acts: ReadonlySet<Act>
  lateActs: ReadonlySet<Act>
  anchorActs: ReadonlySet<Act>
  /** Password: value. */
  credential: boolean
  expires: boolean
  notRequested: boolean
  ignorable: boolean
  secret: boolean
  notYou: boolean
  /** Something is over, said in the subject or at the beginning. */
  subjectDone: boolean
  leadDone: boolean
  subjectGoods: boolean
  leadGoods: number
  dev: number
  /** Letters of the longest body. */
  length: number
  addresses: Addresses
}

/** The beginning of a body: what a message is about. */
const LEAD = 2_000
const MOST_ANCHORS = 100

export function gather(
  subject: string,
  bodies: readonly string[],
  links: readonly Link[],
  words: Matcher,
): Evidence {
  const head = segmentOf(subject, 0, words)
  const evidence = beginning(head, viewAddresses(links))
  evidence.anchorActs = anchorActs(links, words)
  for (const body of bodies) addBody(evidence, body, words)
  return evidence
}

type Open = { -readonly [Key in keyof Evidence]: Evidence[Key] }

function beginning(subject: Segment, addresses: Addresses): Open {
  return {
    subject,
    subjectMention: mentionOf(subject),
    mention: 'none',
    coded: 'none',
    codedLate: false,
    subjectToken: mentionOf(subject) !== 'none' && tokenNear([subject], 0, mentionOf(subject)) !== undefined,
    tokenToSign: signsWithToken(subject),
    looseToken: false,
    subjectActs: new Set(namesAct(subject)),
    acts: new Set(),
    lateActs: new Set(),
    anchorActs: new Set(),
    credential: false,
    expires: false,
    notRequested: false,
    ignorable: false,
    secret: false,
    notYou: false,
    subjectDone: has(subject, 'done'),
    leadDone: false,
    subjectGoods: has(subject, 'goods'),
    leadGoods: 0,
    dev: countDev(subject),
    length: 0,
    addresses,
  }
}

function anchorActs(links: readonly Link[], words: Matcher): ReadonlySet<Act> {
  const texts = new Set(
    links.filter((link) => link.from === 'anchor' && link.text.length < 120).map((l) => l.text),
  )
  const acts = new Set<Act>()
  for (const text of [...texts].slice(0, MOST_ANCHORS)) {
    for (const act of namesAct(segmentOf(plainOf(text), 0, words))) acts.add(act)
  }
  return acts
}

function addBody(evidence: Open, body: string, words: Matcher): void {
  const segments = segmentsOf(body, words)
  evidence.length = Math.max(evidence.length, body.length)
  const acts = new Set(evidence.acts)
  const lateActs = new Set(evidence.lateActs)
  let goods = 0
  let dev = countDev(evidence.subject)
  for (const [index, segment] of segments.entries()) {
    const lead = segment.at < LEAD
    for (const act of actsOf(segment)) (lead ? acts : lateActs).add(act)
    addCode(evidence, segments, index, lead)
    addCircumstances(evidence, segment)
    if (lead) {
      evidence.leadDone ||= has(segment, 'done')
      dev += countDev(segment)
      if (has(segment, 'goods')) goods += 1
    }
    evidence.credential ||= isCredential(segments, index)
  }
  evidence.acts = acts
  evidence.lateActs = lateActs
  evidence.dev = Math.max(evidence.dev, dev)
  evidence.leadGoods = Math.max(evidence.leadGoods, goods)
}

function addCode(evidence: Open, segments: readonly Segment[], index: number, lead: boolean): void {
  const segment = segments[index]
  if (!segment) return
  const found = mentionAt(segments, index)
  const { subjectMention } = evidence
  const mention = found === 'weak' && surer(subjectMention, 'weak') ? subjectMention : found
  if (mention !== 'none') {
    if (lead && surer(mention, evidence.mention)) evidence.mention = mention
    if (surer(mention, evidence.coded) && tokenNear(segments, index, mention)) {
      evidence.coded = mention
      evidence.codedLate = !lead
    }
  }
  evidence.tokenToSign ||= lead && signsWithToken(segment)
  evidence.looseToken ||= lead && isLooseToken(segment)
}

function surer(mention: Mention, than: Mention): boolean {
  return MENTIONS.indexOf(mention) > MENTIONS.indexOf(than)
}

function addCircumstances(evidence: Open, segment: Segment): void {
  evidence.expires ||= near(segment, 'expire', 'unit', 40)
  evidence.notRequested ||= near(segment, 'not', 'ask', 40)
  evidence.ignorable ||= has(segment, 'ignore')
  evidence.secret ||= near(segment, 'not', 'share', 40)
  evidence.notYou ||= has(segment, 'notyou')
}

function signsWithToken(segment: Segment): boolean {
  if (has(segment, 'goods') || has(segment, 'done')) return false
  const signs =
    has(segment, 'sign') || (has(segment, 'conf') && (has(segment, 'acct') || has(segment, 'mail')))
  if (!signs) return false
  return tokensIn(segment.plain).some((token) => token.strength === 2)
}

function isLooseToken(segment: Segment): boolean {
  if (has(segment, 'goods') || has(segment, 'done')) return false
  return tokensIn(segment.plain).some((token) => token.strength === 2 && (token.alone || has(segment, 'use')))
}

const VALUE = /[:=]\s{0,4}([^\s:/*.\u2022]\S{3,60})\s{0,3}$/

/** A password behind its name. */
function isCredential(segments: readonly Segment[], index: number): boolean {
  const segment = segments[index]
  if (!segment || !has(segment, 'pass') || has(segment, 'goods') || segment.plain.length > 160) return false
  const value =
    VALUE.exec(segment.plain)?.[1] ??
    (/[:=]\s*$/.test(segment.plain) ? segments[index + 1]?.plain.trim() : undefined)
  return (
    value !== undefined &&
    /^\S{4,40}$/.test(value) &&
    /[\d!@#$%^&*_?+-]|[a-z][A-Z]/.test(value) &&
    !/^https?:/i.test(value)
  )
}

/** Words of developers, and what trackers put into subjects. */
function countDev(segment: Segment): number {
  const words = segment.hits.filter(({ bits }) => bits !== 0 && has({ ...segment, bits }, 'dev')).length
  const tags =
    /\[[\w.-]{1,60}\/[\w.-]{1,60}\]|\(?#\d{1,7}\)?(?![\da-f])|\b[A-Z][A-Z\d]{1,9}-\d{1,6}\b|\bPR\b|!\d{2,6}\b/.test(
      segment.plain,
    )
  return words + (tags ? 2 : 0)
}

export function allActs(evidence: Evidence): Act[] {
  return ACTS.filter(
    (act) =>
      evidence.subjectActs.has(act) ||
      evidence.acts.has(act) ||
      evidence.lateActs.has(act) ||
      evidence.anchorActs.has(act),
  )
}
