import type { Command } from '../../command.ts'
import { aboutOne, DESTINATION_OPERAND, JSON_OPTION, OWNER_OPTIONS, tell } from './meant.ts'

const turning = (on: boolean) =>
  aboutOne(async (invocation, { admin, actor }, { id }) => {
    const done = await admin.destinations.setEnabled(actor, id, on)
    return tell(invocation, done, ({ name }) => `${name} is turned ${on ? 'on' : 'off'}.`)
  })

const shared = {
  operands: [DESTINATION_OPERAND],
  options: { ...OWNER_OPTIONS, json: JSON_OPTION },
  configured: true,
} as const

export const alertsEnable: Command = {
  name: 'alerts enable',
  summary: 'Turns a webhook or an alert channel on',
  about: 'What failed before no longer counts. What happened meanwhile is not sent, and can be replayed.',
  ...shared,
  run: turning(true),
}

export const alertsDisable: Command = {
  name: 'alerts disable',
  summary: 'Turns a webhook or an alert channel off',
  about: 'What waits to be sent is dropped.',
  ...shared,
  run: turning(false),
}
