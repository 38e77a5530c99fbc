/** How a receiver's answer came to us. */
export const BOUNCE_FORMS = ['delivery status', 'free text', 'reply'] as const
export type BounceForm = (typeof BOUNCE_FORMS)[number]

/** What became of a recipient (RFC 3464 2.3.3). */
export const BOUNCE_ACTIONS = ['failed', 'delayed', 'delivered', 'relayed', 'expanded'] as const
export type BounceAction = (typeof BOUNCE_ACTIONS)[number]

/** Why, in the kinds that differ in what to do. */
export const BOUNCE_CAUSES = [
  'no such recipient',
  'recipient inactive',
  'mailbox full',
  'message too large',
  'authentication',
  'reverse dns',
  'blocklist',
  'reputation',
  'rate',
  'content',
  'policy',
  'greylisting',
  'relaying',
  'routing',
  'tls',
  'protocol',
  'receiver trouble',
  'unknown',
] as const
export type BounceCause = (typeof BOUNCE_CAUSES)[number]

/** A bounce, or the lines that a server answered, explained. Texts in it are strangers' unless it says otherwise. */
export interface ExplainedBounce {
  form: BounceForm
  /** The host that wrote it (RFC 3464 2.2.2). */
  reportedBy?: string
  /** The message that came back, as far as it is named. */
  original?: { messageId?: string; subject?: string; from?: string }
  /** One for each recipient, or one where none is named; bounded. */
  failures: ExplainedFailure[]
  /** Recipients that are not in the list. */
  more?: number
}

export interface ExplainedFailure {
  /** Final-Recipient or Original-Recipient; a U-label stays as it was written (RFC 6533). */
  recipient?: string
  action: BounceAction
  /** The host that refused. */
  remote?: string
  /** What it answered. */
  reply: { code?: number; enhanced?: string; text: string }
  /** It is over: sending again as it is comes to nothing (5.y.z). */
  permanent: boolean
  cause: BounceCause
  /** Whose rule it is. Absent: it could not be told. */
  provider?: { id: string; name: string }
  /** The pattern that explains it. Absent: none is known, and what is said comes from the class of its code. */
  rule?: { id: string; title: string; source: string; date: string; secondary?: true }
  /** Ours: what it means, in one or two sentences. */
  meaning: string
  /** Ours: what to do, the first thing first. */
  advice: string[]
  /** Names of checks of ours that show it. */
  checks: string[]
}

/** Whether anything in it speaks of mail that was refused or not delivered: of a text without that, nothing was explained. */
export function isExplained({ form, failures }: Pick<ExplainedBounce, 'form' | 'failures'>): boolean {
  if (form === 'delivery status') return failures.length > 0
  return failures.some(
    ({ rule, reply, recipient }) =>
      rule !== undefined ||
      reply.code !== undefined ||
      reply.enhanced !== undefined ||
      recipient !== undefined,
  )
}
