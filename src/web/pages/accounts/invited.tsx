import type { Invitation } from '../../../core/access/membership.ts'
import type { CurrentAccount } from '../../../services/people/sessions.ts'
import { AreaPage } from '../../components/frame/area.tsx'
import { Moment } from '../../components/moment.tsx'
import { Notice } from '../../components/shown/notice.tsx'
import { Secret } from '../../components/shown/secret.tsx'
import type { Site } from '../../site.ts'

interface InvitedProps {
  site: Site
  account: CurrentAccount
  invitation: Invitation
  link: string
  /** It could not be sent by mail, as was asked for. */
  notSent?: boolean
}

/** The link of an invitation, this once. */
export function InvitedDocument({ site, account, invitation, link, notSent = false }: InvitedProps) {
  const { email, role, expiresAt } = invitation
  return (
    <AreaPage site={site} area="settings" title="Invitation created" within={site.href.people}>
      {notSent && (
        <Notice kind="problem">
          The mail could not be sent, so pass the link on yourself. Whoever runs this server finds the reason
          with <code>mailgauge relay test</code>.
        </Notice>
      )}
      <Secret
        text={link}
        what="the invitation link"
        says={
          email === undefined
            ? 'Anybody with this link can join, and the first to accept does. It is not shown again.'
            : `Send this link to ${email}. It is not shown again.`
        }
      />
      <p>
        Whoever accepts joins {account.name} with the role <strong>{role}</strong>. The link works once, until{' '}
        <Moment at={expiresAt} />.{' '}
        {email !== undefined && 'Only somebody who signs in with that address can accept.'}
      </p>
      <p>
        <a class="button button-quiet" href={site.href.people}>
          Back to people
        </a>
      </p>
    </AreaPage>
  )
}
