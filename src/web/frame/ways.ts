/** The ways to sign in. */
export interface Ways {
  password: boolean
  /** Whether there is a second step, and a page for passkeys. */
  factors: boolean
  /** The origin of the pages on which passkeys work. Absent: on none. */
  passkeys?: string
  /** What people call the OpenID provider. Absent: there is none. */
  provider?: string
}
