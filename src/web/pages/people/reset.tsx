import type { ComponentChildren } from 'preact'
import { Field } from '../../components/form/field.tsx'
import { Form } from '../../components/form/form.tsx'
import type { Filled } from '../../forms/problems.ts'
import { Layout } from '../../layout.tsx'
import type { Site } from '../../site.ts'

interface PlainProps {
  site: Site
  title: string
  children: ComponentChildren
}

/** A page of people with a few sentences and perhaps a form. */
export function Few({ site, title, children }: PlainProps) {
  return (
    <Layout site={site} title={title}>
      <div class="narrow stack">
        <h1>{title}</h1>
        {children}
      </div>
    </Layout>
  )
}

const FORGOT = 'Forgot your password?'

/** `/reset`: asks for the address to send a link to. */
export function ResetRequestDocument({ site, filled }: { site: Site; filled: Filled }) {
  return (
    <Few site={site} title={FORGOT}>
      <p class="lede">Enter your e-mail address. You get a link to choose a new password.</p>
      <Form
        action={site.href.reset}
        button="Send the link"
        filled={filled}
        cancel={{ href: site.href.signIn, words: 'Back to sign-in' }}
      >
        <Field
          name="email"
          label="E-mail address"
          type="email"
          filled={filled}
          autocomplete="username"
          autofocus
        />
      </Form>
    </Few>
  )
}

/** `/reset`, where no mail can be sent. */
export function ResetByOperatorDocument({ site }: { site: Site }) {
  return (
    <Few site={site} title={FORGOT}>
      <p class="lede">This site sends no mail. Ask whoever runs it to reset your password.</p>
      <p>
        They run this command on the server: <code>mailgauge admin reset-password &lt;your address&gt;</code>
      </p>
      <p>
        <a class="button button-quiet" href={site.href.signIn}>
          Back to sign-in
        </a>
      </p>
    </Few>
  )
}

/** After it was asked for: the same for everybody. */
export function ResetSentDocument({ site }: { site: Site }) {
  return (
    <Few site={site} title="Check your mail">
      <p class="lede">If somebody signs in here with that address, a link was sent to it.</p>
      <p>
        The link works once, for an hour. If nothing arrives, look in the spam folder, or ask whoever runs
        this site.
      </p>
      <p>
        <a class="button button-quiet" href={site.href.signIn}>
          Back to sign-in
        </a>
      </p>
    </Few>
  )
}

interface NewPasswordProps {
  site: Site
  filled: Filled
  email: string
  action: string
}

/** `/reset/<link>`: asks for the new password. */
export function NewPasswordDocument({ site, filled, email, action }: NewPasswordProps) {
  return (
    <Few site={site} title="Choose a new password">
      <p class="lede">Setting it signs you out everywhere. Then sign in with the new password.</p>
      <Form action={action} button="Set the password" filled={filled}>
        <div class="field">
          <label for="field-email">E-mail address</label>
          <input id="field-email" class="input" type="email" value={email} readonly autocomplete="username" />
        </div>
        <Field
          name="password"
          label="New password"
          type="password"
          hint="At least 10 characters."
          filled={filled}
          autocomplete="new-password"
          autofocus
        />
      </Form>
    </Few>
  )
}

/** A link that was used, is too old, or was replaced by a newer one. */
export function LinkGoneDocument({ site, again }: { site: Site; again: { href: string; words: string } }) {
  return (
    <Few site={site} title="This link no longer works">
      <p class="lede">It was used already, it has expired, or a newer link replaced it.</p>
      <p>
        <a class="button" href={again.href}>
          {again.words}
        </a>
      </p>
    </Few>
  )
}
