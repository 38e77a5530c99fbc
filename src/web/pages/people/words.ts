import type { AuditAction, AuditEntry } from '../../../core/access/audit.ts'

const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bHeadlessChrome\/|\bChrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const SYSTEMS: readonly [RegExp, string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b|\biPad\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

/** A browser as people call it, out of how it names itself. */
export function browserOf(agent: string): string {
  const browser = BROWSERS.find(([sign]) => sign.test(agent))?.[1]
  const system = SYSTEMS.find(([sign]) => sign.test(agent))?.[1]
  if (browser) return system ? `${browser} on ${system}` : browser
  return agent === '' ? 'Unknown browser' : agent.slice(0, 60)
}

/** A network as people know it: 192.0.2.1, 2001:db8::/64. */
export function network(client: string | undefined): string {
  return client === undefined ? 'not known' : client.replace(/\/32$/, '')
}

const HAPPENED: Partial<Record<AuditAction, string>> = {
  'instance.claimed': 'You set up this site',
  'person.created': 'You joined',
  'person.changed': 'Your profile was changed',
  'person.admin_granted': 'You became an instance admin',
  'person.admin_revoked': 'You are no longer an instance admin',
  'sign_in.succeeded': 'Signed in',
  'sign_in.ended': 'Signed out',
  'session.revoked': 'A session was ended',
  'password.set': 'Your password was set',
  'password.reset_requested': 'A password reset was requested',
  'totp.enabled': 'Two-step sign-in was turned on',
  'totp.disabled': 'Two-step sign-in was turned off',
  'recovery_code.used': 'A recovery code was used',
  'recovery_codes.renewed': 'The recovery codes were renewed',
  'passkey.added': 'A passkey was added',
  'passkey.removed': 'A passkey was removed',
  'identity.linked': 'Single sign-on was linked',
  'identity.unlinked': 'Single sign-on was unlinked',
}

const METHODS: Readonly<Record<string, string>> = {
  password: 'with your password',
  passkey: 'with a passkey',
  oidc: 'with single sign-on',
}

const FAILED: Readonly<Record<string, string>> = {
  password: 'A wrong password was typed',
  'second factor': 'A wrong code was typed',
}

/** What happened, in words for whom it happened to. */
export function happened({ action, details, actor }: AuditEntry): string {
  if (action === 'sign_in.failed') return FAILED[details?.['method'] ?? ''] ?? 'A sign-in failed'
  const what = HAPPENED[action] ?? action
  const how = METHODS[details?.['method'] ?? '']
  const by = actor.kind === 'operator' ? ', by whoever runs this site' : ''
  return `${what}${how === undefined ? '' : ` ${how}`}${by}`
}
