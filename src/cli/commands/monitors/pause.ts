import { type Command, misuse } from '../../command.ts'
import { when } from '../../table.ts'
import { ACCOUNT_OPTION, aboutOne, JSON_OPTION, MONITOR_OPERAND, tell } from './meant.ts'
import { readWhen } from './times.ts'

export const monitorsPause: Command = {
  name: 'monitors pause',
  summary: 'Pauses a monitor: nothing is told',
  about: 'Messages are still tested. The time of the pause does not count for the interval.',
  operands: [MONITOR_OPERAND],
  options: {
    account: ACCOUNT_OPTION,
    until: {
      value: 'when',
      sentence: 'When it goes on: a duration from now ("2 days") or a date (2027-01-31).',
      default: 'when somebody resumes it',
    },
    json: JSON_OPTION,
  },
  configured: true,
  run: aboutOne(async (invocation, about, monitor) => {
    const { io, value } = invocation
    const text = value('until')
    const until = text === undefined ? undefined : readWhen(text, io.now())
    if (text !== undefined && !until) {
      return misuse(
        io,
        `--until: expected a duration such as "2 days" or a date such as 2027-01-31, found "${text}".`,
      )
    }
    const done = await about.admin.monitors.pause(about.actor, monitor.id, until)
    return tell(invocation, about, done, ({ name, paused }) =>
      paused?.until ? `${name} is paused until ${when(paused.until, '')}.` : `${name} is paused.`,
    )
  }),
}

export const monitorsResume: Command = {
  name: 'monitors resume',
  summary: 'Ends the pause of a monitor',
  operands: [MONITOR_OPERAND],
  options: { account: ACCOUNT_OPTION, json: JSON_OPTION },
  configured: true,
  run: aboutOne(async (invocation, about, monitor) => {
    const done = await about.admin.monitors.resume(about.actor, monitor.id)
    return tell(invocation, about, done, ({ name }) => `${name} is not paused.`)
  }),
}
