import { type Command, EXIT, fail } from '../../command.ts'
import { withoutControl } from '../../io.ts'
import { aboutOne, DESTINATION_OPERAND, OWNER_OPTIONS, refusalWords } from './meant.ts'

export const alertsDelete: Command = {
  name: 'alerts delete',
  summary: 'Deletes a webhook or alert channel, and its deliveries',
  operands: [DESTINATION_OPERAND],
  options: OWNER_OPTIONS,
  configured: true,
  run: aboutOne(async ({ io }, { admin, actor }, { id, name }) => {
    const deleted = await admin.destinations.delete(actor, id)
    if (!deleted.ok) return fail(io, refusalWords(deleted.refusal))
    io.say(withoutControl(`${name} was deleted.\n`))
    return EXIT.done
  }),
}
