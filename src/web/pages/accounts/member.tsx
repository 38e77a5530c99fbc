import type { Member } from '../../../services/people/members.ts'
import type { CurrentAccount } from '../../../services/people/sessions.ts'
import { Choices } from '../../components/form/choices.tsx'
import { Confirm } from '../../components/form/confirm.tsx'
import { Form } from '../../components/form/form.tsx'
import { AreaPage, Section } from '../../components/frame/area.tsx'
import type { Filled } from '../../forms/problems.ts'
import type { Site } from '../../site.ts'
import { PersonName } from './people.tsx'
import { rolesFor } from './roles.ts'

interface MemberProps {
  site: Site
  account: CurrentAccount
  member: Member
  filled: Filled
}

/** The role of somebody, and taking them out of the account. */
export function MemberDocument({ site, account, member, filled }: MemberProps) {
  const { person, role } = member
  const own = `${site.href.people}/${person.id}`
  return (
    <AreaPage
      site={site}
      area="settings"
      title="Role"
      lede={<PersonName person={person} />}
      within={site.href.people}
    >
      <Form
        action={own}
        button="Change role"
        cancel={{ href: site.href.people, words: 'Back to people' }}
        filled={filled}
      >
        <Choices
          name="role"
          legend="What they may do"
          choices={rolesFor(account.role)}
          chosen={[filled.typed['role'] ?? role]}
          filled={filled}
        />
      </Form>
      <Section id="remove" title="Remove from the account">
        <p>They lose access at once. What they made stays, and so do all API keys.</p>
        <p>
          <a class="button button-quiet" href={`${own}/remove`}>
            Remove this person
          </a>
        </p>
      </Section>
    </AreaPage>
  )
}

/** Asks before somebody is taken out of an account. */
export function RemoveDocument({ site, account, member }: Omit<MemberProps, 'filled'>) {
  const { person } = member
  return (
    <Confirm
      site={site}
      title="Remove this person?"
      lede={
        <>
          <PersonName person={person} /> loses access to {account.name} at once. Tests, reports and API keys
          stay. Revoke the keys that they know. You can invite them again.
        </>
      }
      action={`${site.href.people}/${person.id}/remove`}
      button="Remove this person"
      cancel={{ href: `${site.href.people}/${person.id}`, words: 'Keep this person' }}
    />
  )
}
