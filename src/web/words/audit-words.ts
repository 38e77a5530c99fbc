import type { AuditAction, AuditActor } from '../../core/access/audit.ts'

/** What was done, in words. */
export const AUDIT_WORDS: Readonly<Record<AuditAction, string>> = {
  'instance.claimed': 'Set up the instance',
  'instance.setup_link_made': 'Made a set-up link',
  'instance.visited': 'Looked inside the account as an instance admin',
  'person.created': 'Person created',
  'person.changed': 'Person changed',
  'person.deleted': 'Person deleted',
  'person.admin_granted': 'Made instance admin',
  'person.admin_revoked': 'No longer instance admin',
  'sign_in.succeeded': 'Signed in',
  'sign_in.failed': 'Sign-in failed',
  'sign_in.ended': 'Signed out',
  'session.revoked': 'Sessions ended',
  'password.set': 'Password set',
  'password.reset_requested': 'Password reset requested',
  'totp.enabled': 'Two-step sign-in turned on',
  'totp.disabled': 'Two-step sign-in turned off',
  'recovery_code.used': 'Recovery code used',
  'recovery_codes.renewed': 'Recovery codes renewed',
  'passkey.added': 'Passkey added',
  'passkey.removed': 'Passkey removed',
  'identity.linked': 'Single sign-on linked',
  'identity.unlinked': 'Single sign-on unlinked',
  'account.created': 'Account created',
  'account.renamed': 'Account renamed',
  'account.plan_changed': 'Plan changed',
  'account.exported': 'Account exported',
  'account.deleted': 'Account deleted',
  'member.joined': 'Joined the account',
  'member.role_changed': 'Role changed',
  'member.removed': 'Person removed',
  'member.left': 'Left the account',
  'account.transferred': 'Ownership transferred',
  'invitation.created': 'Invitation created',
  'invitation.revoked': 'Invitation revoked',
  'key.created': 'API key created',
  'key.rotated': 'API key rotated',
  'key.revoked': 'API key revoked',
  'test.created': 'Test created',
  'test.deleted': 'Test deleted',
  'test.shared': 'Test shared',
  'test.unshared': 'Test no longer shared',
  'test.unsubscribe_tried': 'One-click unsubscribing tried',
  'domain.added': 'Domain added',
  'domain.verified': 'Domain verified',
  'domain.unverified': 'Domain no longer verified',
  'domain.deleted': 'Domain deleted',
  'monitor.created': 'Monitor created',
  'monitor.changed': 'Monitor changed',
  'monitor.paused': 'Monitor paused',
  'monitor.resumed': 'Monitor resumed',
  'monitor.deleted': 'Monitor deleted',
  'destination.created': 'Webhook or channel created',
  'destination.changed': 'Webhook or channel changed',
  'destination.rotated': 'Webhook secret rotated',
  'destination.tested': 'Test event sent',
  'destination.replayed': 'Deliveries sent again',
  'destination.disabled': 'Webhook or channel turned off',
  'destination.enabled': 'Webhook or channel turned on',
  'destination.deleted': 'Webhook or channel deleted',
  'dmarc.imported': 'DMARC reports imported',
  'dmarc.report_taken': 'DMARC report taken in place of another',
  'dmarc.source_marked': 'DMARC source marked or named',
  'audit.exported': 'Audit log exported',
  'backup.made': 'Backup made',
  'backup.downloaded': 'Backup downloaded',
  'backup.deleted': 'Backup deleted',
}

/** Who did it, as far as it is known. */
export function actorWords({ kind, name, id }: AuditActor): string {
  switch (kind) {
    case 'operator':
      return 'The operator'
    case 'nobody':
      return name ?? 'Nobody who was signed in'
    case 'key':
      return `Key ${name ?? id ?? ''}`.trim()
    case 'person':
      return name ?? id ?? 'Somebody'
  }
}
