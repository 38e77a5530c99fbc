import type { Plan } from '../../core/access/account.ts'
import { idFrom } from '../../core/access/ids.ts'
import { addressOf } from '../../core/mail-test.ts'
import { granted, type Result, refused } from '../../core/refusal.ts'
import { monitorLocalPartFrom } from '../../core/watching/address.ts'
import type { Monitor } from '../../core/watching/monitor.ts'
import { bad, type MonitorRules, type MonitorsDeps, NAME_TAKEN, noMonitor } from './deps.ts'
import { readSettings } from './settings.ts'
import type { MonitorActor, MonitorView, WantedMonitor } from './told.ts'

/** Of an account whose plan has no limit. */
const MOST = 1_000

const NO_DOMAIN = 'This is no verified domain of the account. A domain monitor needs one.'
const DOMAIN_TAKEN = 'The domain has a monitor. A domain has one at most.'

/** Makes monitors. */
export function createCreating(
  { store, accounts, clock, random, mailDomain, checks }: MonitorsDeps,
  { turnedAway, audited, view }: MonitorRules,
) {
  async function subjectOf(
    accountId: string,
    wanted: WantedMonitor['subject'],
  ): Promise<Monitor['subject'] | undefined> {
    if (wanted.kind === 'mail') return { kind: 'mail', localPart: monitorLocalPartFrom(random) }
    const domain = await store.domains.byId(accountId, wanted.domainId)
    return domain && { kind: 'domain', domainId: domain.id, domain: domain.domain }
  }

  async function add(actor: MonitorActor, monitor: Monitor, plan: Plan): Promise<Result<MonitorView>> {
    const { subject, name } = monitor
    const what = subject.kind === 'mail' ? addressOf(subject, mailDomain) : subject.domain
    const said = await audited(actor, { action: 'monitor.created', name, details: { [subject.kind]: what } })
    const outcome = await store.monitors.add(monitor, plan.monitors ?? MOST, said)
    switch (outcome) {
      case 'added':
        return granted(view(monitor))
      case 'name_taken':
        return bad(NAME_TAKEN)
      case 'domain_taken':
        return bad(DOMAIN_TAKEN)
      case 'unknown_domain':
        return bad(NO_DOMAIN)
      case 'full':
        return refused({ kind: 'limit_reached', reason: fullWords(plan) })
      case 'no_space':
        return refused({ kind: 'out_of_space' })
      case 'unknown_account':
        return noMonitor
    }
  }

  return async (actor: MonitorActor, wanted: WantedMonitor): Promise<Result<MonitorView>> => {
    const refusal = await turnedAway(actor, 'monitors.change')
    if (refusal) return refused(refusal)
    const { accountId } = actor
    const settings = readSettings(wanted, wanted.subject.kind, checks)
    if (!settings.ok) return settings
    const account = await store.accounts.byId(accountId)
    if (!account) return noMonitor
    const subject = await subjectOf(accountId, wanted.subject)
    if (!subject) return bad(NO_DOMAIN)
    const createdAt = clock.now()
    const standing = { state: 'waiting', since: createdAt, reasons: [] } as const
    const id = idFrom('mon', random)
    const monitor = { id, accountId, subject, ...settings.value, createdAt, standing }
    return add(actor, monitor, accounts.planOf(account))
  }
}

function fullWords({ name, monitors: most }: Plan): string {
  if (most === undefined)
    return `An account has at most ${MOST.toLocaleString('en-GB')} monitors. Delete one first.`
  return most === 0
    ? `The plan "${name}" has no monitors.`
    : `The plan "${name}" allows ${most} ${most === 1 ? 'monitor' : 'monitors'}, and the account has as many. Delete one first.`
}
