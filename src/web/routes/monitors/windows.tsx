import type { MaintenanceWindow } from '../../../core/watching/monitor.ts'
import type { MonitorView } from '../../../services/monitors/told.ts'
import { type WindowFault, windowFault } from '../../../services/monitors/window-rules.ts'
import { type Fields, readFields } from '../../forms/fields.ts'
import { instantIn, isZone } from '../../forms/local-time.ts'
import { type Filled, problemsOf } from '../../forms/problems.ts'
import type { VisitFor } from '../../frame/needs.ts'
import { NO_WINDOW_FORMS, type WindowForms, WindowsDocument } from '../../pages/monitors/windows.tsx'
import { noSuchPage } from '../../pages/plain.tsx'
import { ownPage, seeOther } from '../../respond.ts'
import { windowKey } from '../../words/expectations.ts'
import type { Changing, MonitorPagesDeps } from './deps.ts'
import { minutesIn } from './form.ts'
import { notDone, problemIn } from './refusals.ts'

const DONE: Readonly<Record<string, string>> = {
  added: 'The window is added.',
  removed: 'The window is removed.',
}

/** Shows the windows of a monitor, adds one, and takes one away. */
export function windowHandlers(deps: MonitorPagesDeps): { get: Changing; post: Changing } {
  const get: Changing = async ({ request, site, actor, params }) => {
    const found = await deps.monitors.read(actor, params['monitor'] ?? '')
    if (!found.ok) return noSuchPage(site)
    const { searchParams } = new URL(request.url)
    const done = Object.entries(DONE).find(([word]) => searchParams.has(word))?.[1]
    return ownPage(
      <WindowsDocument
        site={site}
        monitor={found.value}
        forms={NO_WINDOW_FORMS}
        {...(done !== undefined && { done })}
        now={deps.clock.now()}
      />,
    )
  }

  const post: Changing = async (visit) => {
    const found = await deps.monitors.read(visit.actor, visit.params['monitor'] ?? '')
    if (!found.ok) return noSuchPage(visit.site)
    const fields = await readFields(visit.request)
    return fields.text('act') === 'remove'
      ? removed(deps, visit, found.value, fields.text('window'))
      : added(deps, visit, found.value, fields)
  }

  return { get, post }
}

type Visit = VisitFor<'monitors.change'>

async function removed(
  { monitors }: MonitorPagesDeps,
  { site, actor }: Visit,
  monitor: MonitorView,
  key: string,
): Promise<Response> {
  const { id } = monitor
  const window = monitor.windows.find((one) => windowKey(one) === key)
  // Somebody else removed it.
  if (!window) return seeOther(`${site.href.monitorWindows(id)}?removed`)
  const outcome = await monitors.removeWindow(actor, id, window)
  return outcome.ok ? seeOther(`${site.href.monitorWindows(id)}?removed`) : notDone(site, outcome.refusal)
}

async function added(
  { monitors, clock }: MonitorPagesDeps,
  { site, actor }: Visit,
  monitor: MonitorView,
  fields: Fields,
): Promise<Response> {
  const { id } = monitor
  const isWeekly = fields.text('act') === 'weekly'
  const { window, filled } = isWeekly ? weeklyIn(fields) : onceIn(fields, clock.now())
  const again = (as: Filled) => {
    const forms: WindowForms = isWeekly
      ? { ...NO_WINDOW_FORMS, weekly: as, days: fields.all('days') }
      : { ...NO_WINDOW_FORMS, once: as }
    return ownPage(<WindowsDocument {...{ site, monitor, forms }} now={clock.now()} />, 422)
  }
  if (!window) return again(filled)
  const outcome = await monitors.addWindow(actor, id, window)
  if (outcome.ok) return seeOther(`${site.href.monitorWindows(id)}?added`)
  const told = problemIn(filled, outcome.refusal)
  return told ? again(told) : notDone(site, outcome.refusal)
}

interface SentWindow {
  filled: Filled
  /** Absent: something is wrong. */
  window?: MaintenanceWindow
}

const NO_ZONE = 'Enter a time zone such as Europe/Berlin, or UTC.'

function onceIn(fields: Fields, now: Date): SentWindow {
  const typed = { from: fields.text('from'), until: fields.text('until'), zone: fields.text('zone') }
  const knowsZone = isZone(typed.zone)
  const [from, until] = [typed.from, typed.until].map((text) =>
    instantIn(text, knowsZone ? typed.zone : 'UTC'),
  )
  const problems = problemsOf(
    !from && { field: 'from', says: 'Enter when the window opens, such as 2026-11-23T22:00.' },
    !until && { field: 'until', says: 'Enter when the window closes, such as 2026-11-24T02:00.' },
    from && until && until <= from && { field: 'until', says: 'The window has to close after it opens.' },
    until && until <= now && { field: 'until', says: 'The window has to close in the future.' },
    !knowsZone && { field: 'zone', says: NO_ZONE },
  )
  const filled = { typed, problems }
  return problems.length === 0 && from && until ? judged(filled, { kind: 'once', from, until }) : { filled }
}

/** The window, or which field of the form cannot be kept. */
function judged(filled: Filled, window: MaintenanceWindow): SentWindow {
  const fault = windowFault(window)
  if (!fault) return { filled, window }
  return { filled: { ...filled, problems: [{ field: FIELDS[fault.field], says: fault.says }] } }
}

const FIELDS = {
  from: 'from',
  until: 'until',
  days: 'days',
  at: 'at',
  minutes: 'length',
  zone: 'weekly_zone',
} as const satisfies Record<WindowFault['field'], string>

function weeklyIn(fields: Fields): SentWindow {
  const typed = {
    at: fields.text('at'),
    length: fields.text('length'),
    length_unit: fields.text('length_unit'),
    weekly_zone: fields.text('weekly_zone'),
  }
  const days = [...new Set(fields.all('days').map(Number))]
    .filter((day) => Number.isInteger(day) && day >= 1 && day <= 7)
    .toSorted((a, b) => a - b)
  const minutes = minutesIn(fields, 'length')
  const at = /^((?:[01]\d|2[0-3]):[0-5]\d)(?::00)?$/.exec(typed.at)?.[1]
  const problems = problemsOf(
    days.length === 0 && { field: 'days', says: 'Choose at least one day.' },
    at === undefined && { field: 'at', says: 'Enter when the window opens, such as 02:30.' },
    typeof minutes !== 'number' || minutes === 0
      ? { field: 'length', says: 'Enter how long the window lasts: a whole number.' }
      : undefined,
    !isZone(typed.weekly_zone) && { field: 'weekly_zone', says: NO_ZONE },
  )
  const filled = { typed, problems }
  if (problems.length > 0 || at === undefined || typeof minutes !== 'number') return { filled }
  return judged(filled, { kind: 'weekly', days, at, minutes, zone: typed.weekly_zone })
}
