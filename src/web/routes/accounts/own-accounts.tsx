import { readFields } from '../../forms/fields.ts'
import { type Filled, unfilled } from '../../forms/problems.ts'
import type { VisitFor } from '../../frame/needs.ts'
import { OwnAccountsDocument } from '../../pages/accounts/own-accounts.tsx'
import { ownPage, seeOther } from '../../respond.ts'
import { by, type Handler, type Route } from '../../router.ts'
import type { AccountRoutesDeps } from './deps.ts'
import { byOf } from './doer.ts'

/** What the page says after something was done. */
const DONE: Readonly<Record<string, string>> = {
  left: 'You left the account.',
  deleted: 'The account was deleted.',
}

/** The accounts of somebody, and new ones. */
export function ownAccountRoutes(route: Route, { ownAccounts, sessions }: AccountRoutesDeps): void {
  const shown = async ({ site, me, request }: VisitFor<'person'>, filled: Filled, status = 200) =>
    ownPage(
      <OwnAccountsDocument
        site={site}
        accounts={await ownAccounts.of(me.person.id)}
        mayCreate={ownAccounts.mayCreate(me.person)}
        filled={filled}
        notice={DONE[new URL(request.url).searchParams.get('done') ?? '']}
      />,
      status,
    )

  const create: Handler<'person'> = async (visit) => {
    const { site, me, request } = visit
    const name = (await readFields(request)).text('name')
    const made = await ownAccounts.create(me.person, byOf(visit), name)
    if (made.kind === 'created') {
      await sessions.switchTo(me.session, made.account.id)
      return seeOther(`${site.href.account}?done=created`)
    }
    const wrong = (field: 'name' | undefined, says: string) =>
      shown(visit, { typed: { name }, problems: [{ says, ...(field && { field }) }] }, 422)
    switch (made.kind) {
      case 'bad_name':
        return wrong('name', made.reason)
      case 'name_taken':
        return wrong('name', 'Another account has this name. Choose a different one.')
      case 'too_many':
        return wrong(undefined, `You own ${made.most} accounts, which is as many as somebody may.`)
      case 'not_allowed':
        return wrong(undefined, 'Only instance admins create accounts here. Ask one of them.')
    }
  }

  route('/accounts', { get: by('person', (visit) => shown(visit, unfilled())), post: by('person', create) })
}
