import type { Member } from '../../../services/people/members.ts'
import type { Obstacles } from '../../../services/people/own-end.ts'
import { Select } from '../../components/form/choices.tsx'
import { ErrorSummary } from '../../components/form/error-summary.tsx'
import { Field } from '../../components/form/field.tsx'
import { Form } from '../../components/form/form.tsx'
import type { Filled } from '../../forms/problems.ts'
import { Layout } from '../../layout.tsx'
import type { Site } from '../../site.ts'

interface EndProps {
  site: Site
  /** The account's name. */
  name: string
}

/** Says what an export holds, and begins it. */
export function ExportDocument({ site, name }: EndProps) {
  return (
    <Layout site={site} title="Export the account">
      <div class="narrow stack">
        <h1>Export the account</h1>
        <p class="lede">
          Everything that is kept of <span class="unbroken">{name}</span>, as one archive (.tar.gz).
        </p>
        <ul>
          <li>the account, its people, invitations and keys (never the keys themselves)</li>
          <li>tests with their reports, and messages as they were received (.eml)</li>
          <li>the audit log</li>
        </ul>
        <p>
          Messages may hold sign-in codes and personal data: keep the archive as you would keep a mailbox. The
          audit log records the export.
        </p>
        <Form
          action={`${site.href.account}/export`}
          button="Download the archive"
          cancel={{ href: site.href.account, words: 'Back to the account' }}
        />
      </div>
    </Layout>
  )
}

interface TransferProps extends EndProps {
  /** Who else is in the account. */
  others: readonly Member[]
  /** They are too many to choose from: their address is asked for. */
  isAsked: boolean
  filled: Filled
}

/** Asks who owns the account from now on. */
export function TransferDocument({ site, name, others, isAsked, filled }: TransferProps) {
  const isEmpty = others.length === 0
  return (
    <Layout site={site} title="Hand the account over">
      <div class="narrow stack">
        <h1>Hand the account over?</h1>
        <p class="lede">
          Another person becomes owner of <span class="unbroken">{name}</span>, and you become an admin. Only
          an owner can make you one again.
        </p>
        {isEmpty ? (
          <p>
            Nobody else is in this account. <a href={`${site.href.people}#invite`}>Invite a person</a> first.
          </p>
        ) : (
          <Form
            action={`${site.href.account}/transfer`}
            button="Hand over the account"
            danger
            cancel={{ href: site.href.account, words: 'Keep the account' }}
            filled={filled}
          >
            {isAsked ? <NewOwnerByAddress filled={filled} /> : <NewOwnerOf others={others} filled={filled} />}
          </Form>
        )}
      </div>
    </Layout>
  )
}

function NewOwnerByAddress({ filled }: Pick<TransferProps, 'filled'>) {
  return (
    <Field
      name="email"
      label="Address of the new owner"
      type="email"
      inputmode="email"
      maxlength={254}
      filled={filled}
      hint="Somebody who is in this account."
    />
  )
}

function NewOwnerOf({ others, filled }: Pick<TransferProps, 'others' | 'filled'>) {
  return (
    <Select
      name="person"
      label="New owner"
      choices={[
        { value: '', words: 'Choose somebody' },
        ...others.map(({ person, role }) => ({
          value: person.id,
          words: `${person.name === '' ? '' : `${person.name}, `}${person.email} (${role})`,
        })),
      ]}
      chosen={filled.typed['person'] ?? ''}
      filled={filled}
    />
  )
}

/** Asks for the account's name before it is deleted. */
export function DeleteAccountDocument({ site, name, filled }: EndProps & { filled: Filled }) {
  return (
    <Layout site={site} title="Delete the account">
      <div class="narrow stack">
        <h1>Delete this account?</h1>
        <p class="lede">
          <span class="unbroken">{name}</span> is deleted at once and for good. There is no way back.
        </p>
        <ul>
          <li>
            Tests, messages and reports are deleted, and mail to the test addresses is refused from this
            moment.
          </li>
          <li>API keys stop working at once.</li>
          <li>Invitations and the account's audit log are deleted.</li>
          <li>People lose access to it, and can still sign in to this site.</li>
        </ul>
        <p>
          To keep a copy, <a href={`${site.href.account}/export`}>export the account</a> first.
        </p>
        <Form
          action={`${site.href.account}/delete`}
          button="Delete the account"
          danger
          cancel={{ href: site.href.account, words: 'Keep the account' }}
          filled={filled}
        >
          <Field name="name" label="Type the name of the account" filled={filled} maxlength={100} />
        </Form>
      </div>
    </Layout>
  )
}

interface OwnEndProps {
  site: Site
  email: string
  obstacles: Obstacles
  filled: Filled
}

/** Asks somebody for their address before they are deleted; or says what stands against it. */
export function OwnEndDocument({ site, email, obstacles, filled }: OwnEndProps) {
  const { accounts, isLastAdmin } = obstacles
  const isFree = accounts.length === 0 && !isLastAdmin
  return (
    <Layout site={site} title="Delete your sign-in">
      <div class="narrow stack">
        <h1>{isFree ? 'Delete your sign-in?' : 'Your sign-in cannot be deleted yet'}</h1>
        {!isFree && <ErrorSummary problems={filled.problems} />}
        {accounts.length > 0 && <OwnedAlone site={site} accounts={accounts} />}
        {isLastAdmin && (
          <p>
            You are the only instance admin. Make somebody else one first: <code>mailgauge admin create</code>
          </p>
        )}
        {isFree ? (
          <>
            <p class="lede">
              You are signed out everywhere, and can no longer sign in. Your address, name, password, passkeys
              and two-step sign-in are deleted at once and for good.
            </p>
            <p>
              Accounts that you are in keep their tests and API keys. Their audit logs still name you in what
              you did.
            </p>
            <Form
              action="/me/delete"
              button="Delete my sign-in"
              danger
              cancel={{ href: site.href.me, words: 'Keep my sign-in' }}
              filled={filled}
            >
              <Field
                name="email"
                label="Type your e-mail address"
                hint={email}
                type="email"
                filled={filled}
                maxlength={254}
              />
            </Form>
          </>
        ) : (
          <p>
            <a class="button button-quiet" href={site.href.me}>
              Back to your profile
            </a>
          </p>
        )}
      </div>
    </Layout>
  )
}

function OwnedAlone({ site, accounts }: { site: Site; accounts: Obstacles['accounts'] }) {
  return (
    <>
      <p class="lede">You are the only owner of:</p>
      <ul>
        {accounts.map(({ id, name, isEmpty }) => (
          <li key={id}>
            <strong class="unbroken">{name}</strong>
            {isEmpty ? ': nobody else is in it. Delete it.' : ': hand it over, or delete it.'}
          </li>
        ))}
      </ul>
      <p>
        Switch to each of them under <a href={site.href.accounts}>Your accounts</a>, then open Account.
      </p>
    </>
  )
}
