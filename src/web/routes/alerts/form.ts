import type { EventType } from '../../../core/event.ts'
import type { DestinationFilter, Target } from '../../../core/watching/destination.ts'
import type { DestinationKind } from '../../../core/watching/destination-kind.ts'
import type { Fields } from '../../forms/fields.ts'
import { type Filled, type Problem, problemsOf } from '../../forms/problems.ts'
import type { Chosen } from '../../pages/alerts/fields.tsx'
import type { AlertPlace } from '../../pages/alerts/place.ts'

/** The form as it was sent. */
export interface DestinationForm {
  filled: Filled
  chosen: Chosen
  /** Absent: something is wrong. `target` absent: it stays as it is. */
  wanted?: { name: string; filter: DestinationFilter; target?: Target }
}

/** What is shown again of what was typed. Tokens and header fields are secrets, and are not. */
const SHOWN = ['name', 'to', 'method'] as const
const MOST_HEADERS = 20

/** Reads the form of a new destination; `changing`: of one that leads somewhere already. */
export function destinationForm(
  fields: Fields,
  { kind, place, changing }: { kind: DestinationKind; place: AlertPlace; changing: boolean },
): DestinationForm {
  const short = SHOWN.map((name) => [name, fields.text(name)] as const)
  const long = { url: fields.secret('url').trim(), body: fields.secret('body') }
  const typed: Record<string, string> = { ...Object.fromEntries(short), ...long }
  const chosen = chosenIn(fields, place)
  const target = targetOf(fields, kind, place, changing)
  const name = fields.text('name')
  const problems = problemsOf(
    name === '' && { field: 'name', says: 'Enter a name by which you recognise it.' },
    'field' in target && target,
    chosen.types.length === 0 && { field: 'type', says: 'Choose at least one event.' },
  )
  const filled = { typed, problems }
  if (problems.length > 0 || 'field' in target) return { filled, chosen }
  return { filled, chosen, wanted: { name, filter: filterOf(chosen), ...target } }
}

function chosenIn(fields: Fields, place: AlertPlace): Chosen {
  const named = place.events.flatMap((_, at) => fields.all(at === 0 ? 'type' : `type-${at}`))
  const offered: readonly EventType[] = place.events.flatMap(({ types }) => types)
  return {
    types: offered.filter((type) => named.includes(type)),
    monitorIds: fields.all('monitor'),
    domainIds: fields.all('domain'),
  }
}

/** What is not bound to some is told of all. */
export function filterOf({ types, monitorIds, domainIds }: Chosen): DestinationFilter {
  return {
    types,
    ...(monitorIds.length > 0 && { monitorIds }),
    ...(domainIds.length > 0 && { domainIds }),
  }
}

/** The services judge it; here is said what was left out. */
function targetOf(
  fields: Fields,
  kind: DestinationKind,
  place: AlertPlace,
  changing: boolean,
): { target?: Target } | (Problem & { field: string }) {
  if (kind === 'email') return emailOf(fields.text('to'), place)
  const url = fields.secret('url').trim()
  if (url === '') return changing ? {} : { field: 'url', says: 'Enter the address that events are sent to.' }
  if (kind === 'template') return templateOf(fields, url)
  if (kind !== 'ntfy') return { target: { kind, url } }
  const token = fields.secret('token').trim()
  return { target: { kind, url, ...(token !== '' && { token }) } }
}

function emailOf(to: string, place: AlertPlace): { target: Target } | (Problem & { field: string }) {
  if (to !== '') return { target: { kind: 'email', to } }
  if (place.area === 'admin') return { target: { kind: 'email', to: 'administrators' } }
  return { field: 'to', says: 'Enter the address of a person of this account.' }
}

function templateOf(fields: Fields, url: string): { target: Target } | (Problem & { field: string }) {
  const lines = fields.lines('headers', MOST_HEADERS + 1)
  if (lines.length > MOST_HEADERS)
    return { field: 'headers', says: `Enter at most ${MOST_HEADERS} header fields.` }
  const pairs = lines.map((line) => /^([^:\s]+)\s*:\s*(.*)$/.exec(line))
  if (pairs.some((pair) => pair === null))
    return { field: 'headers', says: 'Write each header field as “Name: value”, one a line.' }
  const body = fields.secret('body')
  if (body.trim() === '') return { field: 'body', says: 'Enter the body of the request.' }
  const headers = Object.fromEntries(pairs.map((pair) => [pair?.[1] ?? '', pair?.[2] ?? '']))
  const method = fields.text('method') === 'PUT' ? 'PUT' : 'POST'
  return { target: { kind: 'template', url, method, headers, body } }
}

const DAY_MS = 86_400_000

/** The days of a range, both included. */
export function rangeIn(fields: Fields): { filled: Filled; range?: { since: Date; until: Date } } {
  const which = fields.text('which') === 'all' ? 'all' : 'failed'
  const typed = { since: fields.text('since'), until: fields.text('until'), which }
  const [since, until] = [dayOf(typed.since), dayOf(typed.until)]
  const problems = problemsOf(
    !since && { field: 'since', says: 'Enter the first day.' },
    !until && { field: 'until', says: 'Enter the last day.' },
    since !== undefined &&
      until !== undefined &&
      until < since && { field: 'until', says: 'The last day is before the first one.' },
  )
  if (problems.length > 0 || !since || !until) return { filled: { typed, problems } }
  return { filled: { typed, problems }, range: { since, until: new Date(until.getTime() + DAY_MS) } }
}

function dayOf(text: string): Date | undefined {
  const day = new Date(/^\d{4}-\d\d-\d\d$/.test(text) ? text : Number.NaN)
  // What no calendar has is another day, or none.
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text) ? day : undefined
}
