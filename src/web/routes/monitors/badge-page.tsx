import { readFields } from '../../forms/fields.ts'
import { MonitorBadgeDocument } from '../../pages/monitors/badge.tsx'
import { noSuchPage } from '../../pages/plain.tsx'
import { ownPage, seeOther } from '../../respond.ts'
import type { Changing, MonitorPagesDeps } from './deps.ts'
import { notDone } from './refusals.ts'

const DONE: Readonly<Record<string, string>> = {
  on: 'The badge is on.',
  off: 'The badge is off: its address shows nothing any more.',
}

/** Shows the badge of a monitor, and turns it on, anew or off. */
export function badgePageHandlers({ monitors }: MonitorPagesDeps): { get: Changing; post: Changing } {
  const get: Changing = async ({ request, site, actor, params }) => {
    const found = await monitors.read(actor, params['monitor'] ?? '')
    if (!found.ok) return noSuchPage(site)
    const { searchParams } = new URL(request.url)
    const done = Object.entries(DONE).find(([word]) => searchParams.has(word))?.[1]
    return ownPage(
      <MonitorBadgeDocument site={site} monitor={found.value} {...(done !== undefined && { done })} />,
    )
  }

  const post: Changing = async ({ request, site, actor, params }) => {
    const id = params['monitor'] ?? ''
    const turn = (await readFields(request)).text('turn') === 'off' ? 'off' : 'on'
    const outcome = await monitors.setBadge(actor, id, turn === 'on')
    return outcome.ok ? seeOther(`${site.href.monitorBadge(id)}?${turn}`) : notDone(site, outcome.refusal)
  }

  return { get, post }
}
