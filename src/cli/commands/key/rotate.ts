import { keyNamed, withAdmin } from '../../administration.ts'
import { type Command, EXIT, fail } from '../../command.ts'
import { json } from '../../table.ts'

export const keyRotate: Command = {
  name: 'key rotate',
  summary: 'Gives a key a new secret and shows it once',
  about: 'Id, name and scopes stay. The old secret stops working at once, without an overlap.',
  operands: [{ name: 'key', sentence: 'Its id, or the characters it begins with (mg_ and seven more).' }],
  options: { json: { sentence: 'Prints the key and its details as JSON.' } },
  configured: true,
  run: withAdmin(true, async ({ io, operands, isSet }, admin) => {
    const key = await keyNamed(admin, operands[0] ?? '')
    if (typeof key === 'string') return fail(io, key)
    const rotated = await admin.apiKeys.rotate(key.id)
    switch (rotated.kind) {
      case 'unknown_key':
        return fail(io, `There is no key ${key.id} any more.`)
      case 'revoked_key':
        return fail(io, `The key ${key.id} is revoked and stays so. mailgauge key create creates a new one.`)
      case 'rotated_before':
        return fail(io, `The key ${key.id} was rotated by somebody else in this moment.`)
      case 'plan_without_api':
        return fail(io, `The plan "${rotated.plan}" has no API access, so its keys cannot be rotated.`)
      case 'rotated': {
        const { id, name, scopes } = rotated.key
        if (isSet('json')) io.out(json({ id, name, scopes, key: rotated.secret }))
        else {
          io.out(`${rotated.secret}\n`)
          io.say(
            `Key ${id} "${name}" has a new secret; the old one no longer works.\nKeep it now: it is not shown again.\n`,
          )
        }
        return EXIT.done
      }
    }
  }),
}
