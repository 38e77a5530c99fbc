/** What people, keys and the operator can have done. */
export const AUDIT_ACTIONS = [
  'instance.claimed',
  'instance.setup_link_made',
  'instance.visited',
  'person.created',
  'person.changed',
  'person.deleted',
  'person.admin_granted',
  'person.admin_revoked',
  'sign_in.succeeded',
  'sign_in.failed',
  'sign_in.ended',
  'session.revoked',
  'password.set',
  'password.reset_requested',
  'totp.enabled',
  'totp.disabled',
  'recovery_code.used',
  'recovery_codes.renewed',
  'passkey.added',
  'passkey.removed',
  'identity.linked',
  'identity.unlinked',
  'account.created',
  'account.renamed',
  'account.plan_changed',
  'account.exported',
  'account.deleted',
  'member.joined',
  'member.role_changed',
  'member.removed',
  'member.left',
  'account.transferred',
  'invitation.created',
  'invitation.revoked',
  'key.created',
  'key.rotated',
  'key.revoked',
  'test.created',
  'test.deleted',
  'test.shared',
  'test.unshared',
  'test.unsubscribe_tried',
  'domain.added',
  'domain.verified',
  'domain.unverified',
  'domain.deleted',
  'dmarc.imported',
  'dmarc.report_taken',
  'dmarc.source_marked',
  'monitor.created',
  'monitor.changed',
  'monitor.paused',
  'monitor.resumed',
  'monitor.deleted',
  'destination.created',
  'destination.changed',
  'destination.rotated',
  'destination.tested',
  'destination.replayed',
  'destination.disabled',
  'destination.enabled',
  'destination.deleted',
  'audit.exported',
  'backup.made',
  'backup.downloaded',
  'backup.deleted',
] as const
export type AuditAction = (typeof AUDIT_ACTIONS)[number]

/** Who did it. `id` and `name` are as they were at that time. */
export interface AuditActor {
  kind: 'person' | 'key' | 'operator' | 'nobody'
  id?: string
  name?: string
}

/** One thing that was done; written in the transaction that does it. */
export interface NewAuditEntry {
  at: Date
  /** The account that it concerns. Absent: a person or the instance alone. */
  accountId?: string
  /** The person that it concerns, so that they can be shown what happened to their own sign-in. */
  personId?: string
  actor: AuditActor
  action: AuditAction
  /** What it was done to, in words that stay true when it is gone: a key's name and prefix, an address. */
  target?: string
  /** Short facts, never a secret: { from: 'member', to: 'admin' }. */
  details?: Record<string, string>
  /** The address it came from. */
  client?: string
}

export type AuditEntry = NewAuditEntry & { id: number }
