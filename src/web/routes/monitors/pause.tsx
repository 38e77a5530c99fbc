import { readFields } from '../../forms/fields.ts'
import { instantIn, isZone } from '../../forms/local-time.ts'
import { type Filled, problemsOf, unfilled } from '../../forms/problems.ts'
import { PAUSES, PauseDocument } from '../../pages/monitors/pause.tsx'
import { noSuchPage } from '../../pages/plain.tsx'
import { ownPage, seeOther } from '../../respond.ts'
import type { Changing, MonitorPagesDeps } from './deps.ts'
import { notDone, problemIn } from './refusals.ts'

const DEFAULT_ZONE = 'UTC'

/** Asks for how long a monitor is to pause, and pauses it. */
export function pauseHandlers({ monitors, clock }: MonitorPagesDeps): { get: Changing; post: Changing } {
  const get: Changing = async ({ site, actor, params }) => {
    const found = await monitors.read(actor, params['monitor'] ?? '')
    if (!found.ok) return noSuchPage(site)
    return ownPage(
      <PauseDocument site={site} monitor={found.value} filled={unfilled({ zone: DEFAULT_ZONE })} />,
    )
  }

  const post: Changing = async ({ request, site, actor, params }) => {
    const id = params['monitor'] ?? ''
    const found = await monitors.read(actor, id)
    if (!found.ok) return noSuchPage(site)
    const fields = await readFields(request)
    const typed = { how: fields.text('how'), until: fields.text('until'), zone: fields.text('zone') }
    const { filled, until } = pauseIn(typed, clock.now())
    const again = (as: Filled) =>
      ownPage(<PauseDocument site={site} monitor={found.value} filled={as} />, 422)
    if (until === 'wrong') return again(filled)
    const outcome = await monitors.pause(actor, id, until === 'open' ? undefined : until)
    if (outcome.ok) return seeOther(`${site.href.monitor(id)}?paused`)
    const told = problemIn(filled, outcome.refusal)
    return told ? again(told) : notDone(site, outcome.refusal)
  }

  return { get, post }
}

interface PauseAsked {
  filled: Filled
  /** open: until somebody resumes it. */
  until: Date | 'open' | 'wrong'
}

function pauseIn(typed: { how: string; until: string; zone: string }, now: Date): PauseAsked {
  const chosen = PAUSES.find(([value]) => value === typed.how)?.[2]
  const wrong = (field: string, says: string): PauseAsked => ({
    filled: { typed, problems: problemsOf({ field, says }) },
    until: 'wrong',
  })
  const filled = { typed, problems: [] }
  if (chosen === undefined) return wrong('how', 'Choose how long the monitor is to pause.')
  if (chosen === 'open') return { filled, until: 'open' }
  if (chosen !== 'time') return { filled, until: new Date(now.getTime() + chosen) }
  const zone = typed.zone || DEFAULT_ZONE
  if (!isZone(zone)) return wrong('zone', 'Enter a time zone such as Europe/Berlin, or UTC.')
  const until = instantIn(typed.until, zone)
  if (!until || until <= now) return wrong('until', 'Enter a time that is still to come.')
  return { filled, until }
}
