/** What words of any language may mean here. */
export const CONCEPTS = [
  /** A code, a PIN. */
  'code',
  /** What makes a code one of authentication: verification, one-time, security, two-factor. */
  'auth',
  /** Password. */
  'pass',
  /** To reset, forget, set, recover. */
  'reset',
  /** Temporary, initial (of a password). */
  'temp',
  /** To sign in. */
  'sign',
  /** A link. */
  'link',
  /** To click, tap, follow. */
  'click',
  /** To confirm, verify, activate, approve: something still to be done. */
  'conf',
  /** The confirmation, as a thing. */
  'confn',
  /** The e-mail address. */
  'mail',
  /** Account, registration, identity, device. */
  'acct',
  /** To unlock. */
  'unlock',
  /** To expire, valid until. */
  'expire',
  /** Minutes, hours, once. */
  'unit',
  /** Not. */
  'not',
  /** To request, to try. */
  'ask',
  /** To ignore a message. */
  'ignore',
  /** To share, disclose. */
  'share',
  /** "If it was not you", "if you did not make this change". */
  'notyou',
  /** Something that is over: was changed, has been confirmed. */
  'done',
  /** Orders, parcels, bookings, coupons, meetings: what has codes that open no account. */
  'goods',
  /** To enter, to use (a code). */
  'use',
  /** A payment, a transfer. */
  'pay',
  /** An invitation. */
  'invite',
  /** Plain words for what a code is made of: digits, letters. */
  'digits',
  /** A newsletter, a subscription. */
  'list',
  /** Articles, advice, surveys; fraud as a subject to write of. */
  'press',
  /** Terms, a privacy policy. */
  'legal',
  /** What developers and help desks write of. */
  'dev',
] as const
export type Concept = (typeof CONCEPTS)[number]

/**
 * The words of one language by meaning, joined by `|`, in their usual spelling. A word stands for itself; `word*` for all that
 * begin so, `*word` for all that end so, `*word*` for all that hold it. In scripts that write no spaces or glue particles to
 * words every word is looked for anywhere.
 */
export type AuthWords = Readonly<Partial<Record<Concept, string>>>

export const BIT = Object.fromEntries(CONCEPTS.map((concept, index) => [concept, 1 << index])) as Readonly<
  Record<Concept, number>
>

/** The concepts as one set of BIT. */
export const bitsOf = (concepts: readonly Concept[]): number =>
  concepts.reduce((bits, concept) => bits | BIT[concept], 0)

/** What speaks of accounts and codes. */
export const OF_ACCOUNTS: readonly Concept[] = [
  'code',
  'auth',
  'pass',
  'reset',
  'temp',
  'sign',
  'conf',
  'confn',
  'unlock',
  'acct',
]
