import type { MonitorView } from '../../../services/monitors/told.ts'
import { Form } from '../../components/form/form.tsx'
import type { Site } from '../../site.ts'
import { SettingsFields, type SettingsForm } from './fields.tsx'
import { MonitorFrame } from './frame.tsx'

interface SettingsProps {
  site: Site
  monitor: MonitorView
  form: SettingsForm
}

/** `/monitors/<id>/settings`: what is expected of it. */
export function MonitorSettingsDocument({ site, monitor, form }: SettingsProps) {
  const { href } = site
  return (
    <MonitorFrame site={site} monitor={monitor} title="Settings">
      <Form
        action={href.monitorSettings(monitor.id)}
        button="Save the settings"
        cancel={{ href: href.monitor(monitor.id), words: 'Cancel' }}
        filled={form.filled}
      >
        <SettingsFields site={site} kind={monitor.subject.kind} form={form} />
      </Form>
    </MonitorFrame>
  )
}
