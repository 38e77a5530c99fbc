import type { Role } from './role.ts'

/** A person in an account. */
export interface Membership {
  accountId: string
  personId: string
  role: Role
  createdAt: Date
}

/** An open door to an account. Its link holds a token of which a hash is kept. */
export interface Invitation {
  /** `inv_` and 16 base62 characters. */
  id: string
  accountId: string
  role: Role
  /** Only who signs in with this address may accept. Absent: whoever has the link. */
  email?: string
  /** Its link went to that address by mail and was shown to nobody: who has it reads mail there. */
  mailed: boolean
  /** Who invited; absent when the operator did. */
  invitedBy?: string
  createdAt: Date
  expiresAt: Date
}
