import type { Context } from '../../context.ts'
import { attention, command, type Inquiry, ok } from '../../finding.ts'

export const instanceAdmin: Inquiry<Context> = {
  id: 'instance-admin',
  title: 'Instance admin',
  read: 'docs/operating.md#first-run',
  async look({ hasInstanceAdmin }) {
    if (await hasInstanceAdmin()) return ok('There is an instance admin.')
    return attention(
      'There is no instance admin yet: nobody can sign in to set this service up.',
      command('For a link that makes the first one:', 'mailgauge admin setup-url'),
      command('Or on the terminal:', 'mailgauge admin create --email you@example.com'),
    )
  },
}
