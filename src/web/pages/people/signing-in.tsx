import { OtherWays } from '../../components/factors/other-ways.tsx'
import { PasskeyStep } from '../../components/factors/passkey-step.tsx'
import { Field } from '../../components/form/field.tsx'
import { Form } from '../../components/form/form.tsx'
import { Notice } from '../../components/shown/notice.tsx'
import type { Filled } from '../../forms/problems.ts'
import { Layout } from '../../layout.tsx'
import type { Site } from '../../site.ts'
import { OPEN_ID } from '../factors/paths.ts'

interface SignInProps {
  site: Site
  filled: Filled
  /** Where it leads on to. */
  next: string | undefined
  /** Whether everybody may sign up. */
  open: boolean
  /** Something that was done just before. */
  done?: string
}

/** `/sign-in`: address and password. */
export function SignInDocument({ site, filled, next, open, done }: SignInProps) {
  return (
    <Layout site={site} title="Sign in">
      <div class="narrow stack">
        <h1>Sign in</h1>
        {done !== undefined && <Notice kind="done">{done}</Notice>}
        {next === OPEN_ID.waiting && (
          <Notice kind="note">
            Somebody signs in here with your address already. If it is you, sign in once as before; then you
            can link {site.ways.provider}.
          </Notice>
        )}
        {site.ways.password && <PasswordForm site={site} filled={filled} next={next} />}
        <OtherWays site={site} next={next} />
        <ul class="plain quiet-links">
          {site.ways.password && (
            <li>
              <a href={site.href.reset}>Forgot your password?</a>
            </li>
          )}
          {open && (
            <li>
              New here? <a href={site.href.signUp}>Sign up</a>
            </li>
          )}
        </ul>
      </div>
    </Layout>
  )
}

function PasswordForm({ site, filled, next }: Pick<SignInProps, 'site' | 'filled' | 'next'>) {
  return (
    <Form action={site.href.signIn} button="Sign in" filled={filled}>
      {next !== undefined && <input type="hidden" name="next" value={next} />}
      <Field
        name="email"
        label="E-mail address"
        type="email"
        filled={filled}
        // `webauthn`: the browser lists passkeys here, too.
        autocomplete={site.ways.passkeys !== undefined ? 'username webauthn' : 'username'}
        autofocus
      />
      <Field
        name="password"
        label="Password"
        type="password"
        filled={filled}
        autocomplete="current-password"
      />
    </Form>
  )
}

interface CodeProps {
  site: Site
  /** Whether this person has passkeys that work here. */
  hasPasskeys: boolean
  filled: Filled
  next: string | undefined
}

/** `/sign-in/code`: the second factor. */
export function CodeDocument({ site, hasPasskeys, filled, next }: CodeProps) {
  return (
    <Layout site={site} title="Enter your code">
      <div class="narrow stack">
        <h1>Enter your code</h1>
        <p class="lede">Enter the code that your authenticator app shows.</p>
        <Form action={site.href.code} button="Sign in" filled={filled}>
          {next !== undefined && <input type="hidden" name="next" value={next} />}
          <Field
            name="code"
            label="Code"
            hint="Six digits. Without your phone, use one of your recovery codes."
            filled={filled}
            autocomplete="one-time-code"
            maxlength={40}
            code
            autofocus
          />
        </Form>
        {hasPasskeys && <PasskeyStep site={site} next={next} />}
        <form method="post" action={site.href.signOut}>
          <button type="submit" class="link-button">
            Sign in as somebody else
          </button>
        </form>
      </div>
    </Layout>
  )
}

/** The sign-in page of a site that nobody has set up yet. */
export function NotSetUpDocument({ site }: { site: Site }) {
  return (
    <Layout site={site} title="This site is not set up yet">
      <div class="narrow stack">
        <h1>This site is not set up yet</h1>
        <p class="lede">
          Nobody can sign in until somebody sets it up. The service prints a set-up link when it starts.
        </p>
        <p class="choice">
          <a class="button" href={site.href.setup}>
            Set up this site
          </a>
        </p>
      </div>
    </Layout>
  )
}
