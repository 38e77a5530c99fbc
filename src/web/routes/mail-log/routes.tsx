import type { Actor } from '../../../core/access/permission.ts'
import type { MailLogScope } from '../../../services/mail-log/mail-log.ts'
import type { AdministrationDeps, WebDeps } from '../../deps.ts'
import { MAIL_LOG_LINKS } from '../../links/mail-log.ts'
import { MailLogDocument, type MailLogPlace } from '../../pages/mail-log/log.tsx'
import { noSuchPage } from '../../pages/plain.tsx'
import { ownPage } from '../../respond.ts'
import { by, type Route, type Visit } from '../../router.ts'
import { mailLogAsked } from './query.ts'

interface MailLogDeps extends Pick<AdministrationDeps, 'mailLog' | 'audit'>, Pick<WebDeps, 'clock'> {}

/** What became of mail: of an account's addresses at `/tests/mail-log`, of all at `/admin/mail`. */
export function mailLogRoutes(route: Route, deps: MailLogDeps): void {
  const { mailLog, adminMail } = MAIL_LOG_LINKS
  route(mailLog, {
    get: by('mail_log.read', (visit) =>
      show(deps, { area: 'settings', href: mailLog }, { accountId: visit.account.id }, visit),
    ),
  })
  route(adminMail, {
    get: by('instance.read', async (visit) => {
      const accounts = await deps.audit.accountNames()
      return show(deps, { area: 'admin', href: adminMail, accounts }, 'instance', visit)
    }),
  })
}

async function show(
  { mailLog, clock }: MailLogDeps,
  place: MailLogPlace,
  scope: MailLogScope,
  { request, site, actor }: Visit & { actor: Actor },
): Promise<Response> {
  const { filter, before, filled } = mailLogAsked(new URL(request.url))
  const page = await mailLog.list(actor, scope, filter, before)
  if (!page.ok) return noSuchPage(site)
  return ownPage(
    <MailLogDocument
      {...{ site, place, filled }}
      page={page.value}
      isLater={before !== undefined}
      now={clock.now()}
    />,
  )
}
