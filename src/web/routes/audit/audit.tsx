import type { Action } from '../../../core/access/permission.ts'
import { AUDIT_FORMATS, type AuditFormat, type AuditScope } from '../../../services/people/audit.ts'
import type { WebDeps } from '../../deps.ts'
import { ADMIN_LINKS } from '../../links/admin.ts'
import { KEY_LINKS } from '../../links/keys.ts'
import { AuditDocument, type AuditPlace } from '../../pages/audit/log.tsx'
import { noSuchPage } from '../../pages/plain.tsx'
import { ownPage, streamedFile } from '../../respond.ts'
import { by, type Handler, type Route } from '../../router.ts'
import { doerOf } from '../doer.ts'
import { auditAsked } from './query.ts'

const OF_ACCOUNT: AuditPlace = {
  area: 'settings',
  href: KEY_LINKS.audit,
  exportHref: KEY_LINKS.auditExport,
  lede: 'What people, keys and the operator of the service changed in this account. Nobody can change or remove an entry.',
}

const OF_INSTANCE: AuditPlace = {
  area: 'admin',
  href: ADMIN_LINKS.adminAudit,
  exportHref: ADMIN_LINKS.adminAuditExport,
  lede: 'What people, keys and the operator changed in all accounts and in the instance. Nobody can change or remove an entry.',
}

/** The audit log: of an account at `/settings/audit`, of the instance at `/admin/audit`. */
export function auditRoutes(route: Route, deps: WebDeps): void {
  const account = <A extends 'audit.read'>(handler: (scope: AuditScope) => Handler<A>) =>
    ((visit) => handler({ accountId: visit.account.id })(visit)) as Handler<A>
  route(KEY_LINKS.audit, { get: by('audit.read', account((scope) => showHandler(deps, OF_ACCOUNT, scope))) })
  route(KEY_LINKS.auditExport, { get: by('audit.read', account((scope) => exportHandler(deps, scope))) })
  route(ADMIN_LINKS.adminAudit, { get: by('instance.read', showHandler(deps, OF_INSTANCE, 'instance')) })
  route(ADMIN_LINKS.adminAuditExport, { get: by('instance.read', exportHandler(deps, 'instance')) })
}

type Reading = Handler<Extract<Action, 'instance.read'>> & Handler<'audit.read'>

function showHandler({ people, clock }: WebDeps, place: AuditPlace, scope: AuditScope): Reading {
  return async ({ request, site, actor }) => {
    const { filter, before, filled } = auditAsked(new URL(request.url))
    const page = await people.audit.list(actor, scope, filter, before)
    if (!page.ok) return noSuchPage(site)
    const actors = await people.audit.actors(scope, filled.typed['by'], page.value.entries)
    const accounts = scope === 'instance' ? await people.audit.accountNames() : undefined
    const whole = { ...place, ...(accounts && { accounts }) }
    return ownPage(
      <AuditDocument {...{ site, filled, actors }} place={whole} page={page.value} now={clock.now()} />,
    )
  }
}

function exportHandler({ people, clock }: WebDeps, scope: AuditScope): Reading {
  return async ({ request, site, actor, me, client }) => {
    const url = new URL(request.url)
    const format = AUDIT_FORMATS.find((one) => one === url.searchParams.get('format')) ?? 'csv'
    const lines = await people.audit.export(doerOf({ actor, me, client }), scope, auditAsked(url).filter, format)
    if (!lines.ok) return noSuchPage(site)
    const day = clock.now().toISOString().slice(0, 10)
    return streamedFile(lines.value, TYPES[format], `audit-log-${day}.${format}`)
  }
}

const TYPES: Readonly<Record<AuditFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  jsonl: 'application/jsonl; charset=utf-8',
}
