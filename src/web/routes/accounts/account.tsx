import { readFields } from '../../forms/fields.ts'
import { type Filled, unfilled } from '../../forms/problems.ts'
import type { VisitFor } from '../../frame/needs.ts'
import { AccountDocument } from '../../pages/accounts/account.tsx'
import { noSuchPage } from '../../pages/plain.tsx'
import { ownPage, seeOther } from '../../respond.ts'
import { by, type Handler, type Route } from '../../router.ts'
import type { AccountRoutesDeps } from './deps.ts'
import { changedMeanwhile, doerOf } from './doer.ts'

/** What a page says after something was done. */
const DONE: Readonly<Record<string, string>> = {
  renamed: 'The account was renamed.',
  joined: 'You joined the account.',
  created: 'The account was created, and you are its owner.',
}

/** The account that somebody looks at. */
export function accountRoutes(route: Route, { ownAccounts }: AccountRoutesDeps): void {
  const shown = async (visit: VisitFor<'account.read'>, filled: Filled, status = 200) => {
    const { site, account, actor, request } = visit
    const usage = await ownAccounts.usage(doerOf(visit), account.id)
    if (!usage.ok) return usage.refusal.kind === 'not_found' ? noSuchPage(site) : changedMeanwhile(site)
    return ownPage(
      <AccountDocument
        site={site}
        usage={usage.value}
        actor={actor}
        isVisiting={account.visitingUntil !== undefined}
        filled={filled}
        notice={DONE[new URL(request.url).searchParams.get('done') ?? '']}
      />,
      status,
    )
  }

  const rename: Handler<'account.rename'> = async (visit) => {
    const { site, account, request } = visit
    const name = (await readFields(request)).text('name')
    const outcome = await ownAccounts.rename(doerOf(visit), account.id, name)
    switch (outcome.kind) {
      case 'renamed':
        return seeOther(`${site.href.account}?done=renamed`)
      case 'bad_name':
        return shown(visit, { typed: { name }, problems: [{ field: 'name', says: outcome.reason }] }, 422)
      case 'name_taken':
        return shown(
          visit,
          {
            typed: { name },
            problems: [{ field: 'name', says: 'Another account has this name. Choose a different one.' }],
          },
          422,
        )
      default:
        return changedMeanwhile(site)
    }
  }

  route('/settings/account', {
    get: by('account.read', (visit) => shown(visit, unfilled())),
    post: by('account.rename', rename),
  })
}
