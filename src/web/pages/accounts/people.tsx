import type { Invitation } from '../../../core/access/membership.ts'
import { mayGrant } from '../../../core/access/role.ts'
import type { Member, MemberPage } from '../../../services/people/members.ts'
import type { CurrentAccount } from '../../../services/people/sessions.ts'
import { Choices } from '../../components/form/choices.tsx'
import { Field } from '../../components/form/field.tsx'
import { Form } from '../../components/form/form.tsx'
import { SearchForm } from '../../components/form/search.tsx'
import { AreaPage, Section } from '../../components/frame/area.tsx'
import { Moment } from '../../components/moment.tsx'
import { Empty } from '../../components/shown/empty.tsx'
import { Notice } from '../../components/shown/notice.tsx'
import { Table } from '../../components/shown/table.tsx'
import type { Filled } from '../../forms/problems.ts'
import { behind } from '../../links/behind.ts'
import type { Site } from '../../site.ts'
import { rolesFor } from './roles.ts'

interface PeopleProps {
  site: Site
  account: CurrentAccount
  /** Whoever looks. */
  personId: string
  page: MemberPage
  search: string
  /** Whether people stand before those of the page. */
  isLater: boolean
  /** Absent: whoever looks may not invite. */
  invitations?: readonly Invitation[]
  canMail: boolean
  now: Date
  /** The form that invites. */
  filled: Filled
  notice?: string | undefined
}

/** The people of an account, and who is invited to it. */
export function PeopleDocument(props: PeopleProps) {
  const { site, page, invitations, notice } = props
  const mayInvite = invitations !== undefined
  return (
    <AreaPage
      site={site}
      area="settings"
      title="People"
      lede="Who is in this account, and what they may do. API keys belong to the account: they go on working when somebody leaves."
    >
      {notice !== undefined && <Notice kind="done">{notice}</Notice>}
      {page.owners === 0 && (
        <Notice kind="note">
          This account has no owner. Whoever runs this server can invite one:{' '}
          <code>mailgauge account invite NAME --role owner</code>
        </Notice>
      )}
      <MemberList {...props} mayChange={mayInvite} />
      {invitations && invitations.length > 0 && <InvitationTable {...props} invitations={invitations} />}
      {mayInvite && <InviteForm {...props} />}
    </AreaPage>
  )
}

/** What somebody is called, and where mail to them goes. */
export function PersonName({ person, isYou = false }: Pick<Member, 'person'> & { isYou?: boolean }) {
  const you = isYou && <span class="tag">you</span>
  return person.name === '' ? (
    <>
      <span class="unbroken">{person.email}</span>
      {you}
    </>
  ) : (
    <>
      <span class="unbroken">{person.name}</span>
      {you} <span class="person-address unbroken">{person.email}</span>
    </>
  )
}

type MemberProps = PeopleProps & { mayChange: boolean }

function MemberList(props: MemberProps) {
  const { site, page, search, isLater } = props
  const { people } = site.href
  return (
    <>
      {(isLater || search !== '' || page.next !== undefined) && (
        <SearchForm action={people} label="Address or name contains" search={search} />
      )}
      {page.items.length === 0 && (isLater || search !== '') ? (
        <Empty title={search === '' ? 'Nobody further' : 'Nobody matches'}>
          <p>
            <a href={people}>Show everybody</a>
          </p>
        </Empty>
      ) : (
        <MemberTable {...props} />
      )}
      {(isLater || page.next !== undefined) && (
        <p class="choice">
          {isLater && (
            <a class="button button-quiet" href={behind(people, undefined, search)}>
              To the first page
            </a>
          )}
          {page.next !== undefined && (
            <a class="button button-quiet" href={behind(people, page.next, search)}>
              More people
            </a>
          )}
        </p>
      )}
    </>
  )
}

function MemberTable({ site, account, personId, page, mayChange }: MemberProps) {
  const columns = [{ words: 'Person' }, { words: 'Role' }, { words: 'Since' }]
  return (
    <Table
      caption="People of this account"
      columns={mayChange ? [...columns, { words: 'Change', unseen: true }] : columns}
      rows={page.items.map(({ person, role, since }) => ({
        key: person.id,
        cells: [
          <PersonName key="person" person={person} isYou={person.id === personId} />,
          <span class="whole">{role}</span>,
          <span class="whole">
            <Moment at={since} />
          </span>,
          ...(mayChange
            ? [
                mayGrant(account.role, role) ? (
                  <a class="button button-quiet whole" href={`${site.href.people}/${person.id}`}>
                    Change<span class="unseen"> {person.email}</span>
                  </a>
                ) : (
                  ''
                ),
              ]
            : []),
        ],
      }))}
    />
  )
}

function InvitationTable({
  site,
  account,
  now,
  invitations,
}: PeopleProps & { invitations: readonly Invitation[] }) {
  return (
    <Section id="invited" title="Invitations">
      <Table
        caption="Open invitations"
        columns={[{ words: 'For' }, { words: 'Role' }, { words: 'Until' }, { words: 'Revoke', unseen: true }]}
        rows={invitations.map(({ id, email, mailed, role, expiresAt }) => ({
          key: id,
          cells: [
            <>
              <span class="unbroken">{email ?? 'Anybody with the link'}</span>
              {mailed && <span class="quiet"> sent by mail</span>}
            </>,
            <span class="whole">{role}</span>,
            expiresAt <= now ? (
              'expired'
            ) : (
              <span class="whole">
                <Moment at={expiresAt} />
              </span>
            ),
            mayGrant(account.role, role) ? (
              <a class="button button-quiet" href={`${site.href.people}/invitations/${id}/revoke`}>
                Revoke<span class="unseen"> the invitation for {email ?? 'anybody with the link'}</span>
              </a>
            ) : (
              ''
            ),
          ],
        }))}
      />
    </Section>
  )
}

function InviteForm({ site, account, canMail, filled }: PeopleProps) {
  const by = filled.typed['by'] ?? (canMail ? 'mail' : 'link')
  return (
    <Section id="invite" title="Invite a person">
      <Form action={`${site.href.people}/invitations`} button="Create invitation" filled={filled}>
        <Field
          name="email"
          label="E-mail address"
          type="email"
          inputmode="email"
          optional
          maxlength={254}
          filled={filled}
          hint="With an address, only somebody who signs in with it can accept. Without one, anybody with the link can."
        />
        <Choices
          name="role"
          legend="Role"
          choices={rolesFor(account.role)}
          chosen={[filled.typed['role'] ?? 'member']}
          filled={filled}
        />
        {canMail && (
          <Choices
            name="by"
            legend="How the link gets there"
            choices={[
              {
                value: 'mail',
                words: 'Send it by mail',
                means: 'It goes to the address above, and is not shown here.',
              },
              { value: 'link', words: 'Show it to me', means: 'You pass it on yourself.' },
            ]}
            chosen={[by]}
            filled={filled}
          />
        )}
      </Form>
    </Section>
  )
}
