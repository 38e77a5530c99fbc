import { type ApiKey, isKeyId } from '../../../core/access/api-key.ts'
import { keyLines } from '../../../services/api-description/key-lines.ts'
import type { AdministrationDeps, WebDeps } from '../../deps.ts'
import { readFields } from '../../forms/fields.ts'
import { unfilled } from '../../forms/problems.ts'
import { KEY_LINKS } from '../../links/keys.ts'
import { RevokeDocument, RotateDocument } from '../../pages/keys/ask.tsx'
import { KeyListDocument } from '../../pages/keys/list.tsx'
import { KeyMadeDocument } from '../../pages/keys/made.tsx'
import { NewKeyDocument } from '../../pages/keys/new.tsx'
import { noSuchPage, refusedPage } from '../../pages/plain.tsx'
import { ownPage, seeOther } from '../../respond.ts'
import { by, type Handler, type Route } from '../../router.ts'
import type { Site } from '../../site.ts'
import { doerOf } from '../doer.ts'
import { keyForm } from './form.ts'

interface KeyDeps extends Pick<AdministrationDeps, 'keys'>, Pick<WebDeps, 'clock' | 'baseUrl'> {}

type Reading = Handler<'keys.read'>
type Changing = Handler<'keys.change'>

/** `/settings/keys`: the keys of the account, one more, another secret, the end. */
export function keyRoutes(route: Route, deps: KeyDeps): void {
  route(KEY_LINKS.keys, { get: by('keys.read', listHandler(deps)) })
  route(KEY_LINKS.newKey, {
    get: by('keys.change', newHandler(deps)),
    post: by('keys.change', createHandler(deps)),
  })
  route('/settings/keys/:key/rotate', {
    get: by('keys.change', askHandler(deps, 'rotate')),
    post: by('keys.change', rotateHandler(deps)),
  })
  route('/settings/keys/:key/revoke', {
    get: by('keys.change', askHandler(deps, 'revoke')),
    post: by('keys.change', revokeHandler(deps)),
  })
}

function listHandler({ keys, clock }: KeyDeps): Reading {
  return async ({ site, actor }) => {
    const list = await keys.list(actor)
    if (!list.ok) return noSuchPage(site)
    return ownPage(<KeyListDocument site={site} list={list.value} now={clock.now()} />)
  }
}

function newHandler({ keys }: KeyDeps): Changing {
  return async ({ site, actor }) => {
    const list = await keys.list(actor)
    if (!list.ok) return noSuchPage(site)
    if (!list.value.plan.api) return withoutApi(site, list.value.plan.name)
    return ownPage(
      <NewKeyDocument
        site={site}
        id={keys.newId()}
        filled={unfilled()}
        scopes={['tests:write', 'tests:read']}
      />,
    )
  }
}

function createHandler(deps: KeyDeps): Changing {
  const { keys } = deps
  return async ({ request, site, actor, me, client }) => {
    const fields = await readFields(request)
    const id = fields.text('id')
    if (!isKeyId(id)) return madeBefore(site)
    const { filled, scopes, asked } = keyForm(fields, deps.clock.now())
    const again = (says?: string) => {
      const problems = says === undefined ? filled.problems : [{ says }]
      return ownPage(<NewKeyDocument {...{ site, id, scopes }} filled={{ ...filled, problems }} />, 400)
    }
    if (!asked) return again()
    const made = await keys.create(doerOf({ actor, me, client }), { ...asked, id })
    if (!made.ok) return noSuchPage(site)
    switch (made.value.kind) {
      case 'created':
        return shownOnce(deps, site, made.value, false)
      case 'bad_request':
        return again(made.value.reason)
      case 'too_many':
        return again(`${made.value.most} keys of this account work, which is the most. Revoke one first.`)
      case 'plan_without_api':
        return withoutApi(site, made.value.plan)
      case 'made_before':
        return madeBefore(site)
      case 'unknown_account':
        return noSuchPage(site)
    }
  }
}

function askHandler({ keys, clock }: KeyDeps, what: 'rotate' | 'revoke'): Changing {
  const Document = what === 'rotate' ? RotateDocument : RevokeDocument
  return async ({ site, actor, params }) => {
    const found = await keys.find(actor, params['key'] ?? '')
    if (!found.ok) return noSuchPage(site)
    const { key, plan } = found.value
    if (key.state === 'revoked') return isRevoked(site, key)
    if (what === 'rotate' && !plan.api) return withoutApi(site, plan.name)
    return ownPage(<Document site={site} one={key} now={clock.now()} />)
  }
}

function rotateHandler(deps: KeyDeps): Changing {
  const { keys } = deps
  return async ({ request, site, actor, params, me, client }) => {
    const was = (await readFields(request)).text('was')
    const found = await keys.find(actor, params['key'] ?? '')
    if (!found.ok) return noSuchPage(site)
    const { key } = found.value
    const rotated = await keys.rotate(doerOf({ actor, me, client }), key.id, was)
    if (!rotated.ok) return noSuchPage(site)
    switch (rotated.value.kind) {
      case 'rotated':
        return shownOnce(deps, site, rotated.value, true)
      case 'plan_without_api':
        return withoutApi(site, rotated.value.plan)
      case 'revoked_key':
        return isRevoked(site, key)
      case 'rotated_before':
        return rotatedBefore(site, key)
      case 'unknown_key':
        return noSuchPage(site)
    }
  }
}

function revokeHandler({ keys }: KeyDeps): Changing {
  return async ({ site, actor, params, me, client }) => {
    const revoked = await keys.revoke(doerOf({ actor, me, client }), params['key'] ?? '')
    return revoked.ok ? seeOther(site.href.keys) : noSuchPage(site)
  }
}

function shownOnce(
  { baseUrl }: KeyDeps,
  site: Site,
  { key, secret }: { key: ApiKey; secret: string },
  rotated: boolean,
): Response {
  const { smtpServer, program } = site
  const lines = keyLines({
    key: secret,
    scopes: key.scopes,
    baseUrl,
    ...(smtpServer !== undefined && { smtpServer }),
    ...(program !== undefined && { program }),
  })
  return ownPage(<KeyMadeDocument site={site} made={key} {...{ secret, lines, rotated }} />)
}

function withoutApi(site: Site, plan: string): Response {
  return refusedPage(site, 403, {
    title: 'The plan has no API access',
    says: `The plan “${plan}” of this account has no API access: keys can be neither created nor rotated.`,
  })
}

function madeBefore(site: Site): Response {
  return refusedPage(site, 409, {
    title: 'This key was created before',
    says: 'The form was sent a second time, and no second key was created. The key was shown once; if you do not have it, rotate it or create another one.',
  })
}

function rotatedBefore(site: Site, { name }: ApiKey): Response {
  return refusedPage(site, 409, {
    title: 'The key has another secret by now',
    says: `“${name}” was rotated since that page was made, by a form that was sent twice or by somebody else. Nothing was changed now.`,
  })
}

function isRevoked(site: Site, { name }: ApiKey): Response {
  return refusedPage(site, 409, {
    title: 'The key is revoked',
    says: `“${name}” stays revoked. Create another key in its place.`,
  })
}
