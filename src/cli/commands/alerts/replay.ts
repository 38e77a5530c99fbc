import type { DestinationView } from '../../../services/destinations/told.ts'
import { MOST_NAMED, MOST_REPLAYED } from '../../../services/destinations/told.ts'
import { type Command, EXIT, fail, type Invocation, misuse } from '../../command.ts'
import { withoutControl } from '../../io.ts'
import { readMoment } from '../monitors/times.ts'
import { type About, aboutOne, DESTINATION_OPERAND, OWNER_OPTIONS, refusalWords } from './meant.ts'

export const alertsReplay: Command = {
  name: 'alerts replay',
  summary: 'Sends deliveries once more',
  get about() {
    return `Under the same webhook-id, by which receivers drop what they have already, unless --as-new is given. Deliveries are named by their ids, or by the time they were made in: at most ${MOST_REPLAYED.toLocaleString('en')} at once, the oldest first. Those that still wait are left as they are.`
  },
  operands: [
    DESTINATION_OPERAND,
    { name: 'delivery', sentence: 'Ids of deliveries.', optional: true, several: true },
  ],
  options: {
    ...OWNER_OPTIONS,
    since: { value: 'when', sentence: 'Those made from then on: 2026-11-23, or 2026-11-23T08:00Z.' },
    until: { value: 'when', sentence: 'Those made before then.', default: 'now' },
    failed: { sentence: 'Those alone that were never taken.' },
    'as-new': { sentence: 'Each as a new delivery with a webhook-id of its own. Of named ones alone.' },
  },
  configured: true,
  examples: [
    ['mailgauge alerts replay CI --since 2026-11-20 --failed', 'All that was not taken since that day.'],
    [
      'mailgauge alerts replay CI dlv_9sVb20HyQe5RnA3u --as-new',
      'One, which the receiver takes for a new one.',
    ],
  ],
  run: aboutOne(replay),
}

async function replay(invocation: Invocation, { admin, actor }: About, { id, name }: DestinationView) {
  const { io, isSet } = invocation
  const which = whichIn(invocation)
  if (typeof which === 'string') return misuse(io, which)
  const states = isSet('failed') ? (['given_up', 'dropped'] as const) : undefined
  const done =
    'ids' in which && isSet('as-new')
      ? await admin.destinations.sendAsNew(actor, id, which.ids)
      : await admin.destinations.replay(actor, id, which, states)
  if (!done.ok) return fail(io, refusalWords(done.refusal))
  const count = done.value
  io.say(withoutControl(`${name}: ${count === 1 ? '1 delivery is' : `${count} deliveries are`} sent.\n`))
  if ('since' in which && count === MOST_REPLAYED) io.say('There may be more: run it again.\n')
  return count > 0 ? EXIT.done : fail(io, 'There is no such delivery that is over.')
}

type Which = { ids: readonly string[] } | { since: Date; until: Date }

function whichIn({ operands: [, ...ids], value, isSet, io }: Invocation): Which | string {
  const [since, until] = [value('since'), value('until')]
  if (ids.length > 0) {
    if (since !== undefined || until !== undefined) return 'Name deliveries, or a time, and not both.'
    return ids.length <= MOST_NAMED ? { ids } : `At most ${MOST_NAMED} are named at once.`
  }
  if (since === undefined) return 'Name deliveries, or give --since.'
  if (isSet('as-new')) return '--as-new goes with deliveries that are named.'
  const [from, to] = [readMoment(since), until === undefined ? io.now() : readMoment(until)]
  if (!from || !to) return 'A time is written as 2026-11-23 or 2026-11-23T08:00Z.'
  return from < to ? { since: from, until: to } : '--until comes behind --since.'
}
