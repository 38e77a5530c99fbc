import type { ExplainedBounce, ExplainedFailure } from '../../core/bounce.ts'
import type { Receiver } from '../data/bounces/row.ts'
import { beforeRecipient, explainClass } from './matching/classes.ts'
import { forwarderIn, ofForwarding } from './matching/forwarded.ts'
import { type Answer, isVague, patternFor } from './matching/match.ts'
import { adviceOfSender } from './matching/own-domain.ts'
import type { Pattern } from './matching/patterns.ts'
import { receiver, servesDomain } from './matching/receivers.ts'
import { resultsIn } from './matching/results.ts'
import { squash } from './matching/squash.ts'
import { adviceFor, isPermanent } from './matching/state.ts'
import { isOwnWords, MAX_PROSE, type Whose, whoseOf } from './matching/whose.ts'
import { answerIn } from './reading/answer.ts'
import { hostNamed } from './reading/hosts.ts'
import { readMessage } from './reading/message.ts'
import type { RawBounce, RawFailure } from './reading/raw.ts'
import { readBounce } from './reading/read.ts'
import { parseReply, type Reply } from './reading/reply.ts'

const MAX_SHOWN = 1_000
/** An answer of this length is words, and what stands around it may be about something else. */
const SAYS_SOMETHING = 30

/** Explains a bounce: a message, or a text that somebody pasted (a part of one, an answer, lines of a log). Never throws. */
export function explainBounce(input: Uint8Array | string): ExplainedBounce {
  return explained(readBounce(input))
}

/** Explains a message that is a bounce or carries one. Undefined: it is none. */
export function explainBounceMessage(raw: Uint8Array): ExplainedBounce | undefined {
  const bounce = readMessage(raw)
  return bounce && explained(bounce)
}

function explained({ prose, ...bounce }: RawBounce): ExplainedBounce {
  const failures = bounce.failures.length > 0 ? bounce.failures : [{ answer: '' }]
  const { gaveUp, ...told } = bounce
  return {
    ...told,
    failures: failures.map((failure) => explainFailure(failure, prose, bounce)),
  }
}

function explainFailure(
  raw: RawFailure,
  prose: string | undefined,
  { reportedBy, gaveUp, original }: Pick<RawBounce, 'reportedBy' | 'gaveUp' | 'original'>,
): ExplainedFailure {
  const written = raw.answer.trim() === '' && prose ? answerIn(prose.split('\n')) : raw.answer
  const reply = parseReply(written)
  const enhanced = reply.enhanced ?? raw.status
  const remote = remoteOf(raw, written, prose)
  const action = raw.action ?? (!gaveUp && isTemporary(reply.code, enhanced) ? 'delayed' : 'failed')
  const told = {
    ...(raw.recipient !== undefined && { recipient: raw.recipient }),
    action,
    ...(remote !== undefined && !isOwnWords(written, reply) && { remote }),
    reply: { ...reply, ...(enhanced !== undefined && { enhanced }), text: reply.text.slice(0, MAX_SHOWN) },
  }
  if (action === 'delivered' || action === 'relayed' || action === 'expanded') {
    return { ...told, ...NO_FAILURE, meaning: DELIVERED[action] }
  }
  const isDelayed = action === 'delayed'
  const whose = whoseOf(raw, reply, written, remote, reportedBy)
  const because = why({ reply, enhanced, written, prose, isDelayed, from: original?.from, reportedBy }, whose)
  const hasFailed = gaveUp === true || raw.action === 'failed'
  const state = { code: reply.code, enhanced, action, hasFailed, text: prose ?? written }
  return { ...told, permanent: isPermanent(state, because), ...because }
}

/** The host that refused; where the notice has no answer for a recipient, it may stand anywhere in it. */
function remoteOf(raw: RawFailure, written: string, prose: string | undefined): string | undefined {
  const named = raw.remote ?? hostNamed(written)
  return named ?? (raw.answer.trim() === '' && prose ? hostNamed(prose.slice(0, MAX_PROSE)) : undefined)
}

const isTemporary = (code: number | undefined, enhanced: string | undefined) =>
  code === undefined ? enhanced?.startsWith('4') === true : code < 500

type Why = Pick<ExplainedFailure, 'provider' | 'cause' | 'rule' | 'meaning' | 'advice' | 'checks'>

/** What was said, and of which state. */
interface Told {
  reply: Reply
  enhanced: string | undefined
  written: string
  prose: string | undefined
  /** The server that reports it still tries. */
  isDelayed: boolean
  /** From of the message that came back. */
  from: string | undefined
  reportedBy: string | undefined
}

function why(told: Told, { receiver: from, isGuess, isReporter }: Whose): Why {
  const { reply, enhanced } = told
  const known = find(told, from)
  const pattern = known && isVague(known) && SURE.test(enhanced ?? '') ? undefined : known
  const isTheirs = pattern?.receivers.includes(from?.id ?? '') === true
  const isElse = !isTheirs && (isReporter || (isGuess && pattern?.cause === 'relaying'))
  const whose =
    (isElse ? undefined : from) ??
    (pattern && !pattern.isShared ? receiver(pattern.receivers[0] ?? '') : undefined)
  const inner = nestedAnswer(told.written, told.prose)
  const said = inner?.codes.code === undefined ? { ...reply, enhanced } : { ...inner.codes, text: inner.text }
  return {
    ...(whose && { provider: { id: whose.id, name: whose.name } }),
    ...(pattern ? byPattern(pattern, told) : byClass(said, told)),
  }
}

type Said = { [K in keyof Reply]: Reply[K] | undefined } & Pick<Reply, 'text'>

function byClass(said: Said, { written, isDelayed }: Told) {
  const words = explainClass(said.code, said.enhanced, said.text, isDelayed)
  const isBefore = words.cause === 'unknown' && BEFORE_RECIPIENT.test(written.slice(0, MAX_PROSE))
  return isBefore ? beforeRecipient(words) : words
}

/** Codes that nobody uses for something else: they say more than words that leave much open. */
const SURE = /^[45]\.(?:1\.10|2\.[23]|3\.4|7\.2[0-6])$/

/** In the answer itself, in what stands around it, and where there is no code in what people are told. */
function find(
  { reply, enhanced, written, prose, isDelayed }: Told,
  from: Receiver | undefined,
): Pattern | undefined {
  const around = written.slice(0, MAX_PROSE).replace(/\s+/g, ' ')
  const of = (text: string): Answer => ({
    lower: text.toLowerCase().replace(/\s+/g, ' ').replace(FRAME, ' . '),
    squashed: squash(text),
    ...(reply.code !== undefined && { code: reply.code }),
    ...(enhanced !== undefined && { enhanced }),
    isDelayed,
    ...((BEFORE_RECIPIENT.test(around) || SIGN_IN.has(reply.code ?? 0)) && {
      isBeforeRecipient: true as const,
    }),
  })
  const inner = nestedAnswer(written, prose)
  const handedOn = inner && patternFor({ ...of(inner.text), ...inner.codes }, from)
  if (handedOn) return handedOn
  const first = patternFor(of(reply.text), from)
  const isSummary = SUMMARY.test(reply.text)
  if (first || (!isSummary && reply.code !== undefined && reply.text.length > SAYS_SOMETHING)) return first
  const second = patternFor(of(written.slice(0, MAX_PROSE)), from)
  if (second || (!isSummary && reply.code !== undefined) || !prose) return second
  return patternFor({ ...of(prose.slice(0, MAX_PROSE)), isProse: true }, from)
}

/** Words of the server that reports, around those of the one that refused. */
const FRAME =
  /\brefused to talk to me:?|\(in reply to [^)]{0,60}\)|\bsmtp error from remote mail(?:er| server) after [^:\n]{0,60}:|\bdelivery temporarily suspended:|\bremote (?:host|server) (?:said|returned):?|\bcan['’]t send mail - all recipients were rejected:?|\b(?:message|mail command|data command) failed:|\bsmtp error: data not accepted\.?|\bsmtp server error: data end command failed|\bexpected response code "?\d{3}"? but got code "?\d{3}"?,? with message|\brecipient address rejected:(?=\s*\S)/g

/** Sendmail’s own line below an answer that was said, or below what a mailer wrote. */
const SUMMARY = /^55\d (?:5\.\d\.\d )?(?:<[^\s>]{1,320}>)?[. ]{0,6}service unavailable$/i

/** What was said before any recipient was named is not about one. */
const BEFORE_RECIPIENT =
  /in reply to (?:MAIL FROM|EHLO|HELO|initial)|after (?:MAIL FROM|EHLO|HELO|initial connection)|refused to talk to me|sender address rejected|sender verif(?:y|ication) failed|verification failed (?:for <|while checking)|while performing the (?:EHLO|HELO) handshake/i

/** Answers to AUTH (RFC 4954 section 6). */
const SIGN_IN: ReadonlySet<number> = new Set([525, 534, 535, 538])

const NESTED = /(?:responded with:?|->)\s{0,3}["'(]{0,2}([45]\d\d[ -]\S.{3,1500})/s
/** A message that waited until its time was over: why, stands in the answers before. */
const WAITED = /\b[45]\.4\.(?:0|7|300)\b/

/** The answer that a server hands on within its own, or that it names as the last one. */
function nestedAnswer(written: string, prose: string | undefined) {
  const found =
    NESTED.exec(written.slice(0, MAX_PROSE)) ??
    (WAITED.test(written) ? NESTED.exec(prose?.slice(0, MAX_PROSE) ?? '') : null)
  if (!found) return undefined
  const { code, enhanced, text } = parseReply(found[1] ?? '')
  const codes: { code?: number; enhanced?: string } = {
    ...(code !== undefined && { code }),
    ...(enhanced !== undefined && { enhanced }),
  }
  return { text, codes }
}

function byPattern(
  pattern: Pattern,
  { isDelayed, written, from, reportedBy }: Told,
): Pick<ExplainedFailure, 'cause' | 'rule' | 'meaning' | 'advice' | 'checks'> {
  const { id, title, source, date, secondary } = pattern
  const results = pattern.cause === 'authentication' ? resultsIn(written) : undefined
  const forwarder = forwarderIn(written, pattern.cause)
  const forwarding = forwarder === undefined ? undefined : ofForwarding(forwarder)
  const advice = adviceOfSender(pattern, adviceFor(pattern.does, isDelayed), {
    answer: written,
    from,
    isProviders: (domain) => servesDomain(reportedBy, domain),
  })
  return {
    cause: pattern.cause,
    rule: { id, title, source, date, ...(secondary && { secondary }) },
    meaning: [pattern.says, results?.says, forwarding?.says].filter(Boolean).join(' '),
    advice: forwarding?.advice ?? (results ? advice.filter(results.isNeeded) : advice),
    checks: [...pattern.checks],
  }
}

const NO_FAILURE = { permanent: false, cause: 'unknown' as const, advice: [], checks: [] }

const DELIVERED = {
  delivered: 'This is no failure: the message was delivered, and a notice of that was asked for (RFC 3461).',
  relayed:
    'This is no failure: the message was handed on to a server that sends no notices of delivery, so no further word will come (RFC 3464 section 2.3.3).',
  expanded:
    'This is no failure: the message was delivered to a list, which sent it on to its members (RFC 3464 section 2.3.3).',
}
