import { Field } from '../../components/form/field.tsx'
import { Form } from '../../components/form/form.tsx'
import type { Filled } from '../../forms/problems.ts'
import { Layout } from '../../layout.tsx'
import type { Site } from '../../site.ts'

interface SetupProps {
  site: Site
  filled: Filled
  /** The name of the account that is there already. Absent: one is made. */
  account: string | undefined
}

/** `/setup`: the first person takes the instance over. */
export function SetupDocument({ site, filled, account }: SetupProps) {
  return (
    <Layout site={site} title={`Set up ${site.name}`}>
      <div class="narrow stack">
        <h1>Set up {site.name}</h1>
        <p class="lede">
          You become the administrator of this site
          {account === undefined
            ? ' and the owner of its first account.'
            : ` and the owner of the account “${account}”.`}
        </p>
        <Form action={site.href.setup} button="Set up this site" filled={filled}>
          <Field
            name="code"
            label="Set-up code"
            hint="Starts with st_. It is the end of the set-up link, which the service prints at its start; under systemd it is in the journal."
            filled={filled}
            code
            maxlength={80}
            fragment="t"
          />
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
          {account === undefined && (
            <Field
              name="account"
              label="Name of the account"
              hint="A company, a team or yourself. Keys and tests belong to it."
              filled={filled}
              autocomplete="organization"
              maxlength={100}
            />
          )}
        </Form>
      </div>
    </Layout>
  )
}

/** `/setup`, when somebody has set the site up. */
export function AlreadySetUpDocument({ site }: { site: Site }) {
  return (
    <Layout site={site} title="This site is set up already">
      <div class="narrow stack">
        <h1>This site is set up already</h1>
        <p class="lede">It has an instance admin, and the set-up link no longer works.</p>
        <p>
          If that was not you or your team, find out who it was. On the server, run{' '}
          <code>mailgauge admin list</code>
        </p>
        <p>
          <a class="button" href={site.href.signIn}>
            Sign in
          </a>
        </p>
      </div>
    </Layout>
  )
}
