import type { Config } from '../../config/config.ts'
import { create } from '../../services/people/operator/operator.ts'
import type { Log } from '../../services/ports.ts'
import type { Store } from '../../store/store.ts'
import { StartRefused } from '../parts.ts'
import { operatorDeps } from './open-operator.ts'

/** Makes the first instance admin as people.admin_email and admin_password say, while there is none. Rejects with
 * StartRefused. */
export async function makeFirstAdmin(
  config: Pick<Config, 'site' | 'accounts' | 'people' | 'evaluation'>,
  store: Store,
  log: Log,
): Promise<void> {
  const { adminEmail: email, adminPassword: password } = config.people
  if (email === undefined || password === undefined || (await store.people.isClaimed())) return
  const made = await create(operatorDeps(config, store), { email, password, name: '' }, { kind: 'operator' })
  switch (made.kind) {
    case 'made':
      log.info({}, 'The first instance admin was made, as people.admin_email says')
      return
    case 'bad_request':
      throw new StartRefused(`people.admin_password: ${made.reason}`)
    case 'email_taken':
      throw new StartRefused(
        `people.admin_email: somebody here has ${email} already. Run: mailgauge admin grant ${email}`,
      )
    case 'which_account':
      throw new StartRefused(
        `people.admin_email: there are several accounts (${made.names.join(', ')}). Make the admin by: mailgauge admin create --email ${email} --account <name>`,
      )
  }
}
