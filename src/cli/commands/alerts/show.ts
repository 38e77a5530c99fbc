import { type Command, EXIT } from '../../command.ts'
import { withoutControl } from '../../io.ts'
import { json, when } from '../../table.ts'
import { aboutOne, DESTINATION_OPERAND, JSON_OPTION, OWNER_OPTIONS } from './meant.ts'
import { asJson, kindWords, stateWords } from './told.ts'

export const alertsShow: Command = {
  name: 'alerts show',
  summary: 'Shows a webhook or an alert channel',
  about: 'URLs and secrets are never shown again.',
  operands: [DESTINATION_OPERAND],
  options: { ...OWNER_OPTIONS, json: JSON_OPTION },
  configured: true,
  run: aboutOne(async ({ io, isSet }, _about, destination) => {
    if (isSet('json')) {
      io.out(json(asJson(destination)))
      return EXIT.done
    }
    const { id, name, kind, shown, filter, createdAt, earlierSecretUntil } = destination
    const lines = [
      ['name', name],
      ['id', id],
      ['kind', kindWords(kind)],
      ['address', shown],
      ['state', stateWords(destination)],
      ['events', filter.types.join(', ')],
      ...(filter.monitorIds ? [['monitors', filter.monitorIds.join(', ')]] : []),
      ...(filter.domainIds ? [['domains', filter.domainIds.join(', ')]] : []),
      ...(earlierSecretUntil
        ? [['earlier secret', `signs as well until ${when(earlierSecretUntil, '')}`]]
        : []),
      ['added', when(createdAt, '')],
    ]
    io.out(withoutControl(lines.map(([label = '', text = '']) => `${label.padEnd(16)}${text}\n`).join('')))
    return EXIT.done
  }),
}
