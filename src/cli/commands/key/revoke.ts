import { keyNamed, withAdmin } from '../../administration.ts'
import { type Command, EXIT, fail } from '../../command.ts'

export const keyRevoke: Command = {
  name: 'key revoke',
  summary: 'Revokes a key, at once and for good',
  operands: [
    {
      name: 'key',
      sentence: 'Its id, the characters it begins with (mg_ and seven more), or the whole key.',
    },
  ],
  configured: true,
  run: withAdmin(true, async ({ io, operands }, admin) => {
    const key = await keyNamed(admin, operands[0] ?? '')
    if (typeof key === 'string') return fail(io, key)
    const outcome = await admin.apiKeys.revoke(key.id)
    if (outcome === 'unknown_key') return fail(io, `There is no key ${key.id} any more.`)
    io.say(`Key ${key.id} "${key.name}" no longer works.\n`)
    return EXIT.done
  }),
}
