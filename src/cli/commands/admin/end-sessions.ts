import { withAdmin } from '../../administration.ts'
import { type Command, EXIT } from '../../command.ts'
import { nobody, PERSON } from './person.ts'

export const adminEndSessions: Command = {
  name: 'admin end-sessions',
  summary: 'Signs somebody out everywhere',
  about: 'Password, two-step sign-in and the keys of their accounts stay as they are.',
  operands: [PERSON],
  configured: true,
  run: withAdmin(false, async ({ io, operands: [email = ''] }, { operator }) => {
    const ended = await operator.endSessions(email)
    if (ended === 'unknown_person') return nobody(io, email)
    io.say(ended === 1 ? '1 session has ended.\n' : `${ended} sessions have ended.\n`)
    return EXIT.done
  }),
}
