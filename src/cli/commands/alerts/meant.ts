import type { Admin } from '../../../app/admin.ts'
import { didYouMean } from '../../../config/suggest.ts'
import type { Refusal, Result } from '../../../core/refusal.ts'
import type { DestinationActor, DestinationView } from '../../../services/destinations/told.ts'
import { KeyUnusable } from '../../../services/secrets/key-ring.ts'
import { accountMeant, withAdmin } from '../../administration.ts'
import { type Command, EXIT, fail, type Invocation, misuse } from '../../command.ts'
import { withoutControl } from '../../io.ts'
import { json } from '../../table.ts'
import { asJson } from './told.ts'

/** Whose destinations are meant. */
export const OWNER_OPTIONS = {
  account: {
    value: 'name',
    sentence: 'The account whose webhooks and channels they are.',
    default: 'default where there is one, else the only one',
  },
  instance: { sentence: 'Those of the service itself, which are told how it is.' },
} as const
export const DESTINATION_OPERAND = {
  name: 'destination',
  sentence: 'The name of a webhook or channel, or its id.',
} as const
export const JSON_OPTION = { sentence: 'Prints JSON.' } as const

/** What a command about destinations stands on. */
export interface About {
  admin: Admin
  actor: Extract<DestinationActor, { kind: 'operator' }>
}

/** Makes a `run` that gets whose destinations are meant. */
export function aboutAlerts(run: (invocation: Invocation, about: About) => Promise<number>): Command['run'] {
  return withAdmin(false, (invocation, admin) =>
    about(invocation, admin, run).catch((cause) => {
      if (cause instanceof KeyUnusable) return fail(invocation.io, withoutControl(cause.message))
      throw cause
    }),
  )
}

async function about(
  invocation: Invocation,
  admin: Admin,
  run: (invocation: Invocation, about: About) => Promise<number>,
): Promise<number> {
  const { io, isSet, value } = invocation
  if (isSet('instance'))
    return value('account') === undefined
      ? run(invocation, { admin, actor: { kind: 'operator' } })
      : misuse(io, '--account and --instance exclude each other.')
  const usual = value('account') ?? ((await admin.accounts.byName('default')) && 'default')
  const account = await accountMeant(admin, usual)
  if (typeof account === 'string') return fail(io, withoutControl(account))
  return run(invocation, { admin, actor: { kind: 'operator', accountId: account.id } })
}

/** The same, with the destination that is named first. */
export function aboutOne(
  run: (invocation: Invocation, about: About, destination: DestinationView) => Promise<number>,
): Command['run'] {
  return aboutAlerts(async (invocation, about) => {
    const found = await meant(about, invocation.operands[0] ?? '')
    return typeof found === 'string'
      ? fail(invocation.io, withoutControl(found))
      : run(invocation, about, found)
  })
}

async function meant({ admin, actor }: About, typed: string): Promise<DestinationView | string> {
  const listed = await admin.destinations.list(actor)
  const all = listed.ok ? listed.value : []
  const found = all.find(({ name }) => name === typed) ?? all.find(({ id }) => id === typed)
  if (found) return found
  const names = all.map(({ name }) => name)
  return `There is no webhook or channel "${typed.slice(0, 300)}"${didYouMean(typed, names, (name) => `"${name}"`)} mailgauge alerts list shows them.`
}

/** What a refusal means for the operator. */
export function refusalWords(refusal: Refusal): string {
  if (refusal.kind === 'bad_request' || refusal.kind === 'limit_reached') return refusal.reason
  if (refusal.kind === 'not_found')
    return refusal.what === 'delivery' ? 'There is no such delivery.' : 'It is gone.'
  return refusal.kind === 'out_of_space' ? 'There is no space left.' : `Refused (${refusal.kind}).`
}

/** Tells what a destination is now, with `--json` for programs; or why it was not done. */
export function tell(
  { io, isSet }: Invocation,
  done: Result<DestinationView>,
  words: (destination: DestinationView) => string,
): number {
  if (!done.ok) return fail(io, refusalWords(done.refusal))
  if (isSet('json')) io.out(json(asJson(done.value)))
  else io.say(withoutControl(`${words(done.value)}\n`))
  return EXIT.done
}
