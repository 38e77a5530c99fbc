import { isRole } from '../../../core/access/role.ts'
import type { Member, MemberChange } from '../../../services/people/members.ts'
import { readFields } from '../../forms/fields.ts'
import { type Filled, unfilled } from '../../forms/problems.ts'
import type { VisitFor } from '../../frame/needs.ts'
import { MemberDocument, RemoveDocument } from '../../pages/accounts/member.tsx'
import { noSuchPage, refusedPage } from '../../pages/plain.tsx'
import { ownPage, seeOther } from '../../respond.ts'
import { by, type Handler, type Route } from '../../router.ts'
import type { Site } from '../../site.ts'
import type { AccountRoutesDeps } from './deps.ts'
import { changedMeanwhile, doerOf } from './doer.ts'

type Visit = VisitFor<'members.change'>

/** The role of somebody, and taking them out of the account. */
export function memberRoutes(route: Route, { members }: AccountRoutesDeps): void {
  const memberOf = (visit: Visit): Promise<Member | undefined> =>
    members.find(doerOf(visit), visit.account.id, visit.params['person'] ?? '')

  const shown = ({ site, account }: Visit, member: Member, filled: Filled, status = 200) =>
    ownPage(<MemberDocument site={site} account={account} member={member} filled={filled} />, status)

  const show: Handler<'members.change'> = async (visit) => {
    const member = await memberOf(visit)
    return member ? shown(visit, member, unfilled()) : noSuchPage(visit.site)
  }

  const change: Handler<'members.change'> = async (visit) => {
    const member = await memberOf(visit)
    if (!member) return noSuchPage(visit.site)
    const role = (await readFields(visit.request)).text('role')
    if (!isRole(role)) {
      return shown(visit, member, { typed: {}, problems: [{ field: 'role', says: 'Choose a role.' }] }, 422)
    }
    const outcome = await members.setRole(doerOf(visit), visit.account.id, member.person.id, role)
    const says = whyNot(outcome)
    if (says !== undefined)
      return shown(visit, member, { typed: { role }, problems: [{ field: 'role', says }] }, 422)
    return answerTo(visit.site, outcome, 'role')
  }

  const askToRemove: Handler<'members.change'> = async (visit) => {
    const member = await memberOf(visit)
    const { site, account } = visit
    return member
      ? ownPage(<RemoveDocument site={site} account={account} member={member} />)
      : noSuchPage(site)
  }

  const remove: Handler<'members.change'> = async (visit) => {
    const { site, me, params, account } = visit
    const personId = params['person'] ?? ''
    const outcome = await members.remove(doerOf(visit), account.id, personId)
    const says = whyNot(outcome)
    if (says !== undefined) return refusedPage(site, 422, { title: 'Nothing was changed', says })
    // Who took themselves out looks at no account now.
    if (outcome.kind === 'done' && personId === me.person.id) return seeOther(site.href.accounts)
    return answerTo(site, outcome, 'removed')
  }

  route('/settings/people/:person', {
    get: by('members.change', show),
    post: by('members.change', change),
  })
  route('/settings/people/:person/remove', {
    get: by('members.change', askToRemove),
    post: by('members.change', remove),
  })
}

/** What stands against a change, for whoever asked for it. */
function whyNot({ kind }: MemberChange): string | undefined {
  switch (kind) {
    case 'sole_owner':
      return 'This is the only owner of the account. Make somebody else an owner first.'
    case 'beyond_own_role':
      return 'You can manage people up to your own role only.'
    default:
      return undefined
  }
}

function answerTo(site: Site, outcome: MemberChange, done: string): Response {
  if (outcome.kind === 'done') return seeOther(`${site.href.people}?done=${done}`)
  return outcome.kind === 'refused' ? changedMeanwhile(site) : noSuchPage(site)
}
