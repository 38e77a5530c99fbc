import type { ProofKind } from '../../../services/people/confirming.ts'
import type { Filled } from '../../forms/problems.ts'
import type { Site } from '../../site.ts'
import { Field } from '../form/field.tsx'
import { PasskeyButton } from './passkey-button.tsx'

/** Where the script asks for options of a passkey that confirms something. */
export const CONFIRM_OPTIONS = '/me/confirm'

interface ProofFieldsProps {
  site: Site
  proofs: readonly ProofKind[]
  filled: Filled
}

/** In a form that changes something of the sign-in: shows that it is still the same person. */
export function ProofFields({ site, proofs, filled }: ProofFieldsProps) {
  if (proofs.length === 0) return null
  return (
    <div class="stack" data-proof>
      {proofs.includes('password') && (
        <Field
          name="password"
          label="Your password"
          type="password"
          autocomplete="current-password"
          filled={filled}
        />
      )}
      {proofs.includes('code') && (
        <Field
          name="proof"
          label="Code from your authenticator app"
          autocomplete="one-time-code"
          inputmode="numeric"
          code
          filled={filled}
        />
      )}
      {proofs.includes('passkey') && (
        <>
          {proofs.length === 1 && (
            <noscript>
              <p class="notice">
                Confirming with a passkey needs JavaScript. Turn it on and load this page again.
              </p>
            </noscript>
          )}
          <PasskeyButton site={site} options={CONFIRM_OPTIONS} words="Confirm with a passkey" />
        </>
      )}
    </div>
  )
}
