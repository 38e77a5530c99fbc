import type { ProofKind } from '../../../services/people/confirming.ts'
import { ProofFields } from '../../components/factors/proof-fields.tsx'
import { Form } from '../../components/form/form.tsx'
import { AreaPage } from '../../components/frame/area.tsx'
import { Notice } from '../../components/shown/notice.tsx'
import type { Filled } from '../../forms/problems.ts'
import type { Site } from '../../site.ts'
import { plural } from '../../wording.ts'
import { TWO_FACTOR } from './paths.ts'

/** Codes that are left when people are told to make new ones. */
const FEW = 3

interface TwoFactorProps {
  site: Site
  isOn: boolean
  /** Recovery codes that are left. */
  codes: number
  hasPasskeys: boolean
  /** What was just done. */
  done?: string
}

/** Whether a second step is asked for, and what of it can be changed. */
export function TwoFactorDocument({ site, isOn, codes, hasPasskeys, done }: TwoFactorProps) {
  return (
    <AreaPage
      site={site}
      area="me"
      title="Two-step sign-in"
      lede="After your password you enter a code from an app on your phone. Your password alone lets nobody in."
    >
      {done !== undefined && <Notice kind="done">{done}</Notice>}
      {isOn ? <TurnedOn codes={codes} /> : <TurnedOff hasPasskeys={hasPasskeys} />}
    </AreaPage>
  )
}

function TurnedOff({ hasPasskeys }: { hasPasskeys: boolean }) {
  return (
    <div class="stack">
      <p>
        <strong>It is off.</strong> You need an authenticator app: 2FAS, Aegis, Google Authenticator, a
        password manager, or any other that shows codes of six digits.
      </p>
      {hasPasskeys && (
        <p class="quiet">Your passkeys need no second step: each of them is two steps in one.</p>
      )}
      <p>
        <a class="button" href={TWO_FACTOR.setUp}>
          Set up two-step sign-in
        </a>
      </p>
    </div>
  )
}

function TurnedOn({ codes }: { codes: number }) {
  return (
    <div class="stack">
      <p>
        <strong>It is on.</strong> You have {codes} recovery {plural(codes, 'code')} left, for when you are
        without your phone.
      </p>
      {codes <= FEW && (
        <Notice kind="problem">
          {codes === 0
            ? 'Without a recovery code and without your phone you cannot sign in. Make new codes now.'
            : 'Make new codes before you run out of them.'}
        </Notice>
      )}
      <p class="choice">
        <a class={codes <= FEW ? 'button' : 'button button-quiet'} href={TWO_FACTOR.codes}>
          Make new recovery codes
        </a>
        <a class="button button-quiet" href={TWO_FACTOR.off}>
          Turn it off
        </a>
      </p>
    </div>
  )
}

interface AskProps {
  site: Site
  what: 'codes' | 'off'
  proofs: readonly ProofKind[]
  filled: Filled
}

const ASKED = {
  codes: {
    title: 'Make new recovery codes?',
    lede: 'You get ten new codes. The codes that you have now stop working.',
    button: 'Make new codes',
  },
  off: {
    title: 'Turn off two-step sign-in?',
    lede: 'Your password alone will sign you in. Your recovery codes stop working. Delete the entry in your app, which is of no use any more.',
    button: 'Turn it off',
  },
} as const

/** Asks before codes or the second step are taken away. */
export function TwoFactorAskDocument({ site, what, proofs, filled }: AskProps) {
  const { title, lede, button } = ASKED[what]
  return (
    <AreaPage site={site} area="me" within={TWO_FACTOR.path} title={title} lede={lede}>
      <Form
        action={TWO_FACTOR[what]}
        button={button}
        danger={what === 'off'}
        cancel={{ href: TWO_FACTOR.path, words: 'Cancel' }}
        filled={filled}
      >
        <ProofFields site={site} proofs={proofs} filled={filled} />
      </Form>
    </AreaPage>
  )
}
