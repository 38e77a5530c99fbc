import { ROLES, type Role } from '../../core/access/role.ts'
import type { AccountChoice, CurrentAccount } from '../../services/people/sessions.ts'
import { AccountButtons } from '../components/frame/account-buttons.tsx'
import { Layout } from '../layout.tsx'
import { ownPage } from '../respond.ts'
import type { Site } from '../site.ts'

/** A form of somebody whose session ended meanwhile. */
export function sessionEndedPage(site: Site): Response {
  return ownPage(
    <Layout site={site} title="You are signed out">
      <div class="narrow stack">
        <h1>You are signed out</h1>
        <p class="lede">Your session has ended. Nothing was changed, and what you typed was not kept.</p>
        <p>
          <a class="button" href={site.href.signIn}>
            Sign in
          </a>
        </p>
      </div>
    </Layout>,
    403,
  )
}

/** A page of an account, for somebody who looks at none. */
export function noAccountPage(site: Site): Response {
  const accounts = site.visitor?.accounts ?? []
  return ownPage(
    <Layout site={site} title="No account">
      <div class="narrow stack">
        <h1>{accounts.length > 0 ? 'Choose an account' : 'You are in no account'}</h1>
        <p class="lede">
          {accounts.length > 0
            ? 'You are no longer in the account that you were using. Continue with another one.'
            : 'This page belongs to an account. Ask somebody who has one to invite you.'}
        </p>
        {site.visitor && <AccountButtons site={site} visitor={site.visitor} />}
      </div>
    </Layout>,
    403,
  )
}

/** A page of another account than the one that somebody looks at; `path` is the page's. */
export function otherAccountPage(site: Site, { id, name }: AccountChoice, path: string): Response {
  const current = site.visitor?.account
  return ownPage(
    <Layout site={site} title="This belongs to another account">
      <div class="narrow stack">
        <h1>This belongs to {name}</h1>
        <p class="lede">
          {current ? `You are using ${current.name}. ` : ''}Switch to {name} to open this page.
        </p>
        <form method="post" action={site.href.switchAccount}>
          <input type="hidden" name="next" value={path} />
          <button type="submit" class="button" name="account" value={id}>
            Switch to {name}
          </button>
        </form>
      </div>
    </Layout>,
    403,
  )
}

/** An account that somebody wants to look at and is not in. */
export function notTheirAccountPage(site: Site): Response {
  return ownPage(
    <Layout site={site} title="You are not in that account">
      <div class="narrow stack">
        <h1>You are not in that account</h1>
        <p class="lede">It was deleted, or you were removed from it.</p>
        {site.visitor && <AccountButtons site={site} visitor={site.visitor} />}
      </div>
    </Layout>,
    404,
  )
}

/** A page for which a role does not do. */
export function notYourRolePage(site: Site, account: CurrentAccount, needed: Role | undefined): Response {
  return ownPage(
    <Layout site={site} title="Your role does not allow this">
      <div class="narrow stack">
        <h1>Your role does not allow this</h1>
        <p class="lede">
          {account.visitingUntil
            ? `You are looking inside ${account.name} as an instance admin, and can change nothing there.`
            : `In ${account.name} you are ${withArticle(account.role)}. ${needed ? whoMay(needed) : ''}`}
        </p>
        {!account.visitingUntil && <p>Somebody with that role can change yours.</p>}
      </div>
    </Layout>,
    403,
  )
}

function whoMay(needed: Role): string {
  const [last = needed, ...before] = ROLES.slice(ROLES.indexOf(needed))
    .map((role) => `${role}s`)
    .toReversed()
  const who = before.length === 0 ? last : `${before.toReversed().join(', ')} and ${last}`
  return `This is for ${who}.`
}

const withArticle = (role: Role) => (/^[aeiou]/.test(role) ? `an ${role}` : `a ${role}`)
