import { withAdmin } from '../../administration.ts'
import { type Command, EXIT, fail, misuse } from '../../command.ts'
import { nobody, PERSON } from './person.ts'

export const adminChange: Command = {
  name: 'admin change',
  summary: 'Changes the name or address of somebody',
  about:
    'They sign in with the new address from now on. Links that were mailed to the old one work no longer.',
  operands: [PERSON],
  options: {
    name: { value: 'text', sentence: 'What they are called.' },
    email: { value: 'address', sentence: 'The address to sign in with.' },
  },
  configured: true,
  examples: [['mailgauge admin change ann@example.org --email ann@example.com', 'Another address.']],
  run: withAdmin(false, async ({ io, value, operands: [who = ''] }, { operator }) => {
    const [name, email] = [value('name'), value('email')]
    if (name === undefined && email === undefined)
      return misuse(io, 'admin change: nothing to change. Give --name or --email.')
    const done = await operator.change(who, {
      ...(name !== undefined && { name }),
      ...(email !== undefined && { email }),
    })
    if (done === 'unknown_person') return nobody(io, who)
    if (done === 'email_taken') return fail(io, `Somebody here has the address ${email} already.`)
    if (typeof done === 'object') return misuse(io, done.reason)
    io.say('Changed.\n')
    return EXIT.done
  }),
}
