import type { MonitorView } from '../../../services/monitors/told.ts'
import { Choices } from '../../components/form/choices.tsx'
import { Field } from '../../components/form/field.tsx'
import { Form } from '../../components/form/form.tsx'
import type { Filled } from '../../forms/problems.ts'
import type { Site } from '../../site.ts'
import { MonitorFrame } from './frame.tsx'

const HOUR_MS = 3_600_000

/** How long to pause: milliseconds, until a time that is typed, or until somebody resumes it. */
export const PAUSES = [
  ['hour', 'For an hour', HOUR_MS],
  ['day', 'For a day', 24 * HOUR_MS],
  ['week', 'For a week', 7 * 24 * HOUR_MS],
  ['time', 'Until the time below', 'time'],
  ['resumed', 'Until somebody resumes it', 'open'],
] as const

interface PauseProps {
  site: Site
  monitor: MonitorView
  filled: Filled
}

/** `/monitors/<id>/pause`: asks for how long. */
export function PauseDocument({ site, monitor, filled }: PauseProps) {
  const { href } = site
  return (
    <MonitorFrame
      site={site}
      monitor={monitor}
      title="Pause"
      lede={
        monitor.subject.kind === 'mail'
          ? 'Messages are still tested, but no alert is sent and nothing becomes late.'
          : 'Its records are still checked, but no alert is sent.'
      }
    >
      <Form
        action={href.pauseMonitor(monitor.id)}
        button="Pause the monitor"
        cancel={{ href: href.monitor(monitor.id), words: 'Cancel' }}
        filled={filled}
      >
        <Choices
          name="how"
          legend="How long"
          choices={PAUSES.map(([value, words]) => ({ value, words }))}
          chosen={[filled.typed['how'] ?? 'day']}
          filled={filled}
        />
        <Field
          name="until"
          label="Until"
          hint="Only for “Until the time below”, such as 2026-12-24T08:00."
          type="datetime-local"
          filled={filled}
          optional
        />
        <Field
          name="zone"
          label="Time zone"
          hint="A name of the time zone database, such as Europe/Berlin, or UTC."
          filled={filled}
          maxlength={64}
          optional
          code
          zone
        />
      </Form>
    </MonitorFrame>
  )
}
