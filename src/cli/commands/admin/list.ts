import { withAdmin } from '../../administration.ts'
import { type Command, EXIT } from '../../command.ts'
import { json, table, when } from '../../table.ts'

export const adminList: Command = {
  name: 'admin list',
  summary: 'Lists people who can sign in, and marks instance admins',
  options: {
    admins: { sentence: 'Lists instance admins alone.' },
    json: { sentence: 'Prints JSON.' },
  },
  configured: true,
  run: withAdmin(false, async ({ io, isSet }, { operator }) => {
    const all = await operator.list()
    const people = isSet('admins') ? all.filter(({ isInstanceAdmin }) => isInstanceAdmin) : all
    if (isSet('json')) {
      io.out(
        json(
          people.map(({ id, email, name, isInstanceAdmin, createdAt }) => ({
            id,
            email,
            name,
            instance_admin: isInstanceAdmin,
            created_at: createdAt,
          })),
        ),
      )
    } else if (people.length === 0) {
      io.say('There is nobody yet. mailgauge admin setup-url prints the link that makes the first admin.\n')
    } else {
      const cells = people.map(({ id, email, name, isInstanceAdmin, createdAt }) => [
        email,
        name,
        isInstanceAdmin ? 'yes' : '',
        when(createdAt, ''),
        id,
      ])
      io.out(table(['EMAIL', 'NAME', 'INSTANCE ADMIN', 'CREATED', 'ID'], cells))
    }
    return EXIT.done
  }),
}
