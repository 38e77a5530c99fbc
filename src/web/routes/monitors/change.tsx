import { DeleteMonitorDocument } from '../../pages/monitors/delete.tsx'
import { noSuchPage } from '../../pages/plain.tsx'
import { ownPage, seeOther } from '../../respond.ts'
import type { Changing, MonitorPagesDeps } from './deps.ts'
import { notDone } from './refusals.ts'

/** Going on with a monitor, and deleting it. */
export function changeHandlers({ monitors }: MonitorPagesDeps) {
  const resume: Changing = async ({ site, actor, params }) => {
    const id = params['monitor'] ?? ''
    const outcome = await monitors.resume(actor, id)
    return outcome.ok ? seeOther(`${site.href.monitor(id)}?resumed`) : notDone(site, outcome.refusal)
  }

  const askToDelete: Changing = async ({ site, actor, params }) => {
    const found = await monitors.read(actor, params['monitor'] ?? '')
    return found.ok ? ownPage(<DeleteMonitorDocument site={site} monitor={found.value} />) : noSuchPage(site)
  }

  const remove: Changing = async ({ site, actor, params }) => {
    const outcome = await monitors.delete(actor, params['monitor'] ?? '')
    return outcome.ok ? seeOther(`${site.href.monitors}?deleted`) : notDone(site, outcome.refusal)
  }

  return { resume, askToDelete, remove }
}
