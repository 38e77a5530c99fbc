import type { SessionActor } from '../../../services/people/sessions.ts'
import { readFields } from '../../forms/fields.ts'
import { type Filled, problemsOf } from '../../forms/problems.ts'
import type { SettingsForm } from '../../pages/monitors/fields.tsx'
import { NewDomainMonitorDocument, NewMonitorDocument } from '../../pages/monitors/new.tsx'
import { ownPage, seeOther } from '../../respond.ts'
import type { Site } from '../../site.ts'
import type { Changing, MonitorPagesDeps } from './deps.ts'
import { newForm, settingsForm } from './form.ts'
import { notDone, problemIn } from './refusals.ts'

const LONGEST_ID = 100

/** Asks for a new monitor, and makes it. */
export function createHandlers(deps: MonitorPagesDeps): { get: Changing; post: Changing } {
  const get: Changing = async ({ request, site, actor }) => {
    const { searchParams } = new URL(request.url)
    if (searchParams.get('kind') !== 'domain')
      return ownPage(<NewMonitorDocument site={site} form={newForm('mail', deps.checks)} />)
    const chosen = (searchParams.get('domain') ?? '').slice(0, LONGEST_ID)
    return domainForm(deps, { site, actor, chosen, form: newForm('domain', deps.checks) })
  }

  const post: Changing = async ({ request, site, actor }) => {
    const fields = await readFields(request)
    const isMail = fields.text('kind') !== 'domain'
    const chosen = fields.text('domain').slice(0, LONGEST_ID)
    const sent = settingsForm(fields, isMail ? 'mail' : 'domain')
    const again = (filled: Filled) => {
      const form = { ...sent, filled }
      return isMail
        ? ownPage(<NewMonitorDocument site={site} form={form} />, 422)
        : domainForm(deps, { site, actor, chosen, form }, 422)
    }
    const { typed } = sent.filled
    const problems = problemsOf(
      !isMail && chosen === '' && { field: 'domain', says: 'Choose a domain.' },
      ...sent.filled.problems,
    )
    if (problems.length > 0 || !sent.asked) return again({ typed, problems })
    const subject = isMail ? ({ kind: 'mail' } as const) : ({ kind: 'domain', domainId: chosen } as const)
    const outcome = await deps.monitors.create(actor, { ...sent.asked, windows: [], subject })
    if (outcome.ok) return seeOther(`${site.href.monitor(outcome.value.id)}?made`)
    const filled = problemIn(sent.filled, outcome.refusal)
    if (filled) return again(filled)
    if (!isMail && outcome.refusal.kind === 'not_found')
      return again({
        typed,
        problems: [{ field: 'domain', says: 'Choose a verified domain of this account.' }],
      })
    return notDone(site, outcome.refusal)
  }

  return { get, post }
}

interface AskedForDomain {
  site: Site
  actor: SessionActor
  chosen: string
  form: SettingsForm
}

/** With the verified domains that are not watched yet. */
async function domainForm(
  { domains, monitors }: MonitorPagesDeps,
  { site, actor, chosen, form }: AskedForDomain,
  status = 200,
): Promise<Response> {
  const [all, there] = await Promise.all([domains?.list(actor), monitors.list(actor)])
  const verified = (all ?? []).filter((one) => one.verified)
  const watched = new Set(there.flatMap(({ subject }) => (subject.kind === 'domain' ? subject.domainId : [])))
  const open = verified.filter(({ id }) => !watched.has(id))
  const named = open.find(({ id }) => id === chosen) ?? open[0]
  const { typed } = form.filled
  const filled = { ...form.filled, typed: { ...(named && { name: `DNS of ${named.domain}` }), ...typed } }
  return ownPage(
    <NewDomainMonitorDocument
      site={site}
      form={{ ...form, filled }}
      domains={open}
      hasDomains={verified.length > 0}
      chosen={chosen}
    />,
    status,
  )
}
