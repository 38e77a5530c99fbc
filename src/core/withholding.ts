export const WITHHELD_KINDS = ['verification_code', 'sign_in_link', 'password_reset'] as const
export type WithheldKind = (typeof WITHHELD_KINDS)[number]

/** Why a message's words are shown to its owner alone: decided from the message, once, when it is analysed. */
export interface Withholding {
  kind: WithheldKind
  /** One sentence for whoever asks; it repeats nothing of the message. */
  reason: string
}

/** What a report holds of it. */
export interface WithholdingDecision {
  /** Absent: its words may be shown. */
  withheld?: Withholding
  /** The rules by which that was decided. Absent: those of a version that did not keep it. */
  withholdingVersion?: string
}

/** What is said of each kind. */
export const WITHHOLDING_REASONS: Record<WithheldKind, string> = {
  verification_code:
    'This looks like a message with a verification code, so its subject and content are not shown.',
  sign_in_link:
    'This looks like a message with a sign-in or confirmation link, so its subject and content are not shown.',
  password_reset: 'This looks like a password reset, so its subject and content are not shown.',
}
