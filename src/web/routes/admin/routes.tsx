import { ADMIN_LINKS } from '../../links/admin.ts'
import {
  BlocklistsDocument,
  ErrorsDocument,
  QueueDocument,
  SettingsDocument,
  StorageDocument,
} from '../../pages/admin/look.tsx'
import { OverviewDocument } from '../../pages/admin/overview.tsx'
import { ownPage } from '../../respond.ts'
import { by, type Handler, type Route } from '../../router.ts'
import { accountRoutes } from './accounts.tsx'
import { backupRoutes } from './backups.tsx'
import type { AdminDeps } from './deps.ts'
import { peopleOfInstanceRoutes } from './people.tsx'

type Reading = Handler<'instance.read'>

/** `/admin`: the instance, for its administrators. */
export function adminRoutes(route: Route, deps: AdminDeps): void {
  const { instance, clock } = deps
  const overview: Reading = async ({ site }) => {
    const [hosts, obstacle, queue, storage, latest] = await Promise.all([
      instance.hosts?.(),
      instance.obstacle(),
      instance.queue(),
      instance.storage(),
      deps.backups.latest().catch(() => undefined),
    ])
    const backups = { ...deps.backups.state(), ...deps.backups.setting, ...(latest && { latest }) }
    const seen = {
      backups,
      hosts,
      obstacle,
      queue,
      storage,
      lists: instance.lists(),
      errors: instance.errors(),
    }
    return ownPage(<OverviewDocument site={site} {...seen} now={clock.now()} />)
  }
  const queue: Reading = async ({ site }) =>
    ownPage(<QueueDocument site={site} now={clock.now()} queue={await instance.queue()} />)
  const storage: Reading = async ({ site }) => {
    const names = await deps.audit.accountNames()
    return ownPage(
      <StorageDocument {...{ site, names }} now={clock.now()} storage={await instance.storage()} />,
    )
  }
  const lists: Reading = ({ site }) =>
    ownPage(<BlocklistsDocument site={site} now={clock.now()} lists={instance.lists()} />)
  const errors: Reading = async ({ site }) => {
    const host = (await instance.hosts?.())?.here
    return ownPage(<ErrorsDocument site={site} now={clock.now()} errors={instance.errors()} host={host} />)
  }
  const settings: Reading = ({ site }) =>
    ownPage(<SettingsDocument site={site} settings={instance.settings()} />)

  route(ADMIN_LINKS.admin, { get: by('instance.read', overview) })
  route(ADMIN_LINKS.adminQueue, { get: by('instance.read', queue) })
  route(ADMIN_LINKS.adminStorage, { get: by('instance.read', storage) })
  route(ADMIN_LINKS.adminBlocklists, { get: by('instance.read', lists) })
  route(ADMIN_LINKS.adminErrors, { get: by('instance.read', errors) })
  route(ADMIN_LINKS.adminSettings, { get: by('instance.read', settings) })
  accountRoutes(route, deps)
  backupRoutes(route, deps)
  peopleOfInstanceRoutes(route, deps)
}
