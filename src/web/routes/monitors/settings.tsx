import { readFields } from '../../forms/fields.ts'
import { MonitorSettingsDocument } from '../../pages/monitors/settings.tsx'
import { noSuchPage } from '../../pages/plain.tsx'
import { ownPage, seeOther } from '../../respond.ts'
import type { Changing, MonitorPagesDeps } from './deps.ts'
import { formOf, settingsForm } from './form.ts'
import { notDone, problemIn } from './refusals.ts'

/** Shows and changes what is expected of a monitor. */
export function settingsHandlers({ monitors }: MonitorPagesDeps): { get: Changing; post: Changing } {
  const get: Changing = async ({ site, actor, params }) => {
    const found = await monitors.read(actor, params['monitor'] ?? '')
    if (!found.ok) return noSuchPage(site)
    return ownPage(<MonitorSettingsDocument site={site} monitor={found.value} form={formOf(found.value)} />)
  }

  const post: Changing = async ({ request, site, actor, params }) => {
    const id = params['monitor'] ?? ''
    const found = await monitors.read(actor, id)
    if (!found.ok) return noSuchPage(site)
    const monitor = found.value
    const sent = settingsForm(await readFields(request), monitor.subject.kind)
    const again = (filled: typeof sent.filled) =>
      ownPage(<MonitorSettingsDocument site={site} monitor={monitor} form={{ ...sent, filled }} />, 422)
    if (!sent.asked) return again(sent.filled)
    const outcome = await monitors.change(actor, id, sent.asked)
    if (outcome.ok) return seeOther(`${site.href.monitor(id)}?changed`)
    const filled = problemIn(sent.filled, outcome.refusal)
    return filled ? again(filled) : notDone(site, outcome.refusal)
  }

  return { get, post }
}
