import { type Actor, accountOf, refusalOf } from '../../core/access/permission.ts'
import type { MailLogLine } from '../../core/mail-log.ts'
import { granted, type Refusal, type Result, refused } from '../../core/refusal.ts'
import type { MailLogPlace, MailLogQuery } from '../../store/mail-log.ts'
import type { Store } from '../../store/store.ts'
import type { Clock } from '../ports.ts'
import { MAIL_LOG_DAYS } from './recording.ts'

/** Whose mail. */
export type MailLogScope = { accountId: string } | 'instance'

/** What is wanted of a log; what is absent is no condition. */
export type MailLogFilter = Pick<MailLogQuery, 'outcome' | 'address' | 'client'>

export interface MailLogPage {
  /** By the time they happened last, newest first. */
  lines: MailLogLine[]
  /** Hand it in as `before` for what is older. Absent: there is nothing older. */
  older?: MailLogPlace
  /** Lines of these days that there was no room for. */
  leftOut: number
  /** How long lines are kept. */
  days: number
}

/** What became of mail that was brought here: for an account that of its own addresses, for administrators all. */
export interface MailLogReading {
  list(
    actor: Actor,
    scope: MailLogScope,
    filter: MailLogFilter,
    before?: MailLogPlace,
    limit?: number,
  ): Promise<Result<MailLogPage>>
}

const DAY_MS = 86_400_000
const AT_ONCE = 50

interface MailLogDeps {
  store: Pick<Store, 'mailLog'>
  clock: Clock
  /** How long lines are kept. */
  days?: number
}

export function createMailLog({ store, clock, days = MAIL_LOG_DAYS }: MailLogDeps): MailLogReading {
  return {
    async list(actor, scope, filter, before, limit = AT_ONCE) {
      const refusal = refusalFor(actor, scope)
      if (refusal) return refused(refusal)
      const of = scope === 'instance' ? {} : scope
      const since = new Date(clock.now().getTime() - days * DAY_MS)
      const [found, leftOut] = await Promise.all([
        store.mailLog.list({ ...filter, ...of, ...(before && { before }), limit: limit + 1 }),
        store.mailLog.leftOut(since, scope === 'instance' ? undefined : scope.accountId),
      ])
      const lines = found.slice(0, limit)
      const last = found.length > limit ? lines.at(-1) : undefined
      return granted({
        lines: scope === 'instance' ? lines.map(withoutSender) : lines,
        leftOut,
        days,
        ...(last && { older: { at: last.lastAt, id: last.id } }),
      })
    },
  }
}

/** Who administers the instance has no right in an account: of the senders of its mail they see the domains. */
function withoutSender(line: MailLogLine): MailLogLine {
  const { mailFrom } = line
  if (line.accountId === undefined || !mailFrom) return line
  return { ...line, mailFrom: mailFrom.slice(Math.max(0, mailFrom.lastIndexOf('@'))) }
}

function refusalFor(actor: Actor, scope: MailLogScope): Refusal | undefined {
  const refusal = refusalOf(actor, scope === 'instance' ? 'instance.read' : 'mail_log.read')
  if (refusal || scope === 'instance' || actor.kind === 'operator') return refusal
  return accountOf(actor) === scope.accountId ? undefined : { kind: 'not_found', what: 'page' }
}
