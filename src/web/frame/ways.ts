/** The ways to sign in. */
export interface Ways {
  password: boolean
  /** Whether there is a second step, and a page for passkeys. */
  factors: boolean
  /** Whether passkeys work at this address. */
  passkeys: boolean
  /** What people call the OpenID provider. Absent: there is none. */
  provider?: string
}
