import type { Admin } from '../../../app/admin.ts'
import type { Config } from '../../../config/config.ts'
import { didYouMean } from '../../../config/suggest.ts'
import type { Refusal, Result } from '../../../core/refusal.ts'
import type { MonitorActor, MonitorView } from '../../../services/monitors/told.ts'
import { accountMeant, withAdmin } from '../../administration.ts'
import { type Command, EXIT, fail, type Invocation } from '../../command.ts'
import { withoutControl } from '../../io.ts'
import { json } from '../../table.ts'
import { asJson } from './told.ts'

export const ACCOUNT_OPTION = {
  value: 'name',
  sentence: 'The account whose monitors they are.',
  default: 'default where there is one, else the only one',
} as const
export const MONITOR_OPERAND = { name: 'monitor', sentence: 'The name of a monitor, or its id.' } as const
export const JSON_OPTION = { sentence: 'Prints JSON.' } as const

/** What a command about monitors stands on. */
export interface About {
  admin: Admin
  config: Config
  actor: MonitorActor
}

/** Makes a `run` that gets the account that is meant. */
export function aboutMonitors(
  run: (invocation: Invocation, about: About) => Promise<number>,
  make = false,
): Command['run'] {
  return withAdmin(make, async (invocation, admin, config) => {
    const account = await accountFor(invocation, admin, make)
    if (typeof account === 'string') return fail(invocation.io, account)
    return run(invocation, { admin, config, actor: { kind: 'operator', accountId: account.id } })
  })
}

async function accountFor({ value }: Invocation, admin: Admin, make: boolean) {
  const named = value('account')
  if (named !== undefined) return accountMeant(admin, named)
  const usual = await admin.accounts.byName('default')
  if (usual) return usual
  if (make && (await admin.accounts.list()).length === 0) return admin.accounts.ensureDefault()
  return accountMeant(admin, undefined)
}

/** The same, with the monitor that is named first. */
export function aboutOne(
  run: (invocation: Invocation, about: About, monitor: MonitorView) => Promise<number>,
): Command['run'] {
  return aboutMonitors(async (invocation, about) => {
    const [typed = ''] = invocation.operands
    const monitor = await meant(about, typed)
    return typeof monitor === 'string'
      ? fail(invocation.io, withoutControl(monitor))
      : run(invocation, about, monitor)
  })
}

async function meant({ admin, actor }: About, typed: string): Promise<MonitorView | string> {
  const all = await admin.monitors.list(actor)
  const found = all.find(({ name }) => name === typed) ?? all.find(({ id }) => id === typed)
  if (found) return found
  const names = all.map(({ name }) => name)
  return `There is no monitor "${typed.slice(0, 300)}"${didYouMean(typed, names, (name) => `"${name}"`)} mailgauge monitors list shows them.`
}

/** What a refusal means for the operator. */
export function refusalWords(refusal: Refusal): string {
  if (refusal.kind === 'bad_request' || refusal.kind === 'limit_reached') return refusal.reason
  if (refusal.kind === 'not_found') return 'It is gone.'
  return refusal.kind === 'out_of_space' ? 'There is no space left.' : `Refused (${refusal.kind}).`
}

/** Tells what a monitor is now, with `--json` for programs; or why it was not done. */
export function tell(
  { io, isSet }: Invocation,
  { config }: About,
  done: Result<MonitorView>,
  words: (monitor: MonitorView) => string,
): number {
  if (!done.ok) return fail(io, refusalWords(done.refusal))
  if (isSet('json')) io.out(json(asJson(done.value, config.site.baseUrl)))
  else io.out(withoutControl(`${words(done.value)}\n`))
  return EXIT.done
}
