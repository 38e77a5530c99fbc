import { type Command, EXIT, fail } from '../../command.ts'
import { ACCOUNT_OPTION, aboutOne, MONITOR_OPERAND, refusalWords } from './meant.ts'

export const monitorsDelete: Command = {
  name: 'monitors delete',
  summary: 'Deletes a monitor',
  about: 'Mail to its address is refused from then on. The tests of its messages stay until they expire.',
  operands: [MONITOR_OPERAND],
  options: { account: ACCOUNT_OPTION },
  configured: true,
  run: aboutOne(async ({ io }, { admin, actor }, monitor) => {
    const done = await admin.monitors.delete(actor, monitor.id)
    if (!done.ok) return fail(io, refusalWords(done.refusal))
    io.say(`${monitor.name} is deleted.\n`)
    return EXIT.done
  }),
}
