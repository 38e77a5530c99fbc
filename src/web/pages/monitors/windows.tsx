import type { MaintenanceWindow } from '../../../core/watching/monitor.ts'
import { MOST_WINDOWS } from '../../../core/watching/monitor.ts'
import type { MonitorView } from '../../../services/monitors/told.ts'
import { Choices } from '../../components/form/choices.tsx'
import { Field } from '../../components/form/field.tsx'
import { Form } from '../../components/form/form.tsx'
import { Span } from '../../components/form/span.tsx'
import { Section } from '../../components/frame/area.tsx'
import { Moment } from '../../components/moment.tsx'
import { Empty } from '../../components/shown/empty.tsx'
import { Notice } from '../../components/shown/notice.tsx'
import { type Filled, unfilled } from '../../forms/problems.ts'
import type { Site } from '../../site.ts'
import { DAY_WORDS, weeklyWords, windowKey } from '../../words/expectations.ts'
import { MonitorFrame } from './frame.tsx'

/** A window in a line. */
export function WindowWords({ window }: { window: MaintenanceWindow }) {
  if (window.kind === 'weekly') return <>{weeklyWords(window)}</>
  return (
    <>
      <Moment at={window.from} /> to <Moment at={window.until} />
    </>
  )
}

export interface WindowForms {
  once: Filled
  weekly: Filled
  /** Days that are ticked. */
  days: readonly string[]
}

interface WindowsProps {
  site: Site
  monitor: MonitorView
  forms: WindowForms
  done?: string
  now: Date
}

/** `/monitors/<id>/windows`: planned work, during which nothing is told. */
export function WindowsDocument({ site, monitor, forms, done, now }: WindowsProps) {
  const action = site.href.monitorWindows(monitor.id)
  const isFull = monitor.windows.length >= MOST_WINDOWS
  return (
    <MonitorFrame
      site={site}
      monitor={monitor}
      title="Maintenance windows"
      lede="While a window is open no alert is sent, and nothing becomes late. For what is still wrong afterwards, an alert is sent then."
    >
      {done !== undefined && <Notice kind="done">{done}</Notice>}
      {monitor.windows.length === 0 ? (
        <Empty title="No maintenance is planned">
          <p>Plan a window before work on the system that sends, or on its DNS.</p>
        </Empty>
      ) : (
        <ul class="plain window-list">
          {monitor.windows.map((window) => (
            <li key={windowKey(window)}>
              <span>
                <WindowWords window={window} />
                {isOver(window, now) && <span class="quiet"> (over)</span>}
              </span>
              <form method="post" action={action}>
                <input type="hidden" name="act" value="remove" />
                <input type="hidden" name="window" value={windowKey(window)} />
                <button type="submit" class="button button-quiet">
                  Remove
                </button>
              </form>
            </li>
          ))}
        </ul>
      )}
      {isFull ? (
        <p>A monitor has at most {MOST_WINDOWS} windows. Remove one to add another.</p>
      ) : (
        <>
          <Section id="once" title="Add a window">
            <OnceForm action={action} filled={forms.once} />
          </Section>
          <Section id="weekly" title="Add one that comes every week">
            <WeeklyForm action={action} filled={forms.weekly} days={forms.days} />
          </Section>
        </>
      )}
    </MonitorFrame>
  )
}

const isOver = (window: MaintenanceWindow, now: Date) => window.kind === 'once' && window.until <= now

/** Names of fields are of one form alone, as both stand on one page. */
export const NO_WINDOW_FORMS: WindowForms = {
  once: unfilled({ zone: 'UTC' }),
  weekly: unfilled({ weekly_zone: 'UTC' }),
  days: [],
}

const ZONE_HINT = 'A name of the time zone database, such as Europe/Berlin, or UTC.'

function OnceForm({ action, filled }: { action: string; filled: Filled }) {
  return (
    <Form action={action} button="Add the window" filled={filled}>
      <input type="hidden" name="act" value="once" />
      <Field
        name="from"
        label="From"
        hint="Such as 2026-11-23T22:00."
        type="datetime-local"
        filled={filled}
      />
      <Field name="until" label="Until" type="datetime-local" filled={filled} />
      <Field name="zone" label="Time zone" hint={ZONE_HINT} filled={filled} maxlength={64} code zone />
    </Form>
  )
}

interface WeeklyProps {
  action: string
  filled: Filled
  days: readonly string[]
}

function WeeklyForm({ action, filled, days }: WeeklyProps) {
  const choices = DAY_WORDS.map((words, at) => ({ value: String(at + 1), words }))
  return (
    <Form action={action} button="Add the weekly window" filled={filled}>
      <input type="hidden" name="act" value="weekly" />
      <Choices name="days" legend="Days" choices={choices} chosen={days} filled={filled} several />
      <Field name="at" label="Begins at" hint="Such as 02:30." type="time" filled={filled} />
      <Span name="length" label="Lasts" unit="hours" units={['minutes', 'hours', 'days']} filled={filled} />
      <Field name="weekly_zone" label="Time zone" hint={ZONE_HINT} filled={filled} maxlength={64} code zone />
    </Form>
  )
}
