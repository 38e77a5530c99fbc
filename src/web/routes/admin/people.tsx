import type { VisitFor } from '../../frame/needs.ts'
import { ADMIN_LINKS } from '../../links/admin.ts'
import {
  DEEDS,
  type Deed,
  DeedDocument,
  PeopleDocument,
  PersonDocument,
  ResetLinkDocument,
} from '../../pages/admin/people.tsx'
import { noSuchPage } from '../../pages/plain.tsx'
import { ownPage } from '../../respond.ts'
import { by, type Handler, type Route } from '../../router.ts'
import { moment, plural } from '../../wording.ts'
import { doerOf } from '../doer.ts'
import { searched } from '../searched.ts'
import type { AdminDeps } from './deps.ts'

type Changing = VisitFor<'instance.change'>

/** `/admin/people`: whoever signs in, and help for those who cannot. */
export function peopleOfInstanceRoutes(route: Route, deps: AdminDeps): void {
  route(ADMIN_LINKS.adminPeople, { get: by('instance.read', listHandler(deps)) })
  route('/admin/people/:person', {
    get: by('instance.read', ({ site, params }) => personPage(deps, site, params['person'] ?? '')),
  })
  for (const deed of Object.keys(DEEDS) as Deed[]) {
    route(`/admin/people/:person/${deed}`, {
      get: by('instance.change', askHandler(deps, deed)),
      post: by('instance.change', (visit) => doHandler(deps, deed, visit)),
    })
  }
}

function listHandler({ instancePeople, clock }: AdminDeps): Handler<'instance.read'> {
  return async ({ request, site }) => {
    const { after, search } = searched(request)
    const list = await instancePeople.list(after, search)
    return ownPage(<PeopleDocument {...{ site, list, search }} now={clock.now()} />)
  }
}

async function personPage(
  { instancePeople, clock }: AdminDeps,
  site: Changing['site'],
  id: string,
  said: { done?: string; problem?: string } = {},
): Promise<Response> {
  const details = await instancePeople.find(id)
  if (!details) return noSuchPage(site)
  return ownPage(
    <PersonDocument {...{ site, details, ...said }} now={clock.now()} />,
    said.problem === undefined ? 200 : 409,
  )
}

function askHandler({ instancePeople }: AdminDeps, deed: Deed): Handler<'instance.change'> {
  return async ({ site, params }) => {
    const details = await instancePeople.find(params['person'] ?? '')
    return details ? ownPage(<DeedDocument {...{ site, deed }} person={details.person} />) : noSuchPage(site)
  }
}

async function doHandler(deps: AdminDeps, deed: Deed, visit: Changing): Promise<Response> {
  const { site, params } = visit
  const id = params['person'] ?? ''
  if (deed === 'reset') return resetLink(deps, visit, id)
  const said = await outcomeOf(deps, deed, visit, id)
  return said ? personPage(deps, site, id, said) : noSuchPage(site)
}

type Said = { done: string } | { problem: string }

/** The link is shown in the answer alone. */
async function resetLink({ instancePeople }: AdminDeps, visit: Changing, id: string): Promise<Response> {
  const made = await instancePeople.resetLink(doerOf(visit), id)
  if (!made.ok) return noSuchPage(visit.site)
  const { person, link, until } = made.value
  return ownPage(<ResetLinkDocument site={visit.site} {...{ person, link }} until={moment(until)} />)
}

async function outcomeOf(
  { instancePeople }: AdminDeps,
  deed: Exclude<Deed, 'reset'>,
  visit: Changing,
  id: string,
): Promise<Said | undefined> {
  const doer = doerOf(visit)
  switch (deed) {
    case 'admin':
    case 'no-admin': {
      const changed = await instancePeople.setAdmin(doer, id, deed === 'admin')
      if (!changed.ok) return undefined
      if (changed.value === 'last_admin') return { problem: LAST_ADMIN }
      return {
        done:
          deed === 'admin'
            ? 'This person is an instance admin now.'
            : 'This person is no longer an instance admin.',
      }
    }
    case 'end-sessions': {
      const ended = await instancePeople.endSessions(doer, id)
      return ended.ok ? { done: `${ended.value} ${plural(ended.value, 'session')} ended.` } : undefined
    }
    case 'disable-2fa': {
      const removed = await instancePeople.disableSecondFactor(doer, id)
      if (!removed.ok) return undefined
      return removed.value === 'disabled'
        ? { done: 'Two-step sign-in is off for this person.' }
        : { problem: 'Two-step sign-in is off already.' }
    }
  }
}

const LAST_ADMIN = 'This is the last instance admin. Make somebody else one first.'
