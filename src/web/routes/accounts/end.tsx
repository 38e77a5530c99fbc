import { Confirm } from '../../components/form/confirm.tsx'
import { readFields } from '../../forms/fields.ts'
import { type Filled, unfilled } from '../../forms/problems.ts'
import type { VisitFor } from '../../frame/needs.ts'
import {
  DeleteAccountDocument,
  ExportDocument,
  OwnEndDocument,
  TransferDocument,
} from '../../pages/accounts/ends.tsx'
import { TellDocument } from '../../pages/accounts/tell.tsx'
import { noSuchPage, refusedPage } from '../../pages/plain.tsx'
import { download, ownPage, seeOther } from '../../respond.ts'
import { by, type Handler, type Route } from '../../router.ts'
import type { AccountRoutesDeps } from './deps.ts'
import { byOf, changedMeanwhile, doerOf } from './doer.ts'

/** What ends something: leaving, handing over, deleting an account or oneself; and taking everything along. */
export function endRoutes(route: Route, deps: AccountRoutesDeps): void {
  leaveRoutes(route, deps)
  transferRoutes(route, deps)
  deleteRoutes(route, deps)
  exportRoutes(route, deps)
  ownEndRoutes(route, deps)
}

function leaveRoutes(route: Route, { members }: AccountRoutesDeps): void {
  const ask: Handler<'account.leave'> = ({ site, account }) =>
    ownPage(
      <Confirm
        site={site}
        title="Leave this account?"
        lede={
          <>
            Your access to <span class="unbroken">{account.name}</span> ends at once. Tests, reports and API
            keys stay, those too that you made. Somebody of the account can invite you again.
          </>
        }
        action={`${site.href.account}/leave`}
        button="Leave"
        cancel={{ href: site.href.account, words: 'Stay in the account' }}
      />,
    )

  const leave: Handler<'account.leave'> = async (visit) => {
    const { site, account } = visit
    const outcome = await members.leave(doerOf(visit), account.id)
    if (outcome.kind === 'done') return seeOther(`${site.href.accounts}?done=left`)
    if (outcome.kind !== 'sole_owner') return changedMeanwhile(site)
    return refusedPage(site, 422, {
      title: 'You are the only owner',
      says: 'An account needs an owner. Make somebody else an owner, hand the account over, or delete it.',
    })
  }
  route('/settings/account/leave', { get: by('account.leave', ask), post: by('account.leave', leave) })
}

const NOBODY_CHOSEN = { field: 'person', says: 'Choose somebody who is in the account.' }
const NOBODY_THERE = {
  field: 'email',
  says: 'Enter the address of somebody else who is in the account.',
}

function transferRoutes(route: Route, { members }: AccountRoutesDeps): void {
  /** `typed`: it named nobody who can own the account. */
  const shown = async (visit: VisitFor<'account.transfer'>, typed?: Filled['typed']) => {
    const { site, account, me } = visit
    const page = await members.page(doerOf(visit), account.id)
    if (!page.ok) return changedMeanwhile(site)
    const { items, next } = page.value
    const others = items.filter(({ person }) => person.id !== me.person.id)
    const isAsked = next !== undefined
    const filled = typed ? { typed, problems: [isAsked ? NOBODY_THERE : NOBODY_CHOSEN] } : unfilled()
    return ownPage(
      <TransferDocument {...{ site, others, filled, isAsked }} name={account.name} />,
      typed ? 422 : 200,
    )
  }

  const transfer: Handler<'account.transfer'> = async (visit) => {
    const { site, account, request } = visit
    const fields = await readFields(request)
    const typed = { person: fields.text('person'), email: fields.text('email') }
    const doer = doerOf(visit)
    const named = typed.email === '' ? undefined : await members.findByAddress(doer, account.id, typed.email)
    const next = typed.email === '' ? typed.person : (named?.person.id ?? '')
    const outcome = await members.transfer(doer, account.id, next)
    if (outcome.kind === 'done') return seeOther(`${site.href.people}?done=transferred`)
    if (outcome.kind !== 'not_a_member') return changedMeanwhile(site)
    return shown(visit, typed)
  }
  route('/settings/account/transfer', {
    get: by('account.transfer', (visit) => shown(visit)),
    post: by('account.transfer', transfer),
  })
}

function deleteRoutes(route: Route, { ownAccounts }: AccountRoutesDeps): void {
  const shown = ({ site, account }: VisitFor<'account.delete'>, filled: Filled, status = 200) =>
    ownPage(<DeleteAccountDocument site={site} name={account.name} filled={filled} />, status)

  const remove: Handler<'account.delete'> = async (visit) => {
    const { site, account, request } = visit
    const name = (await readFields(request)).text('name')
    const outcome = await ownAccounts.delete(doerOf(visit), account.id, name)
    if (outcome.kind === 'deleted') return seeOther(`${site.href.accounts}?done=deleted`)
    if (outcome.kind !== 'other_name') return changedMeanwhile(site)
    const says = 'This is not the name of the account. Nothing was deleted.'
    return shown(visit, { typed: { name }, problems: [{ field: 'name', says }] }, 422)
  }
  route('/settings/account/delete', {
    get: by('account.delete', (visit) => shown(visit, unfilled())),
    post: by('account.delete', remove),
  })
}

function exportRoutes(route: Route, { accountExport }: AccountRoutesDeps): void {
  const begin: Handler<'account.export'> = async (visit) => {
    const { site, account } = visit
    const made = await accountExport.begin(doerOf(visit), account.id)
    if (made.kind === 'archive') return download(made.bytes, made.name, 'application/gzip')
    if (made.kind !== 'under_way') return changedMeanwhile(site)
    return refusedPage(
      site,
      503,
      {
        title: 'The account is being exported already',
        says: 'Only one archive is made at a time. Wait until the other one is finished.',
      },
      { 'retry-after': '60' },
    )
  }
  route('/settings/account/export', {
    get: by('account.export', ({ site, account }) =>
      ownPage(<ExportDocument site={site} name={account.name} />),
    ),
    post: by('account.export', begin),
  })
}

function ownEndRoutes(route: Route, { ownEnd, sessions }: AccountRoutesDeps): void {
  const shown = async ({ site, me }: VisitFor<'person'>, filled: Filled, status = 200) =>
    ownPage(
      <OwnEndDocument
        site={site}
        email={me.person.email}
        obstacles={await ownEnd.obstacles(me.person)}
        filled={filled}
      />,
      status,
    )

  const remove: Handler<'person'> = async (visit) => {
    const { site, me, request, client } = visit
    const email = (await readFields(request)).text('email')
    const outcome = await ownEnd.delete(me.person, byOf(visit), email)
    switch (outcome.kind) {
      case 'deleted':
        // The session went with the person.
        return seeOther('/me/deleted', { 'set-cookie': await sessions.end(undefined, client) })
      case 'other_address':
        return shown(
          visit,
          {
            typed: { email },
            problems: [{ field: 'email', says: 'This is not your address. Nothing was deleted.' }],
          },
          422,
        )
      case 'in_the_way':
        return shown(visit, { typed: {}, problems: [{ says: 'Nothing was deleted.' }] }, 422)
      case 'unknown_person':
        return noSuchPage(site)
    }
  }
  route('/me/delete', {
    get: by('person', (visit) => shown(visit, unfilled())),
    post: by('person', remove),
  })
  route('/me/deleted', {
    get: by('anybody', ({ site }) =>
      ownPage(
        <TellDocument
          site={site}
          title="Your sign-in was deleted"
          says="Your address, name, password and sessions are gone. The audit logs of accounts still name you in what you did there."
        />,
      ),
    ),
  })
}
