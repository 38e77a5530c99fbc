import { entriesOf } from '../../frame/entries.ts'
import type { Site } from '../../site.ts'
import type { Visitor } from '../../viewer.ts'
import { Mark } from '../mark.tsx'
import { AccountButtons } from './account-buttons.tsx'
import { Links } from './links.tsx'
import { SiteNav } from './site-nav.tsx'

/** What stands above every page: what can be begun, and who is signed in. */
export function Header({ site }: { site: Site }) {
  const { visitor } = site
  return (
    <header class={visitor ? 'site-header has-menus' : 'site-header'}>
      <a class="brand" href={site.href.home}>
        <Mark />
        <span class="brand-name">{site.name}</span>
      </a>
      <SiteNav site={site} />
      {visitor && <Menus site={site} visitor={visitor} />}
      {site.hasPeople && !visitor && (
        <a class="sign-in" href={site.href.signIn}>
          Sign in
        </a>
      )}
    </header>
  )
}

/** Folded without JavaScript; with it they close by Escape and by a click beside them. */
function Menus({ site, visitor }: { site: Site; visitor: Visitor }) {
  const { person, account, accounts } = visitor
  const hasAccountMenu = accounts.length > 0 || account !== undefined
  return (
    <div class="menus">
      {hasAccountMenu && (
        <details class="menu">
          <summary>
            <span class="unseen">Account: </span>
            <span class="menu-name">{account?.name ?? 'No account'}</span>
          </summary>
          <div class="menu-panel">
            {account && <p class="quiet">{roleIn(account)}</p>}
            <Links entries={entriesOf('settings', visitor)} path={visitor.path} />
            <AccountButtons site={site} visitor={visitor} />
          </div>
        </details>
      )}
      <details class="menu">
        <summary>
          <span class="unseen">You: </span>
          <span class="menu-name">{person.name === '' ? person.email : person.name}</span>
        </summary>
        <div class="menu-panel">
          <p class="quiet">{person.email}</p>
          <Links entries={entriesOf('me', visitor)} path={visitor.path} />
          <Links entries={entriesOf('admin', visitor)} path={visitor.path} />
          <form method="post" action={site.href.signOut}>
            <button type="submit" class="menu-item">
              Sign out
            </button>
          </form>
        </div>
      </details>
    </div>
  )
}

const roleIn = ({ role, visitingUntil }: NonNullable<Visitor['account']>) =>
  visitingUntil ? 'You are looking inside as an instance admin.' : `Your role: ${role}`
