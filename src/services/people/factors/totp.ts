import type { RandomBytes } from '../../ports.ts'

/** RFC 6238 as every authenticator app understands it; others ignore what a URI says beyond these. */
const STEP_SECONDS = 30
const DIGITS = 6
const WINDOW = 1
/** RFC 4226 4, requirement R6: 160 bits. */
const SECRET_BYTES = 20

/** A secret as bytes, as people type it, and as an app scans it. */
export interface TotpSecret {
  bytes: Uint8Array
  base32: string
  uri: string
}

/** How the entry in an app is named: the service, and whose it is. */
export interface TotpLabel {
  issuer: string
  account: string
}

/** A secret that nobody has seen. */
export function newTotpSecret(random: RandomBytes, label: TotpLabel): Promise<TotpSecret> {
  return totpSecretOf(random(SECRET_BYTES), label)
}

async function totpSecretOf(bytes: Uint8Array, { issuer, account }: TotpLabel): Promise<TotpSecret> {
  const { Secret, TOTP } = await import('otpauth')
  // A colon would end the issuer in the label (Key URI Format).
  const names = { issuer: issuer.replaceAll(':', ' '), label: account.replaceAll(':', ' ') }
  const secret = new Secret({ buffer: copyOf(bytes) })
  const totp = new TOTP({ ...names, algorithm: 'SHA1', digits: DIGITS, period: STEP_SECONDS, secret })
  return { bytes, base32: secret.base32, uri: totp.toString() }
}

/** The secret that a form brings back. Undefined: it is none of ours. */
export async function readTotpSecret(text: string, label: TotpLabel): Promise<TotpSecret | undefined> {
  if (!/^[A-Z2-7]{32}$/.test(text)) return undefined
  const { Secret } = await import('otpauth')
  return totpSecretOf(Secret.fromBase32(text).bytes, label)
}

/** The code of six digits in what was typed, however it was spaced. */
export function totpCodeIn(typed: string): string | undefined {
  const code = typed.replace(/[\s-]/g, '')
  return /^[0-9]{6}$/.test(code) ? code : undefined
}

/** The step whose code it is, at this time or one step beside it. Undefined: of none. */
export async function stepOf(code: string, bytes: Uint8Array, at: Date): Promise<number | undefined> {
  const { Secret, TOTP } = await import('otpauth')
  const secret = new Secret({ buffer: copyOf(bytes) })
  const shared = { secret, algorithm: 'SHA1', digits: DIGITS, period: STEP_SECONDS }
  const delta = TOTP.validate({ ...shared, token: code, timestamp: at.getTime(), window: WINDOW })
  return delta === null ? undefined : Math.floor(at.getTime() / 1000 / STEP_SECONDS) + delta
}

const copyOf = (bytes: Uint8Array): ArrayBuffer => Uint8Array.from(bytes).buffer
