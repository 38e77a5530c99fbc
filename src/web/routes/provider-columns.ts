import { type Actor, holdsTest, refusalOf } from '../../core/access/permission.ts'
import type { MessageView } from '../../core/message-view.ts'
import type { TestView } from '../../services/mail-tests/mail-tests.ts'
import { isProviderCheck, namedColumns, usualColumns } from '../../services/provider-columns/usual.ts'
import type { WebDeps } from '../deps.ts'
import { noSuchTest } from '../pages/plain.tsx'
import { seeOther } from '../respond.ts'
import type { Handler } from '../router.ts'
import type { ProviderChoice } from '../view.ts'

const AT_END = /@([^\s<>"(),;:@[\]\\]{1,253})>?\s*$/

interface Asked {
  request: Request
  reader: Actor
  view: TestView
  /** Absent: the message's words are not for this reader, and its sender chooses nothing. */
  messageView?: MessageView | undefined
}

/** The mailbox providers that a page shows: those of its address, else those that the account keeps, else those of the sender's domain. */
export async function providerChoice(
  { providerColumns }: WebDeps,
  { request, reader, view, messageView }: Asked,
): Promise<ProviderChoice | undefined> {
  const judged = (view.report?.checks ?? []).map(({ name }) => name).filter(isProviderCheck)
  const known = messageView?.providers.map(({ check }) => check) ?? judged
  if (known.length < 2 || view.gated) return undefined
  const { searchParams } = new URL(request.url)
  const base = {
    known,
    message: searchParams.get('m') || undefined,
    keepable: reader.kind === 'session' && providerColumns !== undefined && mayKeep(reader),
  }
  const named = namedColumns(searchParams.getAll('providers'), known)
  if (named) return { ...base, shown: named, by: 'address' }
  const kept = namedColumns((await providerColumns?.of(reader)) ?? [], known)
  if (kept) return { ...base, shown: kept, by: 'account' }
  const from = messageView && AT_END.exec(view.report?.headline.from ?? '')?.[1]
  return { ...base, shown: usualColumns(from, known), by: from === undefined ? 'nothing' : 'domain' }
}

const mayKeep = (reader: Actor) => !refusalOf(reader, 'tests.describe')

/** `/t/<token>/providers`: keeps what was chosen for all reports of the account, or forgets it. */
export function keepProviders(deps: WebDeps): Handler<'test:tests.describe'> {
  const { mailTests, providerColumns } = deps
  return async ({ request, reader, token, site }) => {
    const read = await mailTests.read(reader, token)
    if (!read.ok || !providerColumns || !holdsTest(reader, read.value.test, 'change'))
      return noSuchTest(site, token)
    const form = new URLSearchParams(await request.text())
    const known = site.checks.map(({ name }) => name).filter(isProviderCheck)
    const chosen = form.get('forget') === 'yes' ? undefined : namedColumns(form.getAll('providers'), known)
    const kept = await providerColumns.keep(reader, chosen)
    if (kept !== 'kept') return noSuchTest(site, token)
    return seeOther(`${site.href.test(token, form.get('m') || undefined)}#group-providers`)
  }
}
