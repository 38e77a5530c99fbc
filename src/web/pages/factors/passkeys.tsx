import type { Passkey } from '../../../core/access/person.ts'
import type { ProofKind } from '../../../services/people/confirming.ts'
import type { RelyingParty } from '../../../services/people/passkeys/relying-party.ts'
import { PasskeyButton } from '../../components/factors/passkey-button.tsx'
import { ProofFields } from '../../components/factors/proof-fields.tsx'
import { ErrorSummary } from '../../components/form/error-summary.tsx'
import { Field } from '../../components/form/field.tsx'
import { Form } from '../../components/form/form.tsx'
import { AreaPage, Section } from '../../components/frame/area.tsx'
import { Moment } from '../../components/moment.tsx'
import { Empty } from '../../components/shown/empty.tsx'
import { Notice } from '../../components/shown/notice.tsx'
import { Table } from '../../components/shown/table.tsx'
import type { Filled } from '../../forms/problems.ts'
import type { Site } from '../../site.ts'
import { PASSKEYS } from './paths.ts'

interface PasskeysProps {
  site: Site
  party: RelyingParty
  passkeys: readonly Passkey[]
  /** What is asked for before one is added. */
  proofs: readonly ProofKind[]
  filled: Filled
  done?: string
}

/** The passkeys of a person, and how to make one. */
export function PasskeysDocument({ site, party, passkeys, proofs, filled, done }: PasskeysProps) {
  return (
    <AreaPage
      site={site}
      area="me"
      title="Passkeys"
      lede="A passkey signs you in with your fingerprint, your face or the PIN of a device. There is nothing to type, and nothing to give away to a false site."
    >
      {done !== undefined && <Notice kind="done">{done}</Notice>}
      {passkeys.length > 0 && <List passkeys={passkeys} />}
      {party.kind === 'usable' ? (
        <Section id="add" title={passkeys.length > 0 ? 'Add another' : 'Add a passkey'}>
          <AddForm site={site} proofs={proofs} filled={filled} />
        </Section>
      ) : (
        <Unusable party={party} />
      )}
    </AreaPage>
  )
}

function List({ passkeys }: { passkeys: readonly Passkey[] }) {
  const columns = [
    { words: 'Name' },
    { words: 'Kept' },
    { words: 'Added' },
    { words: 'Last used' },
    { words: 'What to do', unseen: true },
  ]
  const rows = passkeys.map((one) => ({
    key: one.id,
    cells: [
      one.name,
      one.backedUp ? 'synced between devices' : 'on one device',
      <Moment key="added" at={one.createdAt} />,
      one.lastUsedAt ? <Moment key="used" at={one.lastUsedAt} /> : 'never',
      <a key="change" class="button button-quiet" href={PASSKEYS.of(one.id)}>
        Change <span class="unseen">{one.name}</span>
      </a>,
    ],
  }))
  return <Table caption="Your passkeys" columns={columns} rows={rows} />
}

function AddForm({ site, proofs, filled }: Pick<PasskeysProps, 'site' | 'proofs' | 'filled'>) {
  return (
    <form method="post" action={PASSKEYS.path} class="form stack">
      <ErrorSummary problems={filled.problems} />
      <noscript>
        <p class="notice">Adding a passkey needs JavaScript. Turn it on and load this page again.</p>
      </noscript>
      <Field
        name="name"
        label="Name of the passkey"
        hint="Such as the device, or the password manager that keeps it."
        maxlength={100}
        filled={filled}
      />
      <ProofFields site={site} proofs={proofs} filled={filled} />
      <p class="problem" data-no-passkeys hidden>
        This browser does not support passkeys. Update it, or use another one.
      </p>
      <PasskeyButton site={site} options={PASSKEYS.options} words="Add a passkey" makes />
    </form>
  )
}

function Unusable({ party }: { party: Extract<RelyingParty, { kind: 'unusable' }> }) {
  return (
    <Empty title="Passkeys cannot be used at this address">
      <p>
        {party.reason === 'address'
          ? 'Browsers bind passkeys to a name, and this site is reached by an IP address. '
          : 'Browsers allow passkeys only over https, and this site is served without it. '}
        {party.address === undefined ? (
          <>
            Whoever runs this server can give it a name and set <code>site.base_url</code> to it.
          </>
        ) : party.reason === 'address' ? (
          <>
            They work at <a href={`${party.address}${PASSKEYS.path}`}>{party.address}</a> where{' '}
            <code>site.base_url</code> is set to it.
          </>
        ) : (
          <>
            They work where <code>site.base_url</code> is <code>{party.address}</code>.
          </>
        )}
      </p>
    </Empty>
  )
}

interface OneProps {
  site: Site
  passkey: Passkey
  filled: Filled
}

/** One passkey, to be renamed or removed. */
export function PasskeyDocument({ site, passkey, filled }: OneProps) {
  return (
    <AreaPage site={site} area="me" within={PASSKEYS.path} title={passkey.name}>
      <Form
        action={PASSKEYS.rename(passkey.id)}
        button="Rename"
        cancel={{ href: PASSKEYS.path, words: 'Back to your passkeys' }}
        filled={filled}
      >
        <Field
          name="name"
          label="Name of the passkey"
          maxlength={100}
          filled={filled.typed['name'] === undefined ? { ...filled, typed: { name: passkey.name } } : filled}
        />
      </Form>
      <Section id="remove" title="Remove it">
        <p>Do this when you lose, sell or give away the device.</p>
        <p>
          <a class="button button-quiet" href={PASSKEYS.remove(passkey.id)}>
            Remove this passkey
          </a>
        </p>
      </Section>
    </AreaPage>
  )
}

interface RemoveProps extends OneProps {
  proofs: readonly ProofKind[]
}

/** Asks before a passkey is removed. */
export function RemovePasskeyDocument({ site, passkey, proofs, filled }: RemoveProps) {
  return (
    <AreaPage
      site={site}
      area="me"
      within={PASSKEYS.path}
      title={`Remove ${passkey.name}?`}
      lede="It will no longer sign you in. Delete it on the device or in the password manager, too, or it is still offered there."
    >
      <Form
        action={PASSKEYS.remove(passkey.id)}
        button="Remove this passkey"
        danger
        cancel={{ href: PASSKEYS.path, words: 'Cancel' }}
        filled={filled}
      >
        <ProofFields site={site} proofs={proofs} filled={filled} />
      </Form>
    </AreaPage>
  )
}
