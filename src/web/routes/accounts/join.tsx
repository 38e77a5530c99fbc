import type { Account } from '../../../core/access/account.ts'
import type { Joining } from '../../../services/people/invitations/told.ts'
import type { SignedIn } from '../../../services/people/sessions.ts'
import { ADDRESS_FORM } from '../../../services/people/sign-in/setup.ts'
import { type Fields, readFields } from '../../forms/fields.ts'
import { type Filled, type Problem, unfilled } from '../../forms/problems.ts'
import type { Visit } from '../../frame/needs.ts'
import { signInFor } from '../../frame/next.ts'
import { JoinDocument } from '../../pages/accounts/join.tsx'
import { TellDocument } from '../../pages/accounts/tell.tsx'
import { ownPage, seeOther } from '../../respond.ts'
import { by, type Handler, type Route } from '../../router.ts'
import type { AccountRoutesDeps } from './deps.ts'

/** Invitations as whoever has the link opens them. The token stands in the path alone: no page sends it elsewhere, and the log
 * names routes by their pattern. */
export function joinRoutes(route: Route, deps: AccountRoutesDeps): void {
  const { invitations, sessions } = deps

  const shown = async (visit: Visit, filled: Filled, status = 200) => {
    const { site, viewer } = visit
    const token = tokenOf(visit)
    const opened = await invitations.open(token)
    if (opened.kind === 'unknown') return unknownPage(visit)
    if (opened.kind === 'expired') return expiredPage(visit, opened.account)
    const { email } = opened.invitation
    const me = viewer.person
    if (me && email !== undefined && !invitations.isFor(opened.invitation, me.person))
      return forAnotherPage(visit, email)
    return ownPage(
      <JoinDocument
        site={site}
        token={token}
        open={opened}
        {...(me && { me })}
        newcomers={invitations.newcomers}
        filled={filled}
      />,
      status,
    )
  }

  const accept = async (visit: Visit, me: SignedIn) => {
    const { site, client } = visit
    const accepted = await invitations.accept(tokenOf(visit), me.person, client)
    switch (accepted.kind) {
      case 'accepted':
        await sessions.switchTo(me.session, accepted.account.id)
        return seeOther(`${site.href.account}?done=joined`)
      case 'is_member':
        return memberPage(visit, accepted.account)
      case 'for_another':
        return forAnotherPage(visit, accepted.email)
      case 'expired':
        return expiredPage(visit, accepted.account)
      case 'unknown':
        return unknownPage(visit)
    }
  }

  const joinAnew = async (visit: Visit, fields: Fields) => {
    const { request, site, client } = visit
    const typed = { email: fields.text('email'), name: fields.text('name') }
    const joined = await invitations.join(tokenOf(visit), {
      ...typed,
      password: fields.secret('password'),
      client,
    })
    if (joined.kind === 'joined') {
      const cookie = await sessions.begin({
        person: joined.person,
        method: 'invitation',
        stage: 'whole',
        accountId: joined.account.id,
        from: { client, agent: request.headers.get('user-agent') ?? '' },
        cookie: request.headers.get('cookie'),
      })
      return seeOther(`${site.href.account}?done=joined`, { 'set-cookie': cookie })
    }
    if (joined.kind === 'expired') return expiredPage(visit, joined.account)
    const problem = problemOf(joined)
    return problem ? shown(visit, { typed, problems: [problem] }, 422) : unknownPage(visit)
  }

  const post: Handler = async (visit) => {
    const fields = await readFields(visit.request)
    const me = visit.viewer.person
    if (me) return accept(visit, me)
    // The session ended while the page was open.
    if (fields.text('as') === 'me') return seeOther(signInFor(visit.site.href.join(tokenOf(visit))))
    return joinAnew(visit, fields)
  }

  route('/join/:invitation', {
    get: by('anybody', (visit) => shown(visit, unfilled())),
    post: by('anybody', post),
  })
}

const tokenOf = ({ params }: Visit) => params['invitation'] ?? ''

function problemOf(joined: Exclude<Joining, { kind: 'joined' | 'expired' }>): Problem | undefined {
  switch (joined.kind) {
    case 'bad_email':
      return { field: 'email', says: ADDRESS_FORM }
    case 'for_another':
      return { says: `This invitation is for ${joined.email}.` }
    case 'email_taken':
      return {
        field: 'email',
        says: 'Somebody signs in with this address already. If that is you, sign in and accept.',
      }
    case 'bad_name':
      return { field: 'name', says: joined.reason }
    case 'bad_password':
      return { field: 'password', says: joined.reason }
    case 'no_newcomers':
      return {
        says: 'This site does not create new sign-ins by invitation. Sign in with the one that you have, then accept.',
      }
    case 'busy':
      return { says: 'Too many people are signing in at once. Try again in a minute.' }
    case 'unknown':
      return undefined
  }
}

function unknownPage({ site, viewer }: Visit): Response {
  return ownPage(
    <TellDocument
      site={site}
      title="This invitation does not work"
      says="It was accepted or revoked, the account was deleted, or the link is incomplete. Ask for a new one."
    >
      {viewer.person ? (
        <p>
          If you accepted it, the account is among <a href={site.href.accounts}>your accounts</a>. Otherwise
          ask for a new invitation.
        </p>
      ) : (
        <p>
          If you accepted it, <a href={site.href.signIn}>sign in</a>. Otherwise compare the link with the
          original, or ask for a new invitation.
        </p>
      )}
    </TellDocument>,
    404,
  )
}

function expiredPage({ site }: Visit, { name }: Account): Response {
  return ownPage(
    <TellDocument
      site={site}
      title="This invitation has expired"
      says={
        <>
          The invitation to <span class="unbroken">{name}</span> was not accepted in time. Ask whoever sent it
          for a new one.
        </>
      }
    />,
    410,
  )
}

function forAnotherPage({ site, viewer }: Visit, email: string): Response {
  return ownPage(
    <TellDocument
      site={site}
      title="This invitation is for somebody else"
      says={
        <>
          It is for <span class="unbroken">{email}</span>, and you are signed in as{' '}
          <span class="unbroken">{viewer.person?.person.email}</span>.
        </>
      }
    >
      <p>
        If that address is yours too, sign out, open the link again and sign in with it. Otherwise ask for an
        invitation to your own address. The invitation still works.
      </p>
      <form method="post" action={site.href.signOut}>
        <button type="submit" class="button button-quiet">
          Sign out
        </button>
      </form>
    </TellDocument>,
    403,
  )
}

function memberPage({ site }: Visit, { name }: Account): Response {
  return ownPage(
    <TellDocument
      site={site}
      title="You are in this account already"
      says={
        <>
          You need no invitation to <span class="unbroken">{name}</span>. It still works for somebody else.
        </>
      }
    >
      <p>
        <a class="button" href={site.href.accounts}>
          Your accounts
        </a>
      </p>
    </TellDocument>,
    409,
  )
}
