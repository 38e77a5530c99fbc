import { DESTINATION_KINDS, type DestinationKind } from '../../../core/watching/destination-kind.ts'
import { usualTypes } from '../../../services/destinations/event-types.ts'
import type { DestinationView } from '../../../services/destinations/told.ts'
import { readFields } from '../../forms/fields.ts'
import { type Filled, unfilled } from '../../forms/problems.ts'
import { AskAlertDocument, type Asked, rotatedOf } from '../../pages/alerts/ask.tsx'
import { ChangeAlertDocument } from '../../pages/alerts/change.tsx'
import type { Chosen, Subject } from '../../pages/alerts/fields.tsx'
import { SecretDocument } from '../../pages/alerts/made.tsx'
import { KindsDocument, NewAlertDocument } from '../../pages/alerts/new.tsx'
import { refusedPage } from '../../pages/plain.tsx'
import { ownPage, seeOther } from '../../respond.ts'
import { type Alerting, named, saidBy, turnedAway } from './deps.ts'
import { destinationForm, filterOf } from './form.ts'

const kindIn = ({ visit }: Alerting): DestinationKind | undefined => {
  const asked = new URL(visit.request.url).searchParams.get('kind')
  return DESTINATION_KINDS.find((kind) => kind === asked)
}

export async function newPage(alerting: Alerting): Promise<Response> {
  const { place, visit } = alerting
  const kind = kindIn(alerting)
  if (!kind) return ownPage(<KindsDocument site={visit.site} place={place} />)
  return newForm(alerting, kind, unfilled(), {
    types: usualTypes(place.area === 'admin' ? 'instance' : 'account', kind),
    monitorIds: [],
    domainIds: [],
  })
}

async function newForm(
  { deps, place, visit }: Alerting,
  kind: DestinationKind,
  filled: Filled,
  chosen: Chosen,
): Promise<Response> {
  const { site, actor } = visit
  const subjects = await deps.subjects(actor)
  const status = filled.problems.length > 0 ? 422 : 200
  return ownPage(<NewAlertDocument {...{ site, place, kind, filled, chosen }} {...subjects} />, status)
}

export async function createOne(alerting: Alerting): Promise<Response> {
  const { deps, place, visit } = alerting
  const { site, actor, request } = visit
  const kind = kindIn(alerting)
  if (!kind) return seeOther(place.links.new)
  const { filled, chosen, wanted } = destinationForm(await readFields(request), {
    kind,
    place,
    changing: false,
  })
  if (!wanted?.target) return newForm(alerting, kind, filled, chosen)
  const made = await deps.destinations.create(actor, { ...wanted, target: wanted.target })
  if (!made.ok) {
    const says = saidBy(made.refusal)
    if (says === undefined) return turnedAway(site, made.refusal)
    return newForm(alerting, kind, { ...filled, problems: [{ says }] }, chosen)
  }
  const { destination, secret } = made.value
  if (secret === undefined) return seeOther(`${place.links.one(destination.id)}?added`)
  return ownPage(<SecretDocument {...{ site, place, secret }} one={destination} rotated={false} />)
}

export async function changePage(alerting: Alerting): Promise<Response> {
  const one = await named(alerting)
  if (one instanceof Response) return one
  const { types, monitorIds = [], domainIds = [] } = one.filter
  const to = one.kind === 'email' && one.shown.includes('@') ? { to: one.shown } : {}
  return changeForm(alerting, one, unfilled({ name: one.name, ...to }), { types, monitorIds, domainIds })
}

async function changeForm(
  { deps, place, visit }: Alerting,
  one: DestinationView,
  filled: Filled,
  chosen: Chosen,
): Promise<Response> {
  const { site, actor } = visit
  const { id, name, kind, shown } = one
  const subjects = await deps.subjects(actor)
  return ownPage(
    <ChangeAlertDocument {...{ site, place, id, name, kind, shown, filled, chosen }} {...subjects} />,
    filled.problems.length > 0 ? 422 : 200,
  )
}

export async function changeOne(alerting: Alerting): Promise<Response> {
  const { deps, place, visit } = alerting
  const one = await named(alerting)
  if (one instanceof Response) return one
  const fields = await readFields(visit.request)
  const { filled, chosen, wanted } = destinationForm(fields, { kind: one.kind, place, changing: true })
  if (!wanted) return changeForm(alerting, one, filled, chosen)
  const { monitors, domains } = await deps.subjects(visit.actor)
  const filter = filterOf({
    types: chosen.types,
    monitorIds: [...chosen.monitorIds, ...unseen(one.filter.monitorIds, monitors)],
    domainIds: [...chosen.domainIds, ...unseen(one.filter.domainIds, domains)],
  })
  const changed = await deps.destinations.change(visit.actor, one.id, { ...wanted, filter })
  if (changed.ok) return seeOther(`${place.links.one(one.id)}?changed`)
  const says = saidBy(changed.refusal)
  if (says === undefined) return turnedAway(visit.site, changed.refusal)
  return changeForm(alerting, one, { ...filled, problems: [{ says }] }, chosen)
}

/** What the form has no room for stays. */
const unseen = (ids: readonly string[] = [], shown: readonly Subject[]) =>
  ids.filter((id) => !shown.some((one) => one.id === id))

export async function askPage(alerting: Alerting, what: Asked): Promise<Response> {
  const { deps, place, visit } = alerting
  const one = await named(alerting)
  if (one instanceof Response) return one
  return ownPage(<AskAlertDocument {...{ place, one, what }} site={visit.site} now={deps.clock.now()} />)
}

export async function doAsked(alerting: Alerting, what: Asked): Promise<Response> {
  const { deps, place, visit } = alerting
  const { site, actor } = visit
  const one = await named(alerting)
  if (one instanceof Response) return one
  if (what === 'rotate') return rotate(alerting, one)
  if (what === 'disable') {
    const done = await deps.destinations.setEnabled(actor, one.id, false)
    return done.ok ? seeOther(`${place.links.one(one.id)}?off`) : turnedAway(site, done.refusal)
  }
  const gone = await deps.destinations.delete(actor, one.id)
  return gone.ok ? seeOther(`${place.links.list}?deleted`) : turnedAway(site, gone.refusal)
}

/** A form that is sent twice would end the secret that receivers still have. */
async function rotate({ deps, place, visit }: Alerting, one: DestinationView): Promise<Response> {
  const { site, actor, request } = visit
  const was = (await readFields(request)).text('was')
  if (was !== rotatedOf(one)) {
    return refusedPage(site, 409, {
      title: 'The secret was rotated meanwhile',
      says: `“${one.name}” has another secret since that page was made, by a form that was sent twice or by somebody else. Nothing was changed now.`,
    })
  }
  const rotated = await deps.destinations.rotate(actor, one.id)
  if (!rotated.ok) return turnedAway(site, rotated.refusal)
  const { destination, secret } = rotated.value
  return ownPage(<SecretDocument {...{ site, place, secret }} one={destination} rotated />)
}
