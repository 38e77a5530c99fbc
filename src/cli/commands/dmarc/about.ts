import type { Admin } from '../../../app/admin.ts'
import type { Refusal } from '../../../core/refusal.ts'
import type { AggregateWindow } from '../../../services/aggregates/aggregates.ts'
import { dateOfDay, readWindow, USUAL_DAYS } from '../../../services/aggregates/window.ts'
import type { DomainActor } from '../../../services/domains/domains.ts'
import { accountMeant, withAdmin } from '../../administration.ts'
import { type Command, EXIT, fail, type Invocation, misuse } from '../../command.ts'
import { ONLY_ACCOUNT_OPTION } from '../domains/each.ts'

/** Of which domain and which days a command tells. */
export interface Asked {
  actor: DomainActor
  id: string
  domain: string
  window: AggregateWindow
}

export const DOMAIN_OPERAND = { name: 'domain', sentence: 'A domain of the account.' } as const

/** What every command about the DMARC data of a domain takes. */
export const WINDOW_OPTIONS = {
  days: { value: 'number', sentence: 'So many days that end today (UTC).', default: String(USUAL_DAYS) },
  from: { value: 'date', sentence: 'From this day (UTC) on, such as 2026-11-01.' },
  to: { value: 'date', sentence: 'Up to this day (UTC), with it.' },
  authenticated: { sentence: 'Only reports whose own mail passed DMARC.' },
  account: ONLY_ACCOUNT_OPTION,
} as const

/** Makes a `run` that tells of one domain over a window. */
export function aboutDomain(
  run: (invocation: Invocation, admin: Admin, asked: Asked) => Promise<number>,
): Command['run'] {
  return withAdmin(false, async (invocation, admin) => {
    const { io, value, operands } = invocation
    const window = windowOf(invocation)
    if (typeof window === 'string') return misuse(io, window)
    const account = await accountMeant(admin, value('account'))
    if (typeof account === 'string') return fail(io, account)
    const actor = { kind: 'operator', accountId: account.id } as const
    const typed = (operands[0] ?? '').toLowerCase().replace(/\.$/, '')
    const domains = await admin.domains.list(actor)
    const found = domains.find(({ domain, shown }) => domain === typed || shown === typed)
    if (!found) {
      return fail(
        io,
        `The account "${account.name}" has no domain "${typed}". mailgauge domains list shows them.`,
      )
    }
    return run(invocation, admin, { actor, id: found.id, domain: found.domain, window })
  })
}

function windowOf({ value, isSet, io }: Invocation): AggregateWindow | string {
  const given = { days: value('days'), from: value('from'), to: value('to') }
  const window = readWindow(given, io.now())
  if ('rule' in window) return `--${window.name} ${window.rule}.`
  return { ...window, ...(isSet('authenticated') && { authenticated: true }) }
}

/** Says why nothing can be told. */
export function notTold({ io }: Invocation, { kind }: Refusal): number {
  if (kind === 'not_found') return fail(io, 'The domain is gone.')
  if (kind === 'busy') return fail(io, 'Reading took too long. Try again, or choose fewer days.')
  io.say(`Nothing can be told (${kind}).\n`)
  return EXIT.failed
}

/** `example.org, 2026-10-24 to 2026-11-22` */
export const headingOf = ({ domain, window: { from, to } }: Asked): string =>
  `${domain}, ${from === to ? dateOfDay(from) : `${dateOfDay(from)} to ${dateOfDay(to)}`} (UTC)`
