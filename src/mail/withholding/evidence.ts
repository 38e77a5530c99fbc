import { BIT, bitsOf, type Concept, OF_ACCOUNTS } from '../data/auth-words/concepts.ts'
import { type Act, actsBefore, namesAct } from './acts.ts'
import { isOfGoods, mentionAt, mentionOf, surer, tokenNear } from './code-evidence.ts'
import { holdsCredential, isLabelled, isNamedBefore, namesPassword, tellsPassword } from './credential.ts'
import { has, near, type Segment } from './segments.ts'
import { TAGGED } from './subject.ts'
import { holdsMadeUp } from './text/made-up.ts'
import { holdsMoney, type Token, tokensIn } from './tokens.ts'
import type { Note, Signals } from './weighing/coefficients.ts'
import { isMentioned } from './weighing/handed.ts'
import { addLink } from './weighing/link-signals.ts'
import type { Window } from './window.ts'

/** What a code or a password is called and what is done with it. */
const SPOKEN = BIT.code | BIT.auth | BIT.pass | BIT.sign | BIT.conf | BIT.digits | BIT.temp | BIT.use

/** What of a window speaks for and against a secret in it. */
export function signalsOf(window: Window): Signals {
  const signals: Signals = { always: 1 }
  const note: Note = (signal, there = true) => {
    if (there) signals[signal] = Math.max(signals[signal] ?? 0, Number(there))
  }
  addSubject(note, window)
  addCarrier(note, window)
  addMentions(note, window)
  addActs(note, window)
  addCircumstances(note, window)
  addTopics(note, window)
  note('subject alone speaks', isSubjectAlone(window))
  note('mentioned', isMentioned(window))
  note('led to alone', isLedToAlone(window))
  return signals
}

const OF_SECRETS = bitsOf([...OF_ACCOUNTS, 'digits', 'use', 'invite', 'link', 'click'])

/** The subject speaks of accounts, and no sentence around the carrier does; a code that is all of its line needs no other word. */
function isSubjectAlone({ carrier, head, near: around, label }: Window): boolean {
  const { kind, passage, index } = carrier
  if (kind === 'subject' || (head.bits & OF_SECRETS) === 0) return false
  if (passage.tokensAt(index).some(({ alone }) => alone)) return false
  return [...around, label].every(({ bits }) => (bits & OF_SECRETS) === 0)
}

function addSubject(note: Note, { head }: Window): void {
  const tokens = tokensIn(head).filter((token) => !isOfGoods(head, token))
  const mention = mentionOf(head)
  if (mention !== 'none') {
    note(`subject code ${mention}`)
    const least = has(head, 'goods') ? undefined : 1
    note('subject token and code', tokenNear([head], 0, mention, least) !== undefined)
  }
  note('subject token', tokens.some((token) => token.strength === 2) && !has(head, 'goods'))
  for (const act of namesAct(head)) note(`subject ${act}`)
  note('subject over', has(head, 'done'))
  note('subject tagged', TAGGED.test(head.plain))
  note('subject of goods', has(head, 'goods') || has(head, 'legal'))
}

function addCarrier(note: Note, { carrier, own, head, near: around, at, label }: Window): void {
  note(`by ${carrier.kind}`)
  const meeting = around.slice(Math.max(0, at - 3), at + 2).some(isOfMeeting)
  note('meeting beside', meeting)
  note('credential', !meeting && holdsCredential(around, at))
  note('password named', !meeting && (namesPassword(own) || isNamedBefore(around, at)))
  note('password told', !meeting && tellsPassword(around, at))
  const { kind, passage, index } = carrier
  if (carrier.view) {
    addLink(note, { carrier, own, head, label }, carrier.view)
    return
  }
  if (kind === 'subject') return
  const tokens = passage.tokensAt(index).filter((token) => !isOfGoods(own, token))
  note('token of goods', tokens.length < passage.tokensAt(index).length)
  note('tokens many', tokens.length > 2)
  note('token labelled', isLabelled(own))
  if (tokens.length > 0) addTokens(note, tokens, around, at)
  const beside = around.slice(Math.max(0, at - 1), at + 2)
  addMadeUp(note, passage.bareAt(index), own, beside)
  note(
    'percent beside',
    beside.some(({ plain }) => PERCENT.test(plain)),
  )
  note('token unspoken', !beside.some(({ bits }) => (bits & SPOKEN) !== 0))
  const spoken = tokensIn(head).map(spelled)
  note(
    'token in subject and body',
    tokens.some((token) => spoken.includes(spelled(token))),
  )
}

/** What coupons give; codes that open an account give none. */
const PERCENT = /\d\s?[%\u066a\uff05]|[%\uff05]\s?\d/u
const OF_PERSONS = BIT.acct | BIT.sign | BIT.temp

/** A word nobody would write, and whether a password or an account is spoken of beside it. */
function addMadeUp(note: Note, plain: string, own: Segment, beside: readonly Segment[]): void {
  if (!holdsMadeUp(plain)) return
  note('made-up word')
  note('made-up word and password', has(own, 'pass') || beside.some((segment) => has(segment, 'pass')))
  note(
    'made-up word and account',
    beside.some(({ bits }) => (bits & OF_PERSONS) !== 0),
  )
}

/** `Meeting ID: 294 183 265 11`: what stands beside it lets into a meeting. */
const MEETING_NUMBER = /(?<!\p{L})id(?!\p{L})[^\d\n]{0,20}\d{3}[ -]?\d{3,4}[ -]?\d{3,4}(?!\d)/iu
const MEETING =
  /(?<![\p{L}-])(?:zoom|webex|microsoft teams|google meet|gotomeeting|jitsi|bigbluebutton|visio|visioconf[eé]rence|videokonferenz|videollamada|videoconferencia|videochiamata|videogesprek|wideokonferencja|видеоконференция|видеозвонок)(?!\p{L})|ビデオ会議|オンライン会議|화상 ?회의|视频会议|視訊會議/iu

function isOfMeeting(segment: Segment): boolean {
  return MEETING.test(segment.plain) || (MEETING_NUMBER.test(segment.plain) && has(segment, 'goods'))
}

function addTokens(note: Note, tokens: readonly Token[], around: readonly Segment[], at: number): void {
  const own = around[at]
  if (!own) return
  const sure = tokens.some((token) => token.strength === 2)
  const before = around[at - 1]
  const isSaid = (concept: Concept) =>
    has(own, concept) || (tokens[0]?.alone === true && before !== undefined && has(before, concept))
  const goods = has(own, 'goods')
  note(
    'token alone',
    tokens.some((token) => token.alone && token.strength === 2),
  )
  note(
    'token like a coupon',
    tokens.some(({ text }) => /^[A-Z]{4,}\d{1,3}$/.test(text)),
  )
  note('token to use', isSaid('use') && !goods)
  note('token of digits', isSaid('digits') && !goods)
  note('token to sign in', sure && !goods && signsIn(own))
}

function signsIn(segment: Segment): boolean {
  if (has(segment, 'sign')) return true
  return has(segment, 'conf') && (has(segment, 'acct') || has(segment, 'mail') || has(segment, 'pay'))
}

function spelled({ text }: Token): string {
  return text.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase()
}

/** What is said of a code in the carrier's own sentence, and in those beside it. */
function addMentions(note: Note, { near: around, at, head, carrier }: Window): void {
  const subject = mentionOf(head)
  for (const index of around.keys()) {
    const found = mentionAt(around, index)
    if (found === 'none') continue
    const mention = found === 'weak' && surer(subject, 'weak') ? subject : found
    if (mention === 'none') continue
    if (index === at) note(`code ${mention}`)
    else note(`beside code ${mention}`)
    const least = subject !== 'none' && !has(head, 'goods') ? 1 : undefined
    if (carrier.kind !== 'link') note('code seen', tokenNear(around, index, mention, least) !== undefined)
  }
}

function addActs(note: Note, { near: around, at, label, carrier, wide, head }: Window): void {
  const named: Act[] = carrier.anchor ? namesAct(label) : []
  for (const act of named) note(`anchor ${act}`)
  let asked = named.length > 0
  for (const [index, segment] of around.entries()) {
    const place = index === at ? 'text' : index === at - 1 ? 'lead' : 'beside'
    const acts = actsBefore(segment)
    for (const act of acts) note(`${place} ${act}`)
    asked ||= place !== 'beside' && acts.length > 0
  }
  if (carrier.kind !== 'link') return
  const once = wide.some(isOfRequests)
  note('link asked for', asked)
  note('link asked for once', asked && once)
  note('link unasked', !asked)
  note('link out of place', !asked && !once && namesAct(head).length === 0)
}

/** What is said beside a link that was asked for and works once. */
function isOfRequests(segment: Segment): boolean {
  return (
    near(segment, 'expire', 'unit', 40) ||
    near(segment, 'not', 'ask', 40) ||
    has(segment, 'ignore') ||
    has(segment, 'notyou')
  )
}

function addCircumstances(note: Note, { wide }: Window): void {
  for (const segment of wide) {
    note('expires', near(segment, 'expire', 'unit', 40))
    note('link expires', near(segment, 'link', 'unit', 60) || near(segment, 'link', 'expire', 60))
    note('not requested', near(segment, 'not', 'ask', 40))
    note('ignorable', has(segment, 'ignore'))
    note('secret', near(segment, 'not', 'share', 40))
    note('not you', has(segment, 'notyou'))
    note('passwordless', near(segment, 'not', 'pass', 30) && !has(segment, 'share') && !neverAsks(segment))
  }
}

/** "We never ask for your password" is said in every footer. */
function neverAsks(segment: Segment): boolean {
  return near(segment, 'not', 'ask', 30) && near(segment, 'ask', 'pass', 30)
}

/** The subject announces a code, and the sentence names it: what is said of fraud beside it is a warning. */
function isHandedOver(window: Window): boolean {
  const { carrier, own, head } = window
  if (carrier.kind !== 'token' || has(head, 'goods') || has(head, 'done')) return false
  if (isLedToAlone(window)) return true
  if (has(head, 'press')) return false
  return mentionOf(head) !== 'none' && mentionOf(own) !== 'none'
}

/** All of its line, below a short one that names the code: `Your code to sign in is`, and then the code. */
function isLedToAlone({ carrier, near: around, at, head }: Window): boolean {
  const { passage, index } = carrier
  const lead = around[at - 1]
  if (!lead || lead.plain.length > MOST_LEAD || mentionOf(head) === 'none') return false
  if (!passage.tokensAt(index).some(({ alone, strength }) => alone && strength === 2)) return false
  return mentionOf(lead) === 'strong' && !has(lead, 'goods') && !holdsMoney(lead.plain)
}

const MOST_LEAD = 80

function addTopics(note: Note, window: Window): void {
  const { own, near: around, label } = window
  note('text over', has(own, 'done'))
  for (const segment of around) {
    note('over beside', has(segment, 'done'))
    note('use a code', near(segment, 'use', 'code', 40) && !has(segment, 'goods'))
    note('use digits', near(segment, 'use', 'digits', 40) && !has(segment, 'goods'))
  }
  if (!isLedToAlone(window)) note('goods', count(around, 'goods', 3))
  const isHanded = isHandedOver(window)
  if (!isHanded) note('subject of articles', has(window.head, 'press'))
  if (!isHanded) note('articles', count(around, 'press', 3))
  note('developers', count(around, 'dev', 4))
  note('law', count(around, 'legal', 3))
  note('anchor articles', has(label, 'press'))
}

function count(segments: readonly Segment[], concept: Concept, most: number): number {
  let found = 0
  for (const { hits } of segments) {
    for (const { bits } of hits) if ((bits & BIT[concept]) !== 0) found += 1
  }
  return Math.min(found, most) / most
}
