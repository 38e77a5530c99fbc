import type { BounceAction, BounceCause, ExplainedBounce, ExplainedFailure } from '../../core/bounce.ts'

/** What became of recipients of whom the same is to be said. */
export interface ToldFailure extends Omit<ExplainedFailure, 'recipient'> {
  /** Those that are named, as they were written. */
  recipients: string[]
  /** How many recipients there are, with those without a name. */
  count: number
}

/** One for each answer that differs, in the order of the bounce. */
export function toldFailures({ failures }: Pick<ExplainedBounce, 'failures'>): ToldFailure[] {
  const told = new Map<string, ToldFailure>()
  for (const { recipient, ...failure } of failures) {
    const key = sameness(failure)
    const before = told.get(key)
    const recipients = recipient === undefined ? [] : [recipient]
    if (!before) {
      told.set(key, { ...failure, recipients, count: 1 })
      continue
    }
    before.recipients.push(...recipients)
    before.count += 1
  }
  return [...told.values()]
}

/** What is said of them, and by whom; the words of an answer often hold the recipient alone. */
function sameness({
  action,
  permanent,
  cause,
  provider,
  rule,
  remote,
  reply,
  meaning,
  advice,
}: ExplainedFailure) {
  const by = rule ? rule.id : [reply.code, reply.enhanced, reply.text]
  return JSON.stringify([action, permanent, cause, provider?.id, by, remote, meaning, advice])
}

const CAUSE_TITLES: Readonly<Record<BounceCause, string>> = {
  'no such recipient': 'The recipient does not exist',
  'recipient inactive': 'The recipient’s mailbox is not in use',
  'mailbox full': 'The recipient’s mailbox is full',
  'message too large': 'The message is too large',
  authentication: 'The message failed authentication',
  'reverse dns': 'The reverse DNS of the sending server was not accepted',
  blocklist: 'The sender is on a blocklist',
  reputation: 'The receiver does not trust the sender enough',
  rate: 'Too much mail came in too short a time',
  content: 'The receiver took the message for spam or malware',
  policy: 'A rule of the receiver forbids it',
  greylisting: 'The receiver asked for another try later (greylisting)',
  relaying: 'The server takes no mail for this recipient’s domain',
  routing: 'No server of the recipient’s domain was found or reached',
  tls: 'No connection with the TLS that was asked for came about',
  protocol: 'The servers did not agree on the protocol',
  'receiver trouble': 'The receiver had trouble of its own',
  unknown: 'The answer does not say why',
}

/** What happened, in a line without a full stop: of the rule where one is known, else of its cause. */
export function titleOf({ rule, cause, action }: Pick<ToldFailure, 'rule' | 'cause' | 'action'>): string {
  if (action === 'failed' || action === 'delayed') return rule?.title ?? CAUSE_TITLES[cause]
  return OTHER_TITLES[action]
}

const OTHER_TITLES: Readonly<Record<Exclude<BounceAction, 'failed' | 'delayed'>, string>> = {
  delivered: 'It was delivered',
  relayed: 'It was handed to a server that reports no delivery',
  expanded: 'It was delivered to a list or an alias, and sent on from there',
}

interface Standing {
  grade: 'poor' | 'fair' | 'good'
  /** In a word or two. */
  words: string
  /** What that means for the message, in a sentence. */
  says: string
}

/** Causes that may be over at another try. */
const PASSES: ReadonlySet<BounceCause> = new Set([
  'routing',
  'rate',
  'greylisting',
  'receiver trouble',
  'mailbox full',
])

/** How it stands with the recipients, and how grave that is. */
export function standingOf({
  action,
  permanent,
  reply,
  cause,
}: Pick<ToldFailure, 'action' | 'permanent' | 'reply' | 'cause'>): Standing {
  if (action === 'delayed')
    return { grade: 'fair', words: 'Delayed', says: 'The sending server usually tries again by itself.' }
  if (action !== 'failed') return { grade: 'good', words: 'No failure', says: 'There is nothing to do.' }
  if (permanent) {
    return {
      grade: 'poor',
      words: 'Failed for good',
      says: 'The sending server does not try again by itself.',
    }
  }
  const hasNoCode = reply.code === undefined && reply.enhanced === undefined
  return hasNoCode && !PASSES.has(cause)
    ? { grade: 'fair', words: 'Failed', says: 'Nothing in it tells whether another try can succeed.' }
    : {
        grade: 'fair',
        words: 'Failed for now',
        says: 'The same message may be accepted when it is sent again later.',
      }
}

/** Programs whose texts are told by themselves, whoever runs them. */
const SOFTWARE: ReadonlySet<string> = new Set([
  'postfix',
  'exim',
  'exchange',
  'sendmail',
  'qmail',
  'domino',
  'dovecot',
  'rspamd',
  'spamassassin',
  'cpanel',
])

/** Whose rule or whose text it is, in a few words. Absent: it could not be told. */
export function whoseOf({ provider, rule }: Pick<ToldFailure, 'provider' | 'rule'>): string | undefined {
  if (!provider) return undefined
  if (!rule) return `Answered by ${provider.name}`
  return SOFTWARE.has(provider.id) ? `A text of ${provider.name}` : `A rule of ${provider.name}`
}

/** Whether anything came back: a delivery report may also tell that all went well. */
export function isBounce({ failures }: Pick<ExplainedBounce, 'failures'>): boolean {
  return failures.some(({ action }) => action === 'failed' || action === 'delayed')
}

/** What it is, before anything else is said of it. */
export function kindOfBounce({ form, failures }: Pick<ExplainedBounce, 'form' | 'failures'>): string {
  if (form === 'reply') return 'The answer of a mail server'
  if (!isBounce({ failures })) return 'A report of delivery'
  return failures.every(({ action }) => action !== 'failed') ? 'A report of a delay' : 'A bounce'
}

/** Said where no rule is known. */
export const NO_RULE =
  'No rule of a provider is known for this answer: what is said comes from the class of its code.'

/** Said where the page of the rule is not the provider's own. */
export const SECONDARY = 'not the provider’s own page'

/** Who wrote it and about which message, as far as it says so, each with its label. */
export function namedIn({ reportedBy, original = {} }: ExplainedBounce): (readonly [string, string])[] {
  const named = [
    ['Reported by', reportedBy],
    ['Message', original.messageId],
    ['From', original.from],
    ['Subject', original.subject],
  ] as const
  return named.flatMap(([label, text]) => (text ? [[label, text] as const] : []))
}
