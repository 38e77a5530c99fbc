import { withAdmin } from '../../administration.ts'
import { type Command, EXIT, fail, misuse } from '../../command.ts'
import { passwordFor } from '../../secret-input.ts'

export const adminCreate: Command = {
  name: 'admin create',
  summary: 'Creates an instance admin',
  about:
    'The first one owns an account, too: the one that exists, or a new one. The password is asked for on the terminal, taken from standard input with --password-stdin, or generated and printed once. Works beside a running service.',
  options: {
    email: { value: 'address', sentence: 'The address to sign in with.' },
    name: { value: 'text', sentence: 'What they are called.', default: 'the address' },
    account: {
      value: 'name',
      sentence: 'The account they own; made when there is none of that name.',
      default: 'for the first admin the only account there is, or "default"; for others none',
    },
    'password-stdin': { sentence: 'Takes the password from standard input.' },
  },
  configured: true,
  examples: [
    ['mailgauge admin create --email you@example.org', 'Asks for the password.'],
    ['mailgauge admin create --email you@example.org --password-stdin < password', 'For scripts.'],
  ],
  run: withAdmin(true, async (invocation, { operator }) => {
    const { io, value } = invocation
    const email = value('email')
    if (email === undefined)
      return misuse(io, 'admin create: --email is missing. Give the address to sign in with.')
    const given = await passwordFor(invocation)
    if ('reason' in given) return fail(io, given.reason)
    const account = value('account')
    const wanted = { email, name: value('name') ?? '', password: given.password }
    const made = await operator.create({ ...wanted, ...(account !== undefined && { account }) })
    switch (made.kind) {
      case 'bad_request':
        return misuse(io, made.reason)
      case 'email_taken':
        return fail(
          io,
          `Somebody here has the address ${email} already. mailgauge admin grant ${email} makes them an instance admin.`,
        )
      case 'which_account':
        return misuse(
          io,
          `There are several accounts (${made.names.join(', ')}). Name the one to own: --account.`,
        )
      case 'made': {
        if (given.generated) io.out(`${given.password}\n`)
        const owned = made.account
          ? ` They own the account "${made.account.name}"${made.accountMade ? ', which is new' : ''}.`
          : ''
        const kept = given.generated ? '\nThe password is not shown again.' : ''
        io.say(`${made.person.email} is an instance admin.${owned}${kept}\n`)
        return EXIT.done
      }
    }
  }),
}
