import type { Context } from '../../context.ts'
import { attention, command, type Inquiry, ok, unknown } from '../../finding.ts'

export const instanceAdmin: Inquiry<Context> = {
  id: 'instance-admin',
  title: 'Instance admin',
  read: 'docs/operating.md#instance-admin',
  needs: ['store.directory'],
  async look({ hasInstanceAdmin }) {
    const is = await hasInstanceAdmin()
    if (is === undefined)
      return unknown(
        'Whether there is an instance admin could not be found out: the database tells nothing.',
        {
          says: 'Follow what is said of the database, then look again: mailgauge doctor',
        },
      )
    if (is) return ok('There is an instance admin.')
    return attention(
      'There is no instance admin yet: nobody can sign in to set this service up.',
      command('For a link that makes the first one:', 'mailgauge admin setup-url'),
      command('Or on the terminal:', 'mailgauge admin create --email you@example.com'),
    )
  },
}
