import type { BounceCause } from '../../../core/bounce.ts'
import { BOUNCE_ADVICE } from '../../data/bounces/sets.ts'

const WAITS: ReadonlySet<string> = new Set(BOUNCE_ADVICE['wait'])
const GAVE_UP = 'Your server does not try again by itself: send the message once more later.'

/** What to do, as it stands: a server that gave up, or was refused for good, does not try again. */
export function adviceFor(advice: readonly string[], isDelayed: boolean): string[] {
  return isDelayed ? [...advice] : advice.map((sentence) => (WAITS.has(sentence) ? GAVE_UP : sentence))
}

/** What mail systems write themselves where there is no code. */
const GIVEN_UP =
  /\bpermanent (?:fatal )?errors?\b|\bfailed permanently:|\b(?:given|gave|giving) up\b|\bnot going to try again\b|\bmessage (?:was |is |has been )?(?:discarded|dropped)\b/i
const FOR_NOW = /\btempor|\bdefer|\bdelay|\b(?:try|retry|tried|again) (?:again|later)\b|\btimed? ?out\b/i
const MAX_LOOKED = 4_000

/** What may be over at another try, however the notice is titled. */
const PASSES: ReadonlySet<BounceCause> = new Set(['routing', 'rate', 'greylisting', 'receiver trouble'])

/** What another try of the same message does not change. */
const LASTS: ReadonlySet<BounceCause> = new Set([
  'no such recipient',
  'recipient inactive',
  'message too large',
  'authentication',
])

/** Patterns of other causes of which the same holds: a loop, a group that is closed. */
const LASTING_RULES: ReadonlySet<string> = new Set([
  'loop',
  'topic-loop',
  'postfix-loop',
  'postfix-loop-self',
  'exchange-send-as',
  'exchange-accept-list',
  'qmail-looping',
  'gmail-loop',
  'microsoft-loop',
  'mimecast-loop',
  'rackspace-loop',
  'gmail-group',
  'microsoft-restricted-recipient',
])

/** A domain without a record: once it is given up, it fails until DNS is repaired. */
const UNTIL_REPAIRED: ReadonlySet<string> = new Set(['postfix-no-data-record', 'postfix-host-not-found'])

interface State {
  code: number | undefined
  enhanced: string | undefined
  action: string
  /** The report, the log or the notice says that it failed. */
  hasFailed: boolean
  /** What was said, with what stands around it. */
  text: string
}

/** Whether the same message would fail again: by its code, else by what the notice says, else by what it is about. */
export function isPermanent(
  { code, enhanced, action, hasFailed, text }: State,
  { cause, rule }: { cause: BounceCause; rule?: { id: string } },
): boolean {
  if (action === 'delayed') return false
  if (code !== undefined) return code >= 500
  if (enhanced !== undefined) return enhanced.startsWith('5')
  const looked = text.slice(0, MAX_LOOKED)
  if (hasFailed && UNTIL_REPAIRED.has(rule?.id ?? '')) return true
  if (GIVEN_UP.test(looked) || (hasFailed && !PASSES.has(cause))) return true
  return (LASTS.has(cause) || LASTING_RULES.has(rule?.id ?? '')) && !FOR_NOW.test(looked)
}
