export const SCOPES = ['tests:write', 'tests:read', 'domains:read', 'dmarc:read'] as const
export type Scope = (typeof SCOPES)[number]

/** An API key as it is kept: its secret only as a hash. */
export interface ApiKey {
  id: string
  accountId: string
  name: string
  /** The first 10 characters of the key, for people to recognise it by. */
  prefix: string
  scopes: Scope[]
  createdAt: Date
  expiresAt?: Date
  lastUsedAt?: Date
  revokedAt?: Date
}
