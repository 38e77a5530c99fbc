import type { PasskeySignIn } from '../../../services/people/passkeys/passkeys.ts'

/** Why a passkey did not sign somebody in, and what to do. */
export function notAccepted({ kind }: Exclude<PasskeySignIn, { kind: 'right' }>): string {
  switch (kind) {
    case 'expired':
      return 'This took longer than five minutes, or it was sent twice. Try again.'
    case 'unknown':
      return 'This passkey is not known here. It may have been removed: sign in another way, and delete it on your device.'
    case 'went_back':
      return 'This passkey was refused, because its counter went back: there may be a copy of it. Sign in another way, remove the passkey and add a new one.'
    case 'refused':
      return 'The passkey could not be verified. Try again.'
  }
}
