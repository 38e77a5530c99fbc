import { withAdmin } from '../../administration.ts'
import { type Command, EXIT, fail } from '../../command.ts'
import { nobody, PERSON } from './person.ts'

const granting = (isAdmin: boolean): Command['run'] =>
  withAdmin(false, async ({ io, operands: [email = ''] }, { operator }) => {
    switch (await operator.setAdmin(email, isAdmin)) {
      case 'unknown_person':
        return nobody(io, email)
      case 'last_admin':
        return fail(io, `${email} is the only instance admin. Make another one first: mailgauge admin grant.`)
      case 'unchanged':
        io.say(`${email} is ${isAdmin ? 'an instance admin already' : 'no instance admin'}.\n`)
        return EXIT.done
      case 'changed':
        io.say(`${email} is ${isAdmin ? 'an instance admin' : 'no instance admin any more'}.\n`)
        return EXIT.done
    }
  })

export const adminGrant: Command = {
  name: 'admin grant',
  summary: 'Makes somebody an instance admin',
  about: 'An instance admin opens /admin: settings, accounts, people. It gives no right in any account.',
  operands: [PERSON],
  configured: true,
  run: granting(true),
}

export const adminRevoke: Command = {
  name: 'admin revoke',
  summary: 'Takes the instance admin flag from somebody',
  about: 'They stay a member of their accounts. The last instance admin stays one.',
  operands: [PERSON],
  configured: true,
  run: granting(false),
}
