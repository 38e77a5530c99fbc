import type { AuditEntry } from '../../../core/access/audit.ts'
import type { Session } from '../../../core/access/session.ts'
import { Field } from '../../components/form/field.tsx'
import { Fold } from '../../components/form/fold.tsx'
import { Form } from '../../components/form/form.tsx'
import { AreaPage, Section } from '../../components/frame/area.tsx'
import { Moment } from '../../components/moment.tsx'
import { Notice } from '../../components/shown/notice.tsx'
import { Table } from '../../components/shown/table.tsx'
import { type Filled, unfilled } from '../../forms/problems.ts'
import type { Site } from '../../site.ts'
import { browserOf, happened, network } from './words.ts'

/** The forms of the page. */
export type MyForm = 'name' | 'email' | 'password'

export interface MeProps {
  site: Site
  name: string
  email: string
  hasPassword: boolean
  /** The session that looks at the page. */
  current: string
  sessions: readonly Session[]
  lately: readonly AuditEntry[]
  /** A form that was not taken. */
  wrong?: { form: MyForm; filled: Filled }
  done?: string
  problem?: string
}

/** `/me`: who I am here, and where I am signed in. */
export function MeDocument(props: MeProps) {
  const { site, wrong, done, problem } = props
  const filledOf = (form: MyForm, typed: Filled['typed'] = {}) =>
    wrong?.form === form ? wrong.filled : unfilled(typed)
  return (
    <AreaPage site={site} area="me" title="Your profile">
      {done !== undefined && <Notice kind="done">{done}</Notice>}
      {problem !== undefined && <Notice kind="problem">{problem}</Notice>}
      <Section id="name" title="Name">
        <Form action={`${site.href.me}/name`} button="Save name" filled={filledOf('name')}>
          <Field
            name="name"
            label="How others see you"
            filled={filledOf('name', { name: props.name })}
            autocomplete="name"
            maxlength={100}
            optional
          />
        </Form>
      </Section>
      <EmailSection {...props} filled={filledOf('email')} />
      <PasswordSection {...props} filled={filledOf('password')} />
      <SessionsSection {...props} />
      <LatelySection {...props} />
      <Section id="delete" title="Delete your sign-in">
        <p>
          <a href={`${site.href.me}/delete`}>Delete your sign-in</a>{' '}
          <span class="quiet">Your address, name, password and sessions are deleted, too.</span>
        </p>
      </Section>
    </AreaPage>
  )
}

function EmailSection({ site, email, hasPassword, filled }: MeProps & { filled: Filled }) {
  return (
    <Section id="email" title="E-mail address">
      <p>
        You sign in with <strong>{email}</strong>.
      </p>
      <Fold words="Change the address" open={filled.problems.length > 0}>
        <Form action={`${site.href.me}/email`} button="Change the address" filled={filled}>
          <Field name="email" label="New address" type="email" filled={filled} autocomplete="email" />
          {hasPassword && <CurrentPassword name="emailPassword" label="Your password" filled={filled} />}
        </Form>
      </Fold>
    </Section>
  )
}

function PasswordSection({ site, hasPassword, filled }: MeProps & { filled: Filled }) {
  const words = hasPassword ? 'Change the password' : 'Set a password'
  return (
    <Section id="password" title="Password">
      <p>
        {hasPassword ? 'Changing it' : 'Setting one'} signs you out everywhere else. API keys stay as they
        are.
      </p>
      <Fold words={words} open={filled.problems.length > 0}>
        <Form action={`${site.href.me}/password`} button={words} filled={filled}>
          {hasPassword && <CurrentPassword name="current" label="Current password" filled={filled} />}
          <Field
            name="password"
            label="New password"
            type="password"
            hint="At least 10 characters."
            filled={filled}
            autocomplete="new-password"
          />
        </Form>
      </Fold>
    </Section>
  )
}

function CurrentPassword({ name, label, filled }: { name: string; label: string; filled: Filled }) {
  return <Field name={name} label={label} type="password" filled={filled} autocomplete="current-password" />
}

function SessionsSection({ site, sessions, current }: MeProps) {
  const isOther = ({ id }: Session) => id !== current
  const rows = sessions.map((session) => ({
    key: session.id,
    cells: [
      <>
        {browserOf(session.agent)}
        {!isOther(session) && <span class="tag">this browser</span>}
      </>,
      network(session.client),
      <Moment at={session.createdAt} />,
      <Moment at={session.seenAt} />,
      isOther(session) ? (
        <EndSession site={site} value={session.id} words="Sign out" of={browserOf(session.agent)} />
      ) : (
        ''
      ),
    ],
  }))
  return (
    <Section id="sessions" title="Where you are signed in">
      <Table
        caption="Your sessions"
        columns={[
          { words: 'Browser' },
          { words: 'Network' },
          { words: 'Signed in' },
          { words: 'Last seen' },
          { words: 'Sign out', unseen: true },
        ]}
        rows={rows}
      />
      {sessions.some(isOther) && <EndSession site={site} value="others" words="Sign out everywhere else" />}
    </Section>
  )
}

interface EndSessionProps {
  site: Site
  value: string
  words: string
  /** What it ends, for those who cannot see where the button stands. */
  of?: string
}

function EndSession({ site, value, words, of }: EndSessionProps) {
  return (
    <form method="post" action={`${site.href.me}/sessions`}>
      <button type="submit" name="session" value={value} class="button button-quiet">
        {words}
        {of !== undefined && <span class="unseen"> of {of}</span>}
      </button>
    </form>
  )
}

function LatelySection({ lately }: MeProps) {
  if (lately.length === 0) return null
  const rows = lately.map((entry) => ({
    key: String(entry.id),
    cells: [happened(entry), <Moment at={entry.at} />, network(entry.client)],
  }))
  return (
    <Section id="lately" title="Recent activity">
      <p>If you do not recognise something, change your password.</p>
      <Table
        caption="Recent activity of your sign-in"
        plain
        columns={[{ words: 'What' }, { words: 'When' }, { words: 'From' }]}
        rows={rows}
      />
    </Section>
  )
}
