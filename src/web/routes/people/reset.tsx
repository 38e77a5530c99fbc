import type { PeopleDeps } from '../../deps.ts'
import { readFields } from '../../forms/fields.ts'
import { unfilled } from '../../forms/problems.ts'
import {
  LinkGoneDocument,
  NewPasswordDocument,
  ResetByOperatorDocument,
  ResetRequestDocument,
  ResetSentDocument,
} from '../../pages/people/reset.tsx'
import { ownPage, seeOther } from '../../respond.ts'
import { by, type Handler, type Route, type Visit } from '../../router.ts'
import { comingOf, flawed, later, type NotTaken } from './coming.ts'

/** A forgotten password: by a link where mail can be sent, else by the operator. */
export function resetRoutes(route: Route, { reset }: PeopleDeps): void {
  const byOperator = ({ site }: Visit) => ownPage(<ResetByOperatorDocument site={site} />)

  const askPage = ({ site }: Visit, { filled, status, headers }: NotTaken) =>
    ownPage(<ResetRequestDocument site={site} filled={filled} />, status, headers)

  const ask: Handler = (visit) =>
    reset?.byMail ? askPage(visit, { filled: unfilled(), status: 200 }) : byOperator(visit)

  const send: Handler = async (visit) => {
    if (!reset?.byMail) return byOperator(visit)
    const email = (await readFields(visit.request)).text('email')
    const asked = await reset.request(email, comingOf(visit).from.client)
    return asked.kind === 'wait'
      ? askPage(visit, later({ email }, asked))
      : ownPage(<ResetSentDocument site={visit.site} />)
  }

  const gone = ({ site }: Visit) =>
    ownPage(<LinkGoneDocument site={site} again={{ href: site.href.reset, words: 'Send a new link' }} />, 404)

  const newPage = async (visit: Visit, { filled, status, headers }: NotTaken) => {
    const { site } = visit
    const link = visit.params['link'] ?? ''
    const person = await reset?.find(link)
    if (!person) return gone(visit)
    const action = `${site.href.reset}/${link}`
    const page = <NewPasswordDocument site={site} filled={filled} email={person.email} action={action} />
    return ownPage(page, status, headers)
  }

  const set: Handler = async (visit) => {
    if (!reset) return gone(visit)
    const password = (await readFields(visit.request)).secret('password')
    const outcome = await reset.set(visit.params['link'] ?? '', password, visit.client)
    switch (outcome.kind) {
      case 'set':
        return seeOther(`${visit.site.href.signIn}?done=reset`)
      case 'gone':
        return gone(visit)
      case 'flawed':
        return newPage(visit, flawed({}, [{ field: 'password', says: outcome.says }]))
      default:
        return newPage(visit, later({}, outcome))
    }
  }

  route('/reset', { get: by('anybody', ask), post: by('anybody', send) })
  route('/reset/:link', {
    get: by('anybody', (visit) => newPage(visit, { filled: unfilled(), status: 200 })),
    post: by('anybody', set),
  })
}
