import type { Person } from '../../../core/access/person.ts'
import type { PageOf, PersonDetails } from '../../../services/instance/people.ts'
import { Confirm } from '../../components/form/confirm.tsx'
import { SearchForm } from '../../components/form/search.tsx'
import { AreaPage, Section } from '../../components/frame/area.tsx'
import { Ago } from '../../components/shown/ago.tsx'
import { Empty } from '../../components/shown/empty.tsx'
import { Facts } from '../../components/shown/facts.tsx'
import { Notice } from '../../components/shown/notice.tsx'
import { Secret } from '../../components/shown/secret.tsx'
import { Table } from '../../components/shown/table.tsx'
import { behind } from '../../links/behind.ts'
import type { Site } from '../../site.ts'
import { plural } from '../../wording.ts'
import { amount } from '../../words/amounts.ts'

interface PeopleProps {
  site: Site
  list: PageOf<Person>
  search: string
  now: Date
}

/** `/admin/people`: whoever signs in to this instance. */
export function PeopleDocument({ site, list, search, now }: PeopleProps) {
  const { href } = site
  return (
    <AreaPage
      site={site}
      area="admin"
      title="People"
      lede="Everybody who signs in to this instance, by address."
    >
      <SearchForm action={href.adminPeople} label="Address or name begins with" search={search} />
      {list.items.length === 0 ? (
        <Empty title="Nobody matches">
          <p>
            <a href={href.adminPeople}>Show everybody</a>
          </p>
        </Empty>
      ) : (
        <Table
          caption="People"
          columns={[{ words: 'Address' }, { words: 'Name' }, { words: 'Instance admin' }, { words: 'Since' }]}
          rows={list.items.map(({ id, email, name, isInstanceAdmin, createdAt }) => ({
            key: id,
            cells: [
              <a key="email" href={href.adminPerson(id)}>
                {email}
              </a>,
              name,
              isInstanceAdmin ? 'Yes' : 'No',
              <Ago key="since" at={createdAt} now={now} />,
            ],
          }))}
        />
      )}
      {list.next !== undefined && (
        <p>
          <a class="button button-quiet" href={behind(href.adminPeople, list.next, search)}>
            Show more
          </a>
        </p>
      )}
    </AreaPage>
  )
}

interface PersonProps {
  site: Site
  details: PersonDetails
  now: Date
  /** What came of the last change. */
  done?: string
  problem?: string
}

/** `/admin/people/<id>`: one person, and what can be done for them. */
export function PersonDocument({ site, details, now, done, problem }: PersonProps) {
  const { href } = site
  const { person, accounts, sessions } = details
  const { id, email, isInstanceAdmin, credentials } = person
  const to = (what: string) => href.adminPersonDo(id, what)
  return (
    <AreaPage site={site} area="admin" within={href.adminPeople} title={person.name || email}>
      {done !== undefined && <Notice kind="done">{done}</Notice>}
      {problem !== undefined && <Notice kind="problem">{problem}</Notice>}
      <Facts
        facts={[
          ['Address', email],
          [
            'Confirmed',
            person.confirmedAt ? <Ago key="confirmed" at={person.confirmedAt} now={now} /> : 'No',
          ],
          ['Since', <Ago key="since" at={person.createdAt} now={now} />],
          ['Instance admin', isInstanceAdmin ? 'Yes' : 'No'],
          ['Signs in by', waysOf(credentials)],
          [
            'Two-step sign-in',
            credentials.totp
              ? `On, ${amount(credentials.recoveryCodes)} recovery ${plural(credentials.recoveryCodes, 'code')} left`
              : 'Off',
          ],
          ['Accounts', accounts.map(({ name, role }) => `${name} (${role})`).join(', ') || 'None'],
          ['Sessions', amount(sessions)],
        ]}
      />
      <Section id="help" title="Help with signing in">
        <p class="choice">
          <a class="button button-quiet" href={to('reset')}>
            Create a reset link
          </a>
          {credentials.totp && (
            <a class="button button-quiet" href={to('disable-2fa')}>
              Turn off two-step sign-in
            </a>
          )}
          <a class="button button-quiet" href={to('end-sessions')}>
            Sign out everywhere
          </a>
        </p>
      </Section>
      <Section id="rights" title="Instance admin">
        <p class="choice">
          <a class="button button-quiet" href={to(isInstanceAdmin ? 'no-admin' : 'admin')}>
            {isInstanceAdmin ? 'End instance admin' : 'Make instance admin'}
          </a>
        </p>
      </Section>
    </AreaPage>
  )
}

function waysOf({ passwordHash, passkeys, identities }: PersonDetails['person']['credentials']): string {
  const ways = [
    ...(passwordHash === undefined ? [] : ['password']),
    ...(passkeys > 0 ? [`${amount(passkeys)} ${passkeys === 1 ? 'passkey' : 'passkeys'}`] : []),
    ...(identities > 0 ? ['single sign-on'] : []),
  ]
  return ways.join(', ') || 'Nothing yet'
}

/** What an administrator can do to somebody. */
export const DEEDS = {
  admin: {
    title: 'make instance admin',
    lede: 'They will see and change everything under “This instance”, such as people and plans. They still see no account’s mail unless they look inside it, which that account’s audit log records.',
    button: 'Make instance admin',
  },
  'no-admin': {
    title: 'end instance admin',
    lede: 'They can no longer open “This instance”. They keep their accounts and roles.',
    button: 'End instance admin',
  },
  'end-sessions': {
    title: 'sign out everywhere',
    lede: 'All their sessions end at once. They can sign in again. API keys go on working.',
    button: 'Sign out everywhere',
  },
  'disable-2fa': {
    title: 'turn off two-step sign-in',
    lede: 'Their authenticator app and recovery codes stop working, and the password alone signs them in. Make sure first that the request comes from them.',
    button: 'Turn off two-step sign-in',
  },
  reset: {
    title: 'create a reset link',
    lede: 'Whoever opens the link can set a new password, once. Make sure first that the request comes from them. An earlier link stops working.',
    button: 'Create the link',
  },
} as const

export type Deed = keyof typeof DEEDS

/** Asks before it is done. */
export function DeedDocument({ site, person, deed }: { site: Site; person: Person; deed: Deed }) {
  const { title, lede, button } = DEEDS[deed]
  return (
    <Confirm
      site={site}
      title={`${person.name || person.email}: ${title}?`}
      lede={lede}
      action={site.href.adminPersonDo(person.id, deed)}
      button={button}
      cancel={{ href: site.href.adminPerson(person.id), words: 'Cancel' }}
    />
  )
}

/** The link, shown this once. */
export function ResetLinkDocument({
  site,
  person,
  link,
  until,
}: {
  site: Site
  person: Person
  link: string
  until: string
}) {
  const { href } = site
  return (
    <AreaPage
      site={site}
      area="admin"
      within={href.adminPeople}
      title={`Reset link for ${person.name || person.email}`}
    >
      <div data-once={href.adminPerson(person.id)}>
        <Secret
          text={link}
          what="the reset link"
          says={`Works once, until ${until}. It is not shown again.`}
        />
      </div>
      <p>
        <a class="button button-quiet" href={href.adminPerson(person.id)}>
          I have copied the link
        </a>
      </p>
    </AreaPage>
  )
}
