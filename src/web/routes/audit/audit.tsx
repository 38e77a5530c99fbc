import type { Actor } from '../../../core/access/permission.ts'
import { AUDIT_FORMATS, type AuditFormat, type AuditScope } from '../../../services/people/audit.ts'
import type { SignedIn } from '../../../services/people/sessions.ts'
import type { AdministrationDeps, WebDeps } from '../../deps.ts'
import type { VisitFor } from '../../frame/needs.ts'
import { ADMIN_LINKS } from '../../links/admin.ts'
import { KEY_LINKS } from '../../links/keys.ts'
import { AuditDocument, type AuditPlace } from '../../pages/audit/log.tsx'
import { noSuchPage } from '../../pages/plain.tsx'
import { ownPage, streamedFile } from '../../respond.ts'
import { by, type Route, type Visit } from '../../router.ts'
import { doerOf } from '../doer.ts'
import { auditAsked } from './query.ts'

interface AuditDeps extends Pick<AdministrationDeps, 'audit'>, Pick<WebDeps, 'clock'> {}

const OF_ACCOUNT: AuditPlace = {
  area: 'settings',
  href: KEY_LINKS.audit,
  exportHref: KEY_LINKS.auditExport,
  lede: 'What people, API keys and the operator of this server changed in this account. Nobody can change or remove an entry.',
}

const OF_INSTANCE: AuditPlace = {
  area: 'admin',
  href: ADMIN_LINKS.adminAudit,
  exportHref: ADMIN_LINKS.adminAuditExport,
  lede: 'What people, API keys and the operator changed in every account and in the instance. Nobody can change or remove an entry.',
}

/** What both logs are shown by. */
type Looking = Visit & { actor: Actor; me: SignedIn }

/** The audit log: of an account at `/settings/audit`, of the instance at `/admin/audit`. */
export function auditRoutes(route: Route, deps: AuditDeps): void {
  const own = (visit: VisitFor<'audit.read'>) => ({ accountId: visit.account.id })
  route(KEY_LINKS.audit, { get: by('audit.read', (visit) => show(deps, OF_ACCOUNT, own(visit), visit)) })
  route(KEY_LINKS.auditExport, { get: by('audit.read', (visit) => send(deps, own(visit), visit)) })
  route(ADMIN_LINKS.adminAudit, {
    get: by('instance.read', (visit) => show(deps, OF_INSTANCE, 'instance', visit)),
  })
  route(ADMIN_LINKS.adminAuditExport, { get: by('instance.read', (visit) => send(deps, 'instance', visit)) })
}

async function show(
  { audit, clock }: AuditDeps,
  place: AuditPlace,
  scope: AuditScope,
  { request, site, actor }: Looking,
): Promise<Response> {
  const { filter, before, filled } = auditAsked(new URL(request.url))
  const page = await audit.list(actor, scope, filter, before)
  if (!page.ok) return noSuchPage(site)
  const actors = await audit.actors(scope, filled.typed['by'], page.value.entries)
  const accounts = scope === 'instance' ? await audit.accountNames() : undefined
  const whole = { ...place, ...(accounts && { accounts }) }
  return ownPage(
    <AuditDocument {...{ site, filled, actors }} place={whole} page={page.value} now={clock.now()} />,
  )
}

async function send(
  { audit, clock }: AuditDeps,
  scope: AuditScope,
  { request, site, actor, me, client }: Looking,
): Promise<Response> {
  const url = new URL(request.url)
  const format = AUDIT_FORMATS.find((one) => one === url.searchParams.get('format')) ?? 'csv'
  const lines = await audit.export(doerOf({ actor, me, client }), scope, auditAsked(url).filter, format)
  if (!lines.ok) return noSuchPage(site)
  const day = clock.now().toISOString().slice(0, 10)
  return streamedFile(lines.value, TYPES[format], `audit-log-${day}.${format}`)
}

const TYPES: Readonly<Record<AuditFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  jsonl: 'application/jsonl; charset=utf-8',
}
