import { typesFor } from '../../../services/destinations/event-types.ts'
import { type Command, misuse } from '../../command.ts'
import { withoutControl } from '../../io.ts'
import { FILTER_OPTIONS, filterFrom } from './filter.ts'
import { aboutOne, DESTINATION_OPERAND, JSON_OPTION, OWNER_OPTIONS, tell } from './meant.ts'
import { targetFrom } from './where.ts'

export const alertsChange: Command = {
  name: 'alerts change',
  summary: 'Changes a webhook or an alert channel',
  about: 'What is not named stays as it is. What waits to be sent goes to the new address.',
  operands: [DESTINATION_OPERAND],
  options: {
    ...OWNER_OPTIONS,
    name: { value: 'name', sentence: 'How it is called from now on.' },
    to: { value: 'where', sentence: 'Where it leads from now on; - reads it from standard input.' },
    ...FILTER_OPTIONS,
    json: JSON_OPTION,
  },
  configured: true,
  run: aboutOne(async (invocation, about, { id, kind, filter }) => {
    const { io, value } = invocation
    const [name, to] = [value('name'), value('to')]
    const isFiltered = ['types', 'monitors', 'domains'].some((option) => value(option) !== undefined)
    if (name === undefined && to === undefined && !isFiltered)
      return misuse(io, 'Say what changes: --name, --to, --types, --monitors or --domains.')
    const owner = about.actor.accountId === undefined ? 'instance' : 'account'
    const wanted = isFiltered ? await filterFrom(invocation, about, filter, typesFor(owner)) : undefined
    if (typeof wanted === 'string') return misuse(io, withoutControl(wanted))
    const target = to === undefined ? undefined : await targetFrom(io, kind, to)
    if (target && 'refused' in target) return misuse(io, target.refused)
    const done = await about.admin.destinations.change(about.actor, id, {
      ...(name !== undefined && { name }),
      ...(wanted && { filter: wanted }),
      ...(target && { target }),
    })
    return tell(invocation, done, (changed) => `${changed.name} is changed.`)
  }),
}
