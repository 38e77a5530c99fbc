/** How somebody signed in. */
export const SIGN_IN_METHODS = ['password', 'passkey', 'oidc', 'setup', 'invitation', 'confirmation'] as const
export type SignInMethod = (typeof SIGN_IN_METHODS)[number]

/** Somebody who is signed in at a browser. Its token is in a cookie; only a hash is kept. */
export interface Session {
  /** `ses_` and 16 base62 characters: names it in a list, opens nothing. */
  id: string
  personId: string
  /** The account that is looked at. Absent: none. */
  accountId?: string
  /** Until when an instance admin looks into an account that is not theirs, as a viewer. */
  visitingUntil?: Date
  method: SignInMethod
  /** factor: the password was right, the second factor is still asked for; such a session opens nothing. */
  stage: 'factor' | 'whole'
  createdAt: Date
  /** Written once a minute at most. */
  seenAt: Date
  /** The absolute end. */
  expiresAt: Date
  /** The address it was begun from. */
  client: string
  /** The browser, as it names itself; cut to 200 characters. */
  agent: string
}
