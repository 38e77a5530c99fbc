import { withAdmin } from '../../administration.ts'
import { type Command, EXIT, fail } from '../../command.ts'
import { nobody, PERSON } from './person.ts'

export const adminDisable2fa: Command = {
  name: 'admin disable-2fa',
  summary: 'Turns off the two-step sign-in of somebody',
  about:
    'Codes of their authenticator app and recovery codes stop working, and the password alone signs them in. Make sure first that the request comes from them.',
  operands: [PERSON],
  configured: true,
  run: withAdmin(false, async ({ io, operands: [email = ''] }, { operator }) => {
    switch (await operator.disableTotp(email)) {
      case 'unknown_person':
        return nobody(io, email)
      case 'not_enabled':
        return fail(io, `${email} has no two-step sign-in.`)
      case 'disabled':
        io.say(`${email} signs in with the password alone.\n`)
        return EXIT.done
    }
  }),
}
