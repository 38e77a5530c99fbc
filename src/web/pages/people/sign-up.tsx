import { Field } from '../../components/form/field.tsx'
import { Form } from '../../components/form/form.tsx'
import type { Filled } from '../../forms/problems.ts'
import type { Site } from '../../site.ts'
import { Few } from './reset.tsx'

/** `/sign-up`: where that is open to everybody. */
export function SignUpDocument({ site, filled }: { site: Site; filled: Filled }) {
  return (
    <Few site={site} title="Sign up">
      <p class="lede">
        You get an account of your own, with tests and API keys. First you confirm your address by mail.
      </p>
      <Form
        action={site.href.signUp}
        button="Sign up"
        filled={filled}
        cancel={{ href: site.href.signIn, words: 'Sign in instead' }}
      >
        <Field name="name" label="Your name" filled={filled} autocomplete="name" maxlength={100} optional />
        <Field name="email" label="E-mail address" type="email" filled={filled} autocomplete="username" />
        <Field
          name="password"
          label="Password"
          type="password"
          hint="At least 10 characters. Several words work well."
          filled={filled}
          autocomplete="new-password"
        />
        <Field
          name="account"
          label="Name of the account"
          hint="A company, a team or yourself."
          filled={filled}
          autocomplete="organization"
          maxlength={90}
        />
      </Form>
    </Few>
  )
}

/** `/sign-up`, where not everybody may. */
export function SignUpClosedDocument({ site }: { site: Site }) {
  return (
    <Few site={site} title="Sign-up is closed">
      <p class="lede">Ask somebody who has an account on this site to invite you.</p>
      <p>
        <a class="button button-quiet" href={site.href.signIn}>
          Sign in
        </a>
      </p>
    </Few>
  )
}

/** After signing up: the same for everybody. */
export function ConfirmationSentDocument({ site, email }: { site: Site; email: string }) {
  return (
    <Few site={site} title="Check your mail">
      <p class="lede">A message was sent to {email}. Open the link in it within 24 hours.</p>
      <p>Your account is created once you do. If nothing arrives, look in the spam folder.</p>
      <p>
        <a class="button button-quiet" href={site.href.home}>
          To the start page
        </a>
      </p>
    </Few>
  )
}

interface ConfirmProps {
  site: Site
  filled: Filled
  email: string
  action: string
}

/** `/confirm/<link>` of somebody who signs up. */
export function ConfirmSignUpDocument({ site, filled, email, action }: ConfirmProps) {
  return (
    <Few site={site} title="Confirm your address">
      <p class="lede">Enter the password that you chose when you signed up with {email}.</p>
      <Form action={action} button="Confirm and sign in" filled={filled}>
        <Field
          name="password"
          label="Password"
          type="password"
          filled={filled}
          autocomplete="current-password"
          autofocus
        />
      </Form>
      <p class="quiet">If you did not sign up here, close this page. No account is created.</p>
    </Few>
  )
}

/** `/confirm/<link>` of somebody who changes their address. */
export function ConfirmEmailDocument({ site, email, action }: Omit<ConfirmProps, 'filled'>) {
  return (
    <Few site={site} title="Confirm your new address">
      <p class="lede">From then on you sign in with {email}.</p>
      <Form action={action} button="Use this address" />
    </Few>
  )
}
