import { base32 } from '../mail-test.ts'

/** What stands before the @ of a monitor's address: 16 base32 characters, so that it is never that of a test. */
export function monitorLocalPartFrom(randomBytes: (length: number) => Uint8Array): string {
  return base32(randomBytes(16), 16)
}

export function isMonitorLocalPart(text: string): boolean {
  return /^[a-z2-7]{16}$/.test(text)
}

/** Under what a test of a monitor is kept: unlike that of any other test, and nobody's address, as a suffix is none of it. */
export const keptLocalPart = (localPart: string, token: string) => `${localPart}+${token}`

/** The monitor's local part out of what its test is kept under. */
export const addressedLocalPart = (kept: string) => kept.split('+', 1)[0] ?? kept
