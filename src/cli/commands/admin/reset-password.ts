import { withAdmin } from '../../administration.ts'
import { type Command, EXIT, fail, misuse } from '../../command.ts'
import { passwordFor } from '../../secret-input.ts'
import { when } from '../../table.ts'
import { nobody, PERSON } from './person.ts'

export const adminResetPassword: Command = {
  name: 'admin reset-password',
  summary: 'Prints a link with which somebody sets a new password',
  about:
    'The link works once, for a day. With --password-stdin the password is set at once, and all their sessions end. Two-step sign-in stays on; mailgauge admin disable-2fa turns it off.',
  operands: [PERSON],
  options: { 'password-stdin': { sentence: 'Sets the password that comes on standard input.' } },
  configured: true,
  run: withAdmin(false, async (invocation, { operator }) => {
    const { io, isSet, operands } = invocation
    const [email = ''] = operands
    if (isSet('password-stdin')) {
      const given = await passwordFor(invocation)
      if ('reason' in given) return fail(io, given.reason)
      const done = await operator.setPassword(email, given.password)
      if (done === 'unknown_person') return nobody(io, email)
      if (done !== 'changed') return misuse(io, done.reason)
      io.say(`${email} has a new password, and is signed out everywhere.\n`)
      return EXIT.done
    }
    const made = await operator.resetLink(email)
    if (made === 'unknown_person') return nobody(io, email)
    io.out(`${made.link}\n`)
    io.say(`Hand this link to ${email}. It works once, until ${when(made.until, '')}.\n`)
    return EXIT.done
  }),
}
