import type { PeopleDeps } from '../../deps.ts'
import { readFields } from '../../forms/fields.ts'
import { unfilled } from '../../forms/problems.ts'
import { AlreadySetUpDocument, SetupDocument } from '../../pages/people/setup.tsx'
import { ownPage, seeOther } from '../../respond.ts'
import { by, type Handler, type Route, type Visit } from '../../router.ts'
import { comingOf, flawed, later, type NotTaken } from './coming.ts'

/** `/setup`: the first person takes the instance over. Afterwards there is nothing here. */
export function setupRoutes(route: Route, { setup }: PeopleDeps): void {
  const gone = ({ site }: Visit, status: 404 | 409) => ownPage(<AlreadySetUpDocument site={site} />, status)

  const setupPage = async ({ site }: Visit, { filled, status, headers }: NotTaken) => {
    const account = (await setup.existingAccount())?.name
    return ownPage(<SetupDocument site={site} filled={filled} account={account} />, status, headers)
  }

  const show: Handler = async (visit) =>
    (await setup.isClaimed()) ? gone(visit, 404) : setupPage(visit, { filled: unfilled(), status: 200 })

  const claim: Handler = async (visit) => {
    if (await setup.isClaimed()) return gone(visit, 404)
    const fields = await readFields(visit.request)
    const typed = {
      name: fields.text('name'),
      email: fields.text('email'),
      account: fields.text('account'),
    }
    // The code is shown again: it is worth nothing to whoever sees it before it is used.
    const code = fields.text('code')
    const password = fields.secret('password')
    const outcome = await setup.claim({ ...typed, code, password }, comingOf(visit))
    if (outcome.kind === 'claimed')
      return seeOther(visit.site.href.afterSetup, { 'set-cookie': outcome.setCookie })
    if (outcome.kind === 'already_claimed') return gone(visit, 409)
    const kept = { ...typed, code }
    return setupPage(visit, outcome.kind === 'flawed' ? flawed(kept, outcome.flaws) : later(kept, outcome))
  }

  route('/setup', { get: by('anybody', show), post: by('anybody', claim) })
}
