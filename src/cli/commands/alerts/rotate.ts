import { type Command, EXIT, fail } from '../../command.ts'
import { withoutControl } from '../../io.ts'
import { json, when } from '../../table.ts'
import { aboutOne, DESTINATION_OPERAND, JSON_OPTION, OWNER_OPTIONS, refusalWords } from './meant.ts'
import { asJson } from './told.ts'

export const alertsRotate: Command = {
  name: 'alerts rotate',
  summary: 'Gives a webhook a new signing secret',
  about:
    'For 24 hours the one before signs as well, so that the receiver can be changed meanwhile. The secret goes to standard output, this once.',
  operands: [DESTINATION_OPERAND],
  options: { ...OWNER_OPTIONS, json: JSON_OPTION },
  configured: true,
  run: aboutOne(async ({ io, isSet }, { admin, actor }, { id }) => {
    const rotated = await admin.destinations.rotate(actor, id)
    if (!rotated.ok) return fail(io, refusalWords(rotated.refusal))
    const { destination, secret } = rotated.value
    if (isSet('json')) io.out(json({ ...asJson(destination), secret }))
    else {
      const until = when(destination.earlierSecretUntil, '')
      io.say(
        withoutControl(`${destination.name} has a new secret. The earlier one signs, too, until ${until}.\n`),
      )
      io.out(`${secret}\n`)
    }
    return EXIT.done
  }),
}
