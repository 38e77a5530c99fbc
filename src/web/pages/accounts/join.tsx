import type { OpenInvitation } from '../../../services/people/invitations/told.ts'
import type { SignedIn } from '../../../services/people/sessions.ts'
import { Field } from '../../components/form/field.tsx'
import { Form } from '../../components/form/form.tsx'
import { Moment } from '../../components/moment.tsx'
import type { Filled } from '../../forms/problems.ts'
import { signInFor } from '../../frame/next.ts'
import { Layout } from '../../layout.tsx'
import type { Site } from '../../site.ts'

interface JoinProps {
  site: Site
  token: string
  open: OpenInvitation
  /** Whoever opened it, where they are signed in. */
  me?: SignedIn
  /** Whether whoever has no sign-in gets one here. */
  newcomers: boolean
  filled: Filled
}

/** An invitation, to be accepted. */
export function JoinDocument(props: JoinProps) {
  const { site, open, me } = props
  const { account, invitation, invitedBy } = open
  return (
    <Layout site={site} title="Invitation">
      <div class="narrow stack">
        <h1>Invitation</h1>
        <p class="lede">
          {invitedBy === undefined ? 'You are invited' : `${invitedBy} invites you`} to{' '}
          <strong>{account.name}</strong> as <strong>{invitation.role}</strong>. The invitation works once,
          until <Moment at={invitation.expiresAt} />.
        </p>
        {me ? <AcceptForm {...props} me={me} /> : <NewcomerForms {...props} />}
      </div>
    </Layout>
  )
}

function AcceptForm({ site, token, me, filled }: JoinProps & { me: SignedIn }) {
  return (
    <>
      <p>
        You are signed in as <span class="unbroken">{me.person.email}</span>.
      </p>
      <Form
        action={site.href.join(token)}
        button="Accept invitation"
        cancel={{ href: site.href.home, words: 'Not now' }}
        filled={filled}
      >
        <input type="hidden" name="as" value="me" />
      </Form>
    </>
  )
}

function NewcomerForms({ site, token, open, newcomers, filled }: JoinProps) {
  const { email } = open.invitation
  const signIn = (
    <a class="button button-quiet" href={signInFor(site.href.join(token))}>
      Sign in and accept
    </a>
  )
  if (!newcomers) {
    return (
      <>
        <p>
          This site does not create new sign-ins by invitation. Sign in with the one that you have, then
          accept.
        </p>
        <p>{signIn}</p>
      </>
    )
  }
  return (
    <>
      <h2>I am new here</h2>
      <Form action={site.href.join(token)} button="Create sign-in and join" filled={filled}>
        <input type="hidden" name="as" value="new" />
        {email === undefined ? (
          <Field
            name="email"
            label="E-mail address"
            type="email"
            inputmode="email"
            autocomplete="username"
            maxlength={254}
            filled={filled}
          />
        ) : (
          <>
            <p>
              You will sign in with <strong class="unbroken">{email}</strong>, the address that was invited.
            </p>
            <input type="hidden" name="email" value={email} autocomplete="username" />
          </>
        )}
        <Field name="name" label="Your name" autocomplete="name" optional maxlength={100} filled={filled} />
        <Field
          name="password"
          label="Password"
          type="password"
          autocomplete="new-password"
          hint="At least 10 characters."
          filled={filled}
        />
      </Form>
      <h2>I have a sign-in here</h2>
      <p>{signIn}</p>
    </>
  )
}
