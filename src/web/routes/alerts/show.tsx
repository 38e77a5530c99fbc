import type { Result } from '../../../core/refusal.ts'
import { DELIVERY_STATES } from '../../../core/watching/destination.ts'
import { readFields } from '../../forms/fields.ts'
import { type Filled, unfilled } from '../../forms/problems.ts'
import { DeliveryDocument } from '../../pages/alerts/delivery.tsx'
import { AlertListDocument } from '../../pages/alerts/list.tsx'
import { AlertDocument } from '../../pages/alerts/one.tsx'
import { jsonText, ownPage, seeOther } from '../../respond.ts'
import { plural } from '../../wording.ts'
import { type Alerting, named, saidBy, turnedAway } from './deps.ts'
import { rangeIn } from './form.ts'

type Reading = Alerting & { mayChange: boolean }

const PAGE = 25
const CARDS = 40
/** Numbers that forms put into an address. */
const MOST_TOLD = 1_000_000

export async function listPage({ deps, place, visit, mayChange }: Reading): Promise<Response> {
  const { site, actor, request } = visit
  const found = await deps.destinations.list(actor)
  if (!found.ok) return turnedAway(site, found.refusal)
  const { searchParams } = new URL(request.url)
  const deleted = searchParams.has('deleted')
  const from = found.value.findIndex(({ id }) => id === searchParams.get('after')) + 1
  const destinations = found.value.slice(from, from + CARDS)
  const last = destinations.at(-1)
  const next = from + CARDS < found.value.length && last ? { next: last.id } : {}
  return ownPage(
    <AlertListDocument
      {...{ site, place, mayChange, deleted, destinations }}
      {...next}
      now={deps.clock.now()}
    />,
  )
}

export async function onePage(reading: Reading, filled: Filled = unfilled()): Promise<Response> {
  const { deps, place, visit, mayChange } = reading
  const { site, actor, request } = visit
  const one = await named(reading)
  if (one instanceof Response) return one
  const { searchParams } = new URL(request.url)
  const state = DELIVERY_STATES.find((known) => known === searchParams.get('state'))
  const after = searchParams.get('after') || undefined
  const asked = { ...(state && { state }), ...(after !== undefined && { after }) }
  const found = await deps.destinations.deliveries(actor, one.id, { limit: PAGE, ...asked })
  if (!found.ok) return turnedAway(site, found.refusal)
  const done = doneIn(searchParams)
  return ownPage(
    <AlertDocument
      {...{ site, place, one, asked, mayChange, filled }}
      {...(done !== undefined && { done })}
      deliveries={found.value}
      now={deps.clock.now()}
    />,
    filled.problems.length > 0 ? 422 : 200,
  )
}

const DONE: Readonly<Record<string, string>> = {
  added: 'It was added. Send a test event to see that it arrives.',
  changed: 'The changes are saved.',
  on: 'It is turned on. What failed before no longer counts.',
  off: 'It is turned off.',
}

/** What a form that led here did. */
function doneIn(query: URLSearchParams): string | undefined {
  const sent = query.get('sent')
  if (sent !== null && /^\d{1,7}$/.test(sent)) {
    const count = Math.min(Number(sent), MOST_TOLD)
    return count === 0
      ? 'There was nothing to send again: what waits is sent anyway.'
      : `${count} ${plural(count, 'delivery', 'deliveries')} ${count === 1 ? 'is' : 'are'} sent again.`
  }
  const done = Object.keys(DONE).find((word) => query.has(word))
  return done === undefined ? undefined : DONE[done]
}

export async function deliveryPage(reading: Reading): Promise<Response> {
  const { deps, place, visit, mayChange } = reading
  const { site, actor, params, request } = visit
  const one = await named(reading)
  if (one instanceof Response) return one
  const found = await deps.destinations.delivery(actor, one.id, params['delivery'] ?? '')
  if (!found.ok) return turnedAway(site, found.refusal)
  const done = doneIn(new URL(request.url).searchParams)
  return ownPage(
    <DeliveryDocument
      {...{ site, place, one, mayChange }}
      {...found.value}
      {...(done !== undefined && { done })}
      now={deps.clock.now()}
    />,
  )
}

/** The body of a delivery, as it is sent. */
export async function eventFile({ deps, visit }: Reading): Promise<Response> {
  const { site, actor, params } = visit
  const found = await deps.destinations.delivery(actor, params['destination'] ?? '', params['delivery'] ?? '')
  return found.ok ? jsonText(found.value.delivery.body) : turnedAway(site, found.refusal)
}

export async function sendTest({ deps, place, visit }: Alerting): Promise<Response> {
  const { site, actor, params } = visit
  const id = params['destination'] ?? ''
  const sent = await deps.destinations.test(actor, id)
  return sent.ok ? seeOther(place.links.delivery(id, sent.value.id)) : turnedAway(site, sent.refusal)
}

export async function enableOne({ deps, place, visit }: Alerting): Promise<Response> {
  const { site, actor, params } = visit
  const id = params['destination'] ?? ''
  const done = await deps.destinations.setEnabled(actor, id, true)
  return done.ok ? seeOther(`${place.links.one(id)}?on`) : turnedAway(site, done.refusal)
}

/** What was ticked, or what was made in some days. */
export async function sendAgain(alerting: Alerting): Promise<Response> {
  const { deps, place, visit } = alerting
  const { site, actor, params, request } = visit
  const id = params['destination'] ?? ''
  const fields = await readFields(request)
  const ids = fields.all('delivery')
  const answered = (sent: Result<number>) => {
    if (!sent.ok) return turnedAway(site, sent.refusal)
    const there =
      fields.has('from') && ids[0] !== undefined && fields.text('as') !== 'new'
        ? place.links.delivery(id, ids[0])
        : place.links.one(id)
    return seeOther(`${there}?sent=${sent.value}`)
  }
  if (fields.has('as')) {
    const { destinations } = deps
    if (ids.length === 0) return seeOther(`${place.links.one(id)}?sent=0`)
    return answered(
      fields.text('as') === 'new'
        ? await destinations.sendAsNew(actor, id, ids)
        : await destinations.replay(actor, id, { ids }),
    )
  }
  const { filled, range } = rangeIn(fields)
  const again = (problems: Filled['problems']) =>
    onePage({ ...alerting, mayChange: true }, { ...filled, problems })
  if (!range) return again(filled.problems)
  const states = filled.typed['which'] === 'all' ? undefined : (['given_up', 'dropped'] as const)
  const sent = await deps.destinations.replay(actor, id, range, states)
  const says = sent.ok ? undefined : saidBy(sent.refusal)
  return says === undefined ? answered(sent) : again([{ says }])
}
