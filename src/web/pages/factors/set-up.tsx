import type { ProofKind } from '../../../services/people/confirming.ts'
import type { TotpSecret } from '../../../services/people/factors/totp.ts'
import { CopyButton } from '../../components/copy-button.tsx'
import { ProofFields } from '../../components/factors/proof-fields.tsx'
import { QrCode } from '../../components/factors/qr-code.tsx'
import { Field } from '../../components/form/field.tsx'
import { Form } from '../../components/form/form.tsx'
import { AreaPage } from '../../components/frame/area.tsx'
import type { Filled } from '../../forms/problems.ts'
import type { Site } from '../../site.ts'
import { TWO_FACTOR } from './paths.ts'

interface SetUpProps {
  site: Site
  secret: Pick<TotpSecret, 'base32' | 'uri'>
  proofs: readonly ProofKind[]
  filled: Filled
}

/** Shows a new secret, and asks for a code that shows that an app has it. */
export function SetUpDocument({ site, secret, proofs, filled }: SetUpProps) {
  const groups = secret.base32.match(/.{1,4}/g) ?? []
  return (
    <AreaPage site={site} area="me" within={TWO_FACTOR.path} title="Set up two-step sign-in">
      <ol class="steps stack">
        <li class="stack">
          <h2>1. Scan this with your authenticator app</h2>
          <QrCode text={secret.uri} label="QR code for an authenticator app" />
          <p class="quiet">Is the app on this device? Open the link, or type the secret into the app.</p>
          <p>
            <a href={secret.uri}>Open in an authenticator app</a>
          </p>
          <p class="record">
            <code class="secret-groups">{groups.join(' ')}</code>
            <CopyButton text={secret.base32} what="the secret" />
          </p>
        </li>
        <li class="stack">
          <h2>2. Type the code that the app shows</h2>
          <Form
            action={TWO_FACTOR.setUp}
            button="Turn on two-step sign-in"
            cancel={{ href: TWO_FACTOR.path, words: 'Cancel' }}
            filled={filled}
          >
            <input type="hidden" name="secret" value={secret.base32} />
            <Field
              name="code"
              label="Six-digit code"
              autocomplete="one-time-code"
              inputmode="numeric"
              maxlength={20}
              code
              filled={filled}
            />
            <ProofFields site={site} proofs={proofs} filled={filled} />
          </Form>
        </li>
      </ol>
    </AreaPage>
  )
}
