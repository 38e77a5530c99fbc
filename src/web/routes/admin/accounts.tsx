import { readFields } from '../../forms/fields.ts'
import { type Filled, unfilled } from '../../forms/problems.ts'
import { ADMIN_LINKS } from '../../links/admin.ts'
import { AccountsDocument, PlanDocument, VisitDocument } from '../../pages/admin/accounts.tsx'
import { noSuchPage, refusedPage } from '../../pages/plain.tsx'
import { ownPage, seeOther } from '../../respond.ts'
import { by, type Handler, type Route, type Visit } from '../../router.ts'
import { doerOf } from '../doer.ts'
import { searched } from '../searched.ts'
import type { AdminDeps } from './deps.ts'

/** `/admin/accounts`: the accounts, their plans, and a look inside. */
export function accountRoutes(route: Route, deps: AdminDeps): void {
  route(ADMIN_LINKS.adminAccounts, {
    get: by('instance.read', ({ request, site }) => listPage(deps, request, site, unfilled())),
    post: by('instance.change', createHandler(deps)),
  })
  route('/admin/accounts/:account/plan', {
    get: by('instance.change', askPlanHandler(deps)),
    post: by('instance.change', planHandler(deps)),
  })
  route('/admin/accounts/:account/visit', {
    get: by('instance.visit', askVisitHandler(deps)),
    post: by('instance.visit', visitHandler(deps)),
  })
  route(ADMIN_LINKS.adminEndVisit, { post: by('instance.visit', endVisitHandler(deps)) })
}

async function listPage(
  { instance }: AdminDeps,
  request: Request,
  site: Visit['site'],
  filled: Filled,
  status = 200,
): Promise<Response> {
  const { after, search } = searched(request)
  const list = await instance.accounts(after, search)
  return ownPage(<AccountsDocument {...{ site, list, search, filled }} plans={instance.plans()} />, status)
}

function createHandler(deps: AdminDeps): Handler<'instance.change'> {
  return async ({ request, site, actor, me, client }) => {
    const fields = await readFields(request)
    const typed = { name: fields.text('name'), plan: fields.text('plan') }
    const made = await deps.instance.createAccount(typed.name, typed.plan, doerOf({ actor, me, client }).by)
    const again = (field: string, says: string) =>
      listPage(deps, request, site, { typed, problems: [{ field, says }] }, 400)
    switch (made.kind) {
      case 'created':
        return seeOther(site.href.adminAccounts)
      case 'name_taken':
        return again('name', 'Another account has this name. Choose a different one.')
      case 'bad_name':
        return again('name', made.reason)
      case 'unknown_plan':
        return again('plan', 'Choose one of the plans.')
    }
  }
}

function askPlanHandler({ instance }: AdminDeps): Handler<'instance.change'> {
  return async ({ site, params }) => {
    const row = await instance.account(params['account'] ?? '')
    if (!row) return noSuchPage(site)
    return ownPage(<PlanDocument {...{ site, row }} plans={instance.plans()} filled={unfilled()} />)
  }
}

function planHandler({ instance }: AdminDeps): Handler<'instance.change'> {
  return async ({ request, site, params, actor, me, client }) => {
    const id = params['account'] ?? ''
    const plan = (await readFields(request)).text('plan')
    const changed = await instance.setPlan(id, plan, doerOf({ actor, me, client }).by)
    if (changed.kind === 'changed') return seeOther(site.href.adminAccounts)
    const row = changed.kind === 'unknown_plan' ? await instance.account(id) : undefined
    if (!row) return noSuchPage(site)
    const filled = { typed: {}, problems: [{ field: 'plan', says: 'Choose one of the plans.' }] }
    return ownPage(<PlanDocument {...{ site, row, filled }} plans={instance.plans()} />, 400)
  }
}

function askVisitHandler({ instance, visits }: AdminDeps): Handler<'instance.visit'> {
  return async ({ site, params, actor, me, client }) => {
    const id = params['account'] ?? ''
    const target = await visits.target(doerOf({ actor, me, client }), me, id)
    const row = target.ok ? await instance.account(id) : undefined
    if (!target.ok || !row) return noSuchPage(site)
    return target.value.isMember ? alreadyYours(site) : ownPage(<VisitDocument {...{ site, row }} />)
  }
}

function visitHandler({ visits }: AdminDeps): Handler<'instance.visit'> {
  return async ({ site, params, actor, me, client }) => {
    const begun = await visits.begin(doerOf({ actor, me, client }), me, params['account'] ?? '')
    if (!begun.ok) return noSuchPage(site)
    return begun.value === 'is_member' ? alreadyYours(site) : seeOther(site.href.home)
  }
}

function endVisitHandler({ visits }: AdminDeps): Handler<'instance.visit'> {
  return async ({ site, me }) => {
    if (me.account?.visitingUntil) await visits.end(me)
    return seeOther(site.href.adminAccounts)
  }
}

function alreadyYours(site: Visit['site']): Response {
  return refusedPage(site, 409, {
    title: 'You are in this account',
    says: 'You are one of its people. Switch to it in the account menu.',
  })
}
