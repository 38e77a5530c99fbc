import type { DestinationActor } from '../../../services/destinations/told.ts'
import { mayIn } from '../../frame/entries.ts'
import { ASKED } from '../../pages/alerts/ask.tsx'
import { ACCOUNT_ALERTS, type AlertPlace, INSTANCE_ALERTS } from '../../pages/alerts/place.ts'
import { by, type Route, type Visit } from '../../router.ts'
import { askPage, changeOne, changePage, createOne, doAsked, newPage } from './change.tsx'
import { type AlertDeps, type Alerting, type AlertPagesDeps, withSubjects } from './deps.ts'
import { deliveryPage, enableOne, eventFile, listPage, onePage, sendAgain, sendTest } from './show.tsx'

/** What whoever looks, and whoever changes, must be. */
interface Needs {
  read: 'alerts.read' | 'instance.read'
  change: 'alerts.change' | 'instance.change'
}

type Act = (alerting: Alerting) => Promise<Response>

/** `/settings/alerts` and `/admin/alerts`: webhooks and channels, and what was sent to them. */
export function alertRoutes(route: Route, pages: AlertPagesDeps): void {
  const deps = withSubjects(pages)
  mount(route, deps, ACCOUNT_ALERTS, { read: 'alerts.read', change: 'alerts.change' })
  mount(route, deps, INSTANCE_ALERTS, { read: 'instance.read', change: 'instance.change' })
}

function mount(route: Route, deps: AlertDeps, place: AlertPlace, { read, change }: Needs): void {
  const made = (act: Act) => (visit: Visit & { actor: DestinationActor }) => act({ deps, place, visit })
  const reading = (act: (alerting: Alerting & { mayChange: boolean }) => Promise<Response>) =>
    by(
      read,
      made((one) => act({ ...one, mayChange: mayIn(one.visit.site.visitor, change) })),
    )
  const changing = (act: Act) => by(change, made(act))
  const { list } = place.links
  const one = `${list}/:destination`
  route(list, { get: reading(listPage) })
  route(place.links.new, { get: changing(newPage), post: changing(createOne) })
  route(one, { get: reading((asked) => onePage(asked)) })
  route(`${one}/change`, { get: changing(changePage), post: changing(changeOne) })
  for (const what of ASKED) {
    route(`${one}/${what}`, {
      get: changing((asked) => askPage(asked, what)),
      post: changing((asked) => doAsked(asked, what)),
    })
  }
  route(`${one}/enable`, { post: changing(enableOne) })
  route(`${one}/test`, { post: changing(sendTest) })
  route(`${one}/again`, { post: changing(sendAgain) })
  route(`${one}/deliveries/:delivery`, { get: reading(deliveryPage) })
  route(`${one}/deliveries/:delivery/event.json`, { get: reading(eventFile) })
}
