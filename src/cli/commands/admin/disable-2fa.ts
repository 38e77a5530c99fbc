import { withAdmin } from '../../administration.ts'
import { type Command, EXIT, fail } from '../../command.ts'
import { nobody, PERSON } from './person.ts'

export const adminDisable2fa: Command = {
  name: 'admin disable-2fa',
  summary: 'Takes the second factor from somebody who lost it',
  about:
    'Their codes (TOTP) and recovery codes work no longer, and the password alone signs in. Make sure that it is they who ask.',
  operands: [PERSON],
  configured: true,
  run: withAdmin(false, async ({ io, operands: [email = ''] }, { operator }) => {
    switch (await operator.disableTotp(email)) {
      case 'unknown_person':
        return nobody(io, email)
      case 'not_enabled':
        return fail(io, `${email} has no second factor.`)
      case 'disabled':
        io.say(`${email} signs in with the password alone.\n`)
        return EXIT.done
    }
  }),
}
