import { type Action, refusalOf } from '../../core/access/permission.ts'
import { actorIn } from '../../services/people/sessions.ts'
import { ADMIN_LINKS } from '../links/admin.ts'
import { ALERT_LINKS } from '../links/alerts.ts'
import { DMARC_LINKS } from '../links/dmarc.ts'
import { DOMAIN_LINKS } from '../links/domains.ts'
import { HISTORY_LINKS } from '../links/history.ts'
import { KEY_LINKS } from '../links/keys.ts'
import { MAIL_LOG_LINKS } from '../links/mail-log.ts'
import { MONITOR_LINKS } from '../links/monitors.ts'
import { TEST_LINKS } from '../links/tests.ts'
import { OPEN_ID, PASSKEYS, TWO_FACTOR } from '../pages/factors/paths.ts'
import type { Visitor } from '../viewer.ts'
import { CHECKLIST } from './checklist.ts'

/** The menus of the header, and of the pages that lie behind them. */
export type Area = 'site' | 'me' | 'settings' | 'admin'

/** A page that menus lead to. */
export interface Entry {
  area: Area
  words: string
  href: string
  /** What its page needs; who may not do it is not led there. */
  needs: 'person' | Action
  /** Absent where people do not sign in so. */
  way?: 'factors' | 'provider'
}

/** Every page behind the menus, in their order. */
const ENTRIES: readonly Entry[] = [
  { area: 'site', words: 'New test', href: TEST_LINKS.newTest, needs: 'tests.create' },
  { area: 'site', words: 'Tests', href: TEST_LINKS.tests, needs: 'tests.read' },
  { area: 'site', words: 'Domains', href: DOMAIN_LINKS.domains, needs: 'domains.read' },
  { area: 'site', words: 'DMARC', href: DMARC_LINKS.dmarc, needs: 'dmarc.read' },
  { area: 'site', words: 'Monitors', href: MONITOR_LINKS.monitors, needs: 'monitors.read' },
  { area: 'me', words: 'Your profile', href: '/me', needs: 'person' },
  { area: 'me', words: 'Two-step sign-in', href: TWO_FACTOR.path, needs: 'person', way: 'factors' },
  { area: 'me', words: 'Passkeys', href: PASSKEYS.path, needs: 'person', way: 'factors' },
  { area: 'me', words: 'Single sign-on', href: OPEN_ID.path, needs: 'person', way: 'provider' },
  { area: 'me', words: 'Your accounts', href: '/accounts', needs: 'person' },
  { area: 'settings', words: 'People', href: '/settings/people', needs: 'members.read' },
  { area: 'settings', words: 'Account', href: '/settings/account', needs: 'account.read' },
  { area: 'settings', words: 'History', href: HISTORY_LINKS.history, needs: 'tests.read' },
  { area: 'settings', words: 'API keys', href: KEY_LINKS.keys, needs: 'keys.read' },
  { area: 'settings', words: 'Alerts', href: ALERT_LINKS.alerts.list, needs: 'alerts.read' },
  { area: 'settings', words: 'Mail log', href: MAIL_LOG_LINKS.mailLog, needs: 'mail_log.read' },
  { area: 'settings', words: 'Audit log', href: KEY_LINKS.audit, needs: 'audit.read' },
  { area: 'admin', words: 'Overview', href: ADMIN_LINKS.admin, needs: 'instance.read' },
  { area: 'admin', words: 'Set-up', href: CHECKLIST, needs: 'instance.read' },
  { area: 'admin', words: 'Accounts', href: ADMIN_LINKS.adminAccounts, needs: 'instance.read' },
  { area: 'admin', words: 'People', href: ADMIN_LINKS.adminPeople, needs: 'instance.read' },
  { area: 'admin', words: 'Mail log', href: MAIL_LOG_LINKS.adminMail, needs: 'instance.read' },
  { area: 'admin', words: 'Queue', href: ADMIN_LINKS.adminQueue, needs: 'instance.read' },
  { area: 'admin', words: 'Storage', href: ADMIN_LINKS.adminStorage, needs: 'instance.read' },
  { area: 'admin', words: 'Backups', href: ADMIN_LINKS.adminBackups, needs: 'instance.read' },
  { area: 'admin', words: 'Blocklists', href: ADMIN_LINKS.adminBlocklists, needs: 'instance.read' },
  { area: 'admin', words: 'Alerts', href: ALERT_LINKS.adminAlerts.list, needs: 'instance.read' },
  { area: 'admin', words: 'Recent errors', href: ADMIN_LINKS.adminErrors, needs: 'instance.read' },
  { area: 'admin', words: 'Settings', href: ADMIN_LINKS.adminSettings, needs: 'instance.read' },
  { area: 'admin', words: 'Audit log', href: ADMIN_LINKS.adminAudit, needs: 'instance.read' },
]

/** The pages of an area that this visitor may see. */
export function entriesOf(area: Area, visitor: Visitor): Entry[] {
  return ENTRIES.filter(
    ({ area: its, needs, way }) => its === area && (!way || visitor.ways[way]) && maySee(visitor, needs),
  )
}

/** Whether whoever is signed in may do it in the account that they look at. */
export function mayIn(visitor: Visitor | undefined, action: Action): boolean {
  return visitor !== undefined && maySee(visitor, action)
}

function maySee({ person, account }: Visitor, needs: Entry['needs']): boolean {
  if (needs === 'person') return true
  if (needs.startsWith('instance.'))
    return person.isInstanceAdmin && !refusalOf({ kind: 'instance_admin', personId: person.id }, needs)
  return account !== undefined && !refusalOf(actorIn(person, account), needs)
}
