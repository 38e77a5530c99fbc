import { type Command, misuse } from '../../command.ts'
import { ACCOUNT_OPTION, aboutOne, JSON_OPTION, MONITOR_OPERAND, tell } from './meant.ts'
import { SETTING_OPTIONS, settingsFrom, writtenIn } from './settings.ts'

export const monitorsChange: Command = {
  name: 'monitors change',
  summary: 'Changes what is expected of a monitor',
  about: 'What is not named stays as it is.',
  operands: [MONITOR_OPERAND],
  options: {
    account: ACCOUNT_OPTION,
    name: { value: 'name', sentence: 'How it is called from now on.' },
    ...SETTING_OPTIONS,
    json: JSON_OPTION,
  },
  configured: true,
  examples: [
    ['mailgauge monitors change "Nightly newsletter" --grace "3 hours"', 'Gives it more time.'],
    ['mailgauge monitors change example.org --blocklists no', 'Looks at its records alone.'],
  ],
  run: aboutOne(async (invocation, about, monitor) => {
    const { io, value } = invocation
    const written = writtenIn(invocation)
    if (typeof written === 'string') return misuse(io, written)
    const name = value('name')
    const settings = settingsFrom({ ...written, ...(name !== undefined && { name }) }, monitor)
    if (typeof settings === 'string') return misuse(io, settings)
    const { windows, ...rest } = settings
    // Windows that somebody adds meanwhile stay.
    const asked = written.windows ? { ...rest, windows } : rest
    const done = await about.admin.monitors.change(about.actor, monitor.id, asked)
    return tell(invocation, about, done, (changed) => `${changed.name} is changed.`)
  }),
}
