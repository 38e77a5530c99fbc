import type { Link } from '../links.ts'
import { viewAddresses } from './addresses.ts'
import { isOfGoods, type Mention, mentionAt, mentionOf, surer, tokenNear } from './code-evidence.ts'
import { BIT } from './concepts.ts'
import { isCredential } from './credential.ts'
import { inLanguages } from './languages.ts'
import { plainOf } from './letters.ts'
import { actsBefore, namesAct } from './link-evidence.ts'
import type { Matcher } from './matcher.ts'
import type { Sign, Signs } from './points.ts'
import { has, near, type Segment, segmentOf, segmentsOf } from './segments.ts'
import { addTogether } from './together.ts'
import { type Token, tokensIn } from './tokens.ts'

/** What of a message speaks for and against a secret in it. */
export interface Evidence {
  signs: Signs
  read: Read
  /** Letters of the longest body. */
  length: number
}

/** What was read of a message, with the words of its own languages in each sentence. */
export interface Read {
  subject: string
  /** The longest body. */
  body: string
  /** Texts of anchors, each once. */
  anchors: readonly string[]
  /** The subject as a sentence. */
  head: Segment
  /** The sentences of the longest body. */
  segments: readonly Segment[]
  anchorSegments: readonly Segment[]
}

/** The beginning of a body: what a message is about. */
const LEAD = 1_200
/** Where the things of trade are looked for: behind it stands what every letter of a company ends with. */
const BUSINESS = 700
const MOST_ANCHORS = 100
/** What a reader takes in of them. */
const MOST_READ_ANCHORS = 12

interface Collector {
  signs: Signs
  subject: Segment
  subjectMention: Mention
  subjectTokens: string[]
  length: number
}

export function gather(
  subject: string,
  bodies: readonly string[],
  links: readonly Link[],
  words: Matcher,
): Evidence {
  const raw = segmentOf(subject, 0, words)
  const read = bodies.map((body) => segmentsOf(body, words))
  const head = inLanguages([raw], read[0]?.slice(0, 4) ?? [])[0] ?? raw
  const collector: Collector = {
    signs: { always: 1 },
    subject: head,
    subjectMention: mentionOf(head),
    subjectTokens: [],
    length: 0,
  }
  addSubject(collector)
  const spoken = read.map((body) => inLanguages(body, [raw]))
  for (const [index, body] of spoken.entries()) addBody(collector, body, bodies[index]?.length ?? 0)
  const anchors = anchorsOf(links)
  const anchorSegments = anchors.flatMap((text) =>
    inLanguages([segmentOf(plainOf(text), 0, words)], read[0]?.slice(0, 4)),
  )
  addAnchors(collector, anchorSegments)
  addLinks(collector, links)
  addTogether(collector.signs, collector.length)
  const longest = bodies.reduce(
    (best, body, index) => (body.length > (bodies[best]?.length ?? 0) ? index : best),
    0,
  )
  return {
    signs: collector.signs,
    read: {
      subject,
      body: bodies[longest] ?? '',
      anchors: anchors.slice(0, MOST_READ_ANCHORS),
      head,
      segments: spoken[longest] ?? [],
      anchorSegments: anchorSegments.slice(0, MOST_READ_ANCHORS),
    },
    length: collector.length,
  }
}

function isLead({ at }: Segment): boolean {
  return at < LEAD
}

function note({ signs }: Collector, sign: Sign, there: boolean | number = true): void {
  signs[sign] = Math.max(signs[sign] ?? 0, Number(there))
}

const CODE_SIGNS = { weak: 'code weak', medium: 'code medium', strong: 'code strong' } as const
const SUBJECT_CODE_SIGNS = {
  weak: 'subject code weak',
  medium: 'subject code medium',
  strong: 'subject code strong',
} as const

function addSubject(collector: Collector): void {
  const { subject, subjectMention } = collector
  const tokens = tokensIn(subject.plain).filter((token) => !isOfGoods(subject, token))
  collector.subjectTokens = tokens.map(spelled)
  if (subjectMention !== 'none') {
    note(collector, SUBJECT_CODE_SIGNS[subjectMention])
    const least = has(subject, 'goods') ? undefined : 1
    note(collector, 'subject token and code', tokenNear([subject], 0, subjectMention, least) !== undefined)
  }
  note(collector, 'subject token', tokens.some((token) => token.strength === 2) && !has(subject, 'goods'))
  for (const act of namesAct(subject)) note(collector, `subject ${act}`)
  note(collector, 'subject of signing in', has(subject, 'sign'))
  note(collector, 'subject of accounts', has(subject, 'acct'))
  note(collector, 'subject of passwords', has(subject, 'pass'))
  note(collector, 'subject of confirming', has(subject, 'conf'))
  note(collector, 'subject of authentication', has(subject, 'auth'))
  note(collector, 'subject over', has(subject, 'done'))
  note(collector, 'subject of articles', has(subject, 'press'))
  note(collector, 'subject tagged', TAGGED.test(subject.plain))
  note(collector, 'subject of goods', has(subject, 'goods') || has(subject, 'legal'))
}

function addBody(collector: Collector, segments: readonly Segment[], length: number): void {
  collector.length = Math.max(collector.length, length)
  let goods = 0
  let press = 0
  let dev = countDev(collector.subject)
  for (const [index, segment] of segments.entries()) {
    const lead = isLead(segment)
    for (const act of actsBefore(segment)) note(collector, lead ? `text ${act}` : 'late acts')
    addMention(collector, segments, index, lead)
    addCircumstances(collector, segment)
    if (!lead) continue
    addTokens(collector, segments, index)
    addTopics(collector, segment)
    dev += countDev(segment)
    if (has(segment, 'goods') && segment.at < BUSINESS) goods += 1
    if (has(segment, 'press')) press += 1
  }
  note(collector, 'developers', Math.min(dev, 6) / 6)
  note(collector, 'articles', Math.min(press, 3) / 3)
  note(collector, 'goods', Math.min(goods, 4) / 4)
}

function addMention(collector: Collector, segments: readonly Segment[], index: number, lead: boolean): void {
  const found = mentionAt(segments, index)
  if (found === 'none') return
  const { subjectMention } = collector
  const mention = found === 'weak' && surer(subjectMention, 'weak') ? subjectMention : found
  const least = subjectMention !== 'none' && !has(collector.subject, 'goods') ? 1 : undefined
  if (!tokenNear(segments, index, mention, least))
    note(collector, 'code unseen', lead && mention === 'strong')
  else if (lead) note(collector, CODE_SIGNS[mention === 'none' ? 'weak' : mention])
  else note(collector, 'code late', surer(mention, 'weak'))
}

function addCircumstances(collector: Collector, segment: Segment): void {
  note(collector, 'expires', near(segment, 'expire', 'unit', 40))
  note(collector, 'link expires', near(segment, 'link', 'unit', 60) || near(segment, 'link', 'expire', 60))
  note(collector, 'not requested', near(segment, 'not', 'ask', 40))
  note(collector, 'ignorable', has(segment, 'ignore'))
  note(collector, 'secret', near(segment, 'not', 'share', 40))
  note(collector, 'not you', has(segment, 'notyou'))
  note(collector, 'passwordless', near(segment, 'not', 'pass', 30) && !has(segment, 'share'))
}

function addTopics(collector: Collector, segment: Segment): void {
  note(collector, 'speaks of signing in', has(segment, 'sign'))
  note(collector, 'speaks of accounts', has(segment, 'acct'))
  note(collector, 'speaks of passwords', has(segment, 'pass'))
  note(collector, 'speaks of confirming', has(segment, 'conf'))
  note(collector, 'speaks of addresses', has(segment, 'mail'))
  note(collector, 'speaks of authentication', has(segment, 'auth'))
  note(collector, 'text over', has(segment, 'done'))
}

function addTokens(collector: Collector, segments: readonly Segment[], index: number): void {
  const segment = segments[index]
  if (!segment) return
  note(collector, 'use a code', near(segment, 'use', 'code', 40) && !has(segment, 'goods'))
  note(collector, 'use digits', near(segment, 'use', 'digits', 40) && !has(segment, 'goods'))
  note(collector, 'credential', isCredential(segments, index))
  const all = tokensIn(segment.plain)
  note(collector, 'token of any kind', all.length > 0 || WORD_CODE.test(segment.plain))
  const tokens = all.filter((token) => !isOfGoods(segment, token))
  note(collector, 'token of goods', tokens.length < all.length)
  if (tokens.length === 0 || has(segment, 'done')) return
  const sure = tokens.some((token) => token.strength === 2)
  const before = segments[index - 1]
  const isSaid = (concept: 'use' | 'digits') =>
    has(segment, concept) || (tokens[0]?.alone === true && before !== undefined && has(before, concept))
  note(collector, 'token', sure && segment.at < BUSINESS && !has(segment, 'goods'))
  note(
    collector,
    'token alone',
    tokens.some((token) => token.alone && token.strength === 2),
  )
  note(collector, 'token to use', isSaid('use') && !has(segment, 'goods'))
  note(collector, 'token of digits', isSaid('digits') && !has(segment, 'goods'))
  note(collector, 'token to sign in', sure && signs(segment))
  note(
    collector,
    'token in subject and body',
    tokens.some((token) => collector.subjectTokens.includes(spelled(token))),
  )
}

/** Words joined as a code: mild-apple-42ab. */
const WORD_CODE = /[\p{L}\d]{2,12}(?:-[\p{L}\d]{2,12}){2,5}/u

function spelled({ text }: Token): string {
  return text.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase()
}

function signs(segment: Segment): boolean {
  if (has(segment, 'goods')) return false
  return (
    has(segment, 'sign') ||
    (has(segment, 'conf') && (has(segment, 'acct') || has(segment, 'mail') || has(segment, 'pay')))
  )
}

/** Texts of what is clicked, each once. */
function anchorsOf(links: readonly Link[]): string[] {
  const anchors = links.filter((link) => link.from === 'anchor' && link.text !== '' && link.text.length < 120)
  return [...new Set(anchors.slice(0, MOST_ANCHORS).map((link) => link.text))]
}

function addAnchors(collector: Collector, segments: readonly Segment[]): void {
  for (const segment of segments) {
    for (const act of namesAct(segment)) note(collector, `anchor ${act}`)
    note(collector, 'anchor articles', has(segment, 'press'))
  }
}

function addLinks(collector: Collector, links: readonly Link[]): void {
  const addresses = viewAddresses(links)
  note(collector, 'link random', addresses.random)
  note(collector, 'link named', addresses.named)
  note(collector, 'link of sign-in', addresses.authPath)
  note(collector, 'link opaque', addresses.opaque)
  note(collector, 'links none', addresses.count === 0)
  note(collector, 'links few', addresses.count > 0 && addresses.count <= 3)
  note(collector, 'links many', addresses.count > 10)
}

/** What forges, trackers and help desks put into subjects. */
const TAGGED =
  /\[[\w.-]{1,60}\/[\w.-]{1,60}\]|\(?#\d{1,7}\)?(?![\da-f])|\b[A-Z][A-Z\d]{1,9}-\d{1,6}\b|\bPR\b|!\d{2,6}\b/

/** Words of developers. */
function countDev(segment: Segment): number {
  return segment.hits.filter(({ bits }) => (bits & BIT.dev) !== 0).length
}
