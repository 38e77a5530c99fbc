import type { Delivery } from '../../../core/watching/destination.ts'
import { type Command, EXIT, fail } from '../../command.ts'
import { withoutControl } from '../../io.ts'
import { json } from '../../table.ts'
import {
  type About,
  aboutOne,
  DESTINATION_OPERAND,
  JSON_OPTION,
  OWNER_OPTIONS,
  refusalWords,
} from './meant.ts'
import { deliveryJson } from './told.ts'

const LOOK_EVERY_MS = 250
const WAIT_MS = 30_000

export const alertsTest: Command = {
  name: 'alerts test',
  summary: 'Sends a test to a webhook or an alert channel',
  about:
    'The running service sends it; what came of it is told, for which it waits for half a minute. Fails when it was not taken.',
  operands: [DESTINATION_OPERAND],
  options: { ...OWNER_OPTIONS, json: JSON_OPTION },
  configured: true,
  run: aboutOne(async ({ io, isSet }, about, { id, name }) => {
    const tested = await about.admin.destinations.test(about.actor, id)
    if (!tested.ok) return fail(io, refusalWords(tested.refusal))
    const sent = await ended(about, id, tested.value)
    if (isSet('json')) io.out(json(deliveryJson(sent)))
    else
      io.say(
        withoutControl(
          sent.attempts === 0
            ? `${name}: nothing was sent within ${WAIT_MS / 1000} seconds. The service sends it when it runs: mailgauge serve.\n`
            : `${name}: ${sent.says ?? ''}\n`,
        ),
      )
    return sent.state === 'delivered' ? EXIT.done : EXIT.failed
  }),
}

/** The delivery once it was tried, or as it is when the time is up. */
async function ended({ admin, actor }: About, id: string, delivery: Delivery): Promise<Delivery> {
  let last = delivery
  for (let waited = 0; last.attempts === 0 && waited < WAIT_MS; waited += LOOK_EVERY_MS) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
    const read = await admin.destinations.delivery(actor, id, delivery.id)
    if (!read.ok) return last
    last = read.value.delivery
  }
  return last
}
