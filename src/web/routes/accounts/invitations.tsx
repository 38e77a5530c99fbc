import { isRole, type Role } from '../../../core/access/role.ts'
import type { Inviting } from '../../../services/people/invitations/told.ts'
import { ADDRESS_FORM } from '../../../services/people/sign-in/setup.ts'
import { Confirm } from '../../components/form/confirm.tsx'
import { type Fields, readFields } from '../../forms/fields.ts'
import { type Filled, type Problem, unfilled } from '../../forms/problems.ts'
import type { VisitFor } from '../../frame/needs.ts'
import { InvitedDocument } from '../../pages/accounts/invited.tsx'
import { PeopleDocument } from '../../pages/accounts/people.tsx'
import { noSuchPage } from '../../pages/plain.tsx'
import { ownPage, seeOther } from '../../respond.ts'
import { by, type Handler, type Route } from '../../router.ts'
import { duration } from '../../wording.ts'
import { searched } from '../searched.ts'
import type { AccountRoutesDeps } from './deps.ts'
import { changedMeanwhile, doerOf } from './doer.ts'

/** What a page says after something was done. */
const DONE: Readonly<Record<string, string>> = {
  role: 'The role was changed.',
  removed: 'The person was removed from this account.',
  sent: 'The invitation was sent.',
  revoked: 'The invitation was revoked. Its link no longer works.',
  transferred: 'The account was handed over. You are an admin of it now.',
}

/** The people of an account with invitations to it. */
export function invitationRoutes(route: Route, deps: AccountRoutesDeps): void {
  const { members, invitations } = deps

  const shown = async (visit: VisitFor<'members.read'>, filled: Filled, status = 200) => {
    const { site, account, me, request } = visit
    const doer = doerOf(visit)
    const { after, search } = searched(request)
    const page = await members.page(doer, account.id, after, search)
    if (!page.ok) return changedMeanwhile(site)
    const open = await invitations.list(doer, account.id)
    return ownPage(
      <PeopleDocument
        site={site}
        account={account}
        personId={me.person.id}
        page={page.value}
        search={search}
        isLater={after !== undefined}
        {...(open.ok && { invitations: open.value })}
        canMail={deps.canMail}
        now={deps.clock.now()}
        filled={filled}
        notice={DONE[new URL(request.url).searchParams.get('done') ?? '']}
      />,
      status,
    )
  }

  const invite: Handler<'members.change'> = async (visit) => {
    const { site, account, request } = visit
    const read = requestOf(await readFields(request), deps.canMail)
    if ('problems' in read) return shown(visit, read, 422)
    const invited = await invitations.invite(doerOf(visit), account.id, read.wanted)
    if (invited.kind === 'refused' || invited.kind === 'unknown_account') return changedMeanwhile(site)
    if (invited.kind !== 'invited') return shown(visit, { ...read, problems: [problemOf(invited)] }, 422)
    const { invitation, link, delivery } = invited
    if (link === undefined) return seeOther(`${site.href.people}?done=sent`)
    return ownPage(
      <InvitedDocument
        site={site}
        account={account}
        invitation={invitation}
        link={link}
        notSent={delivery !== undefined}
      />,
    )
  }

  const askToRevoke: Handler<'members.change'> = async (visit) => {
    const { site, account, params } = visit
    const open = await invitations.list(doerOf(visit), account.id)
    const found = open.ok ? open.value.find(({ id }) => id === params['invitation']) : undefined
    if (!found) return noSuchPage(site)
    return ownPage(
      <Confirm
        site={site}
        title="Revoke this invitation?"
        lede={`The link for ${found.email ?? 'whoever has it'} stops working at once. You can invite again.`}
        action={`${site.href.people}/invitations/${found.id}/revoke`}
        button="Revoke"
        cancel={{ href: site.href.people, words: 'Keep the invitation' }}
      />,
    )
  }

  const revoke: Handler<'members.change'> = async (visit) => {
    const { site, account, params } = visit
    const ended = await invitations.revoke(doerOf(visit), account.id, params['invitation'] ?? '')
    if (ended.kind === 'revoked') return seeOther(`${site.href.people}?done=revoked`)
    return ended.kind === 'unknown_invitation' ? noSuchPage(site) : changedMeanwhile(site)
  }

  route('/settings/people', { get: by('members.read', (visit) => shown(visit, unfilled())) })
  route('/settings/people/invitations', { post: by('members.change', invite) })
  route('/settings/people/invitations/:invitation/revoke', {
    get: by('members.change', askToRevoke),
    post: by('members.change', revoke),
  })
}

type Wanted = { wanted: { role: Role; email?: string; by: 'mail' | 'link' }; typed: Filled['typed'] }

function requestOf(fields: Fields, canMail: boolean): Wanted | Filled {
  const typed = { email: fields.text('email'), role: fields.text('role'), by: fields.text('by') }
  const { email, role } = typed
  const sent = canMail && typed.by === 'mail' ? 'mail' : 'link'
  if (!isRole(role)) return { typed, problems: [{ field: 'role', says: 'Choose a role.' }] }
  if (sent === 'mail' && email === '')
    return {
      typed,
      problems: [{ field: 'email', says: 'Enter the address that the invitation is sent to.' }],
    }
  return { wanted: { role, by: sent, ...(email !== '' && { email }) }, typed }
}

function problemOf(invited: Exclude<Inviting, { kind: 'invited' | 'refused' | 'unknown_account' }>): Problem {
  switch (invited.kind) {
    case 'bad_email':
      return { field: 'email', says: ADDRESS_FORM }
    case 'is_member':
      return { field: 'email', says: 'A person with this address is in the account already.' }
    case 'beyond_own_role':
      return { field: 'role', says: 'You can invite people up to your own role only.' }
    case 'no_relay':
      return { field: 'by', says: 'This site sends no mail. Choose “Show it to me”.' }
    case 'too_many_open':
      return { says: 'This account has 100 open invitations, the most there can be. Revoke some first.' }
    case 'too_much_mail':
      return {
        says: `Too many invitations were sent by mail. Try again in ${duration(invited.retryAfterSeconds)}, or have the link shown to you.`,
      }
  }
}
