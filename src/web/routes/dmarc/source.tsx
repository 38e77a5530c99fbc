import type { KeptSourceMark, SourceMarkChange } from '../../../core/aggregate/source-mark.ts'
import { isSourceKey, SOURCE_MARKS } from '../../../core/aggregate/source-mark.ts'
import { granted, type Refusal, type Result } from '../../../core/refusal.ts'
import { PAGE_PATIENCE_MS } from '../../../services/answers/soon.ts'
import { sourcesWithAdvice } from '../../../services/answers/sources-csv.ts'
import { type Fields, readFields } from '../../forms/fields.ts'
import { type Filled, unfilled } from '../../forms/problems.ts'
import { mayIn } from '../../frame/entries.ts'
import type { VisitFor } from '../../frame/needs.ts'
import { type DmarcPlace, windowOf, withQuery } from '../../pages/dmarc/asked.ts'
import { NoSuchSource } from '../../pages/dmarc/sources/none.tsx'
import { PendingSources } from '../../pages/dmarc/sources/pending.tsx'
import type { SourceProps } from '../../pages/dmarc/sources/props.ts'
import { SourceDocument } from '../../pages/dmarc/sources/source.tsx'
import { sourceHref } from '../../pages/dmarc/sources/table.tsx'
import { refusedPage } from '../../pages/plain.tsx'
import { ownPage, seeOther } from '../../respond.ts'
import { by, type Route } from '../../router.ts'
import { duration } from '../../wording.ts'
import type { Changing, Reading, SourcePagesDeps } from './deps.ts'
import { fileHandler } from './exports.ts'
import { listPlaceOf, refusal, statusOf } from './place.ts'

/** Records below all else that is said of the source, and on a page of their own, which is to stay below 60 KB. */
const SHOWN_BELOW = 6
const ON_A_PAGE = 15
const LONGEST_IP = 45
const LONGEST_PLACE = 200

/** What was done, as the page says it after it was done. */
const DONE: Readonly<Record<string, string>> = {
  mine: 'It is marked as yours.',
  not_mine: 'It is marked as not yours.',
  none: 'The mark was taken back.',
  named: 'The name was saved.',
  unnamed: 'The name was taken back.',
}

/** `/domains/<id>/dmarc/source?key=`: one source; POST says whose it is, or names it. */
export function sourceRoutes(route: Route, deps: SourcePagesDeps): void {
  route('/domains/:domain/dmarc/source', {
    get: by('dmarc.read', showHandler(deps)),
    post: by('dmarc.change', changeHandler(deps)),
  })
  route('/domains/:domain/dmarc/sources-with-advice.csv', {
    get: by(
      'dmarc.read',
      fileHandler(deps, ({ actor }, id, window) => sourcesWithAdvice(deps.answers, actor, id, window)),
    ),
  })
}

type Visit = Pick<VisitFor<'dmarc.read'>, 'request' | 'site' | 'actor' | 'params'>

interface Asked {
  key: string
  ip: string
  after: string
}

function askedOf(url: URL): Asked {
  const { searchParams } = url
  const key = searchParams.get('key') ?? ''
  return {
    key: isSourceKey(key) ? key : '',
    ip: (searchParams.get('ip') ?? '').slice(0, LONGEST_IP),
    after: (searchParams.get('after') ?? '').slice(0, LONGEST_PLACE),
  }
}

function showHandler(deps: SourcePagesDeps): Reading {
  return (visit) => show(deps, visit)
}

/** The page, or why there is none. `again`: the form as it was sent, with what is wrong. */
async function show(deps: SourcePagesDeps, visit: Visit, again?: Filled): Promise<Response> {
  const { site } = visit
  const url = new URL(visit.request.url)
  const asked = askedOf(url)
  const { key, ip, after } = asked
  const place = await listPlaceOf(deps, visit, { key, ip })
  if (place instanceof Response) return place
  if (key === '' && ip === '') return noSource(place)
  // What somebody said just now is waited for.
  if (!again && !url.searchParams.has('done') && (await isOpen(deps, visit, place)))
    return ownPage(<PendingSources place={place} title="Source" />)
  if (key === '') return ofAddress(deps, visit, place, ip)
  const read = await readSource(deps, visit, place, asked)
  if (!read.ok) return refusal(site, read.refusal)
  if (!read.value) return noSource(place, await saidOf(deps, visit, place, key))
  const done = again ? undefined : DONE[url.searchParams.get('done') ?? '']
  return ownPage(
    <SourceDocument
      {...read.value}
      place={place}
      shown={{ isLater: after !== '', ...(ip && { ip }) }}
      filled={again ?? unfilled({ name: read.value.one.source.givenName ?? '' })}
      mayTest={mayIn(site.visitor, 'tests.create')}
      {...(done !== undefined && { done })}
    />,
    again ? 422 : statusOf(place),
  )
}

/** Whose the addresses are is still worked out. */
async function isOpen({ answers }: SourcePagesDeps, { actor }: Visit, { domain, asked }: DmarcPlace) {
  const soon = await answers.soon(actor, domain.id, asked.window, PAGE_PATIENCE_MS)
  return soon.ok && !soon.value.found
}

/** What is known of a source, with some of its records. Undefined: the window has none. */
async function readSource(
  { answers, marks }: SourcePagesDeps,
  { actor }: Visit,
  { domain: { id }, asked: { window } }: DmarcPlace,
  { key, ip, after }: Asked,
): Promise<Result<Pick<SourceProps, 'one' | 'records' | 'said'> | undefined>> {
  const page = { limit: after || ip ? ON_A_PAGE : SHOWN_BELOW, ...(ip && { ip }), ...(after && { after }) }
  const [one, records, listed] = await Promise.all([
    answers.source(actor, id, window, key),
    answers.records(actor, id, window, { key, ...page }),
    marks.list(actor, id),
  ])
  if (!one.ok) return one
  if (!records.ok) return records
  if (!one.value.found) return granted(undefined)
  const said = listed.ok ? listed.value.find((mark) => mark.key === key) : undefined
  return granted({ one: one.value.found, records: records.value, ...(said && { said }) })
}

/** Whoever has an address alone is led to the source that it belongs to, and its records. */
async function ofAddress(
  { answers }: SourcePagesDeps,
  { site, actor }: Visit,
  place: DmarcPlace,
  ip: string,
): Promise<Response> {
  const found = await answers.keyOf(actor, place.domain.id, place.asked.window, ip)
  if (!found.ok) return refusal(site, found.refusal)
  const { key } = found.value
  return key === undefined ? noSource(place) : seeOther(sourceHref(place, key, { ip }))
}

const noSource = (place: DmarcPlace, said?: KeptSourceMark): Response =>
  ownPage(<NoSuchSource place={place} {...(said && { said })} />, 404)

/** What people said of it. */
async function saidOf(
  { marks }: Pick<SourcePagesDeps, 'marks'>,
  { actor }: Pick<Visit, 'actor'>,
  { domain }: DmarcPlace,
  key: string,
): Promise<KeptSourceMark | undefined> {
  const listed = await marks.list(actor, domain.id)
  return listed.ok ? listed.value.find((mark) => mark.key === key) : undefined
}

function changeHandler(deps: SourcePagesDeps): Changing {
  return async (visit) => {
    const { request } = visit
    const { key } = askedOf(new URL(request.url))
    const fields = await readFields(request)
    const place = await listPlaceOf(deps, visit, { key })
    if (place instanceof Response) return place
    if (key === '') return noSource(place)
    const change = changeIn(fields, key)
    return change ? keep(deps, visit, place, change) : seeOther(sourceHref(place, key))
  }
}

/** Keeps what was said of a source that there is. */
async function keep(
  deps: SourcePagesDeps,
  visit: VisitFor<'dmarc.change'>,
  place: DmarcPlace,
  change: SourceMarkChange,
): Promise<Response> {
  const { site, actor } = visit
  const { domain, asked } = place
  const one = await deps.answers.source(actor, domain.id, asked.window, change.key)
  if (!one.ok) return refusal(site, one.refusal)
  // What no report names any more can still be taken back.
  const isGone = !one.value.found
  const isTakenBack = isGone && change.mark === null && (await saidOf(deps, visit, place, change.key))
  if (isGone && !isTakenBack) return noSource(place)
  const outcome = await deps.marks.change(actor, domain.id, change)
  if (outcome.ok && isGone) return seeOther(markedHref(place))
  if (outcome.ok) return seeOther(sourceHref(place, change.key, { done: doneOf(change) }))
  const says = wrongWith(outcome.refusal)
  if (says === undefined) return refusal(site, outcome.refusal)
  if (change.name === undefined) return refusedPage(site, 409, { title: 'Nothing was changed', says })
  return show(deps, visit, { typed: { name: change.name ?? '' }, problems: [{ field: 'name', says }] })
}

/** What a form says of a source: the buttons whose it is, the field how it is called. Undefined: nothing. */
function changeIn(fields: Fields, key: string): SourceMarkChange | undefined {
  if (fields.has('name')) return { key, name: fields.text('name') || null }
  const said = fields.text('mark')
  if (said === 'none') return { key, mark: null }
  if (said === 'forget') return { key, mark: null, name: null }
  const mark = SOURCE_MARKS.find((one) => one === said)
  return mark && { key, mark }
}

const markedHref = ({ site, domain, asked }: DmarcPlace): string =>
  withQuery(site.href.domainDmarcSources(domain.id), { ...windowOf(asked), marked: 'all' })

function doneOf({ mark, name }: SourceMarkChange): string {
  if (mark !== undefined) return mark ?? 'none'
  return name ? 'named' : 'unnamed'
}

/** Why a change was not taken, in a sentence. Undefined: there is no such page. */
function wrongWith(why: Refusal): string | undefined {
  switch (why.kind) {
    case 'bad_request':
    case 'limit_reached':
      return why.reason
    case 'rate_limited':
      return `Too many changes at once. Try again in ${duration(why.retryAfterSeconds)}.`
    default:
      return undefined
  }
}
