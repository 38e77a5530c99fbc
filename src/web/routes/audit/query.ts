import { AUDIT_ACTIONS } from '../../../core/access/audit.ts'
import type { AuditFilter } from '../../../services/people/audit.ts'
import type { Filled } from '../../forms/problems.ts'

const DAY_MS = 86_400_000
const LONGEST = 100

/** What an address asks of the log. */
export interface AuditAsked {
  filter: AuditFilter
  /** Entries older than this one. */
  before?: number
  /** As the form shows it again. */
  filled: Filled
}

/** What cannot be read is no condition, and stands empty in the form. */
export function auditAsked(url: URL): AuditAsked {
  const text = (name: string) => (url.searchParams.get(name) ?? '').slice(0, LONGEST)
  const action = AUDIT_ACTIONS.find((one) => one === text('action'))
  const by = /^(?:operator|nobody|(?:per|key)_[0-9A-Za-z]{16})$/.exec(text('by'))?.[0]
  const [since, until] = [dayOf(text('since')), dayOf(text('until'))]
  const before = /^[1-9]\d{0,14}$/.test(text('before')) ? Number(text('before')) : undefined
  const whole = until && new Date(until.getTime() + DAY_MS - 1)
  return {
    filter: {
      ...(action && { action }),
      ...actorOf(by),
      ...(since && { since }),
      ...(whole && { until: whole }),
    },
    ...(before !== undefined && { before }),
    filled: {
      typed: {
        action: action ?? '',
        by: by ?? '',
        since: since ? text('since') : '',
        until: until ? text('until') : '',
      },
      problems: [],
    },
  }
}

function actorOf(by: string | undefined): AuditFilter {
  if (by === 'operator' || by === 'nobody') return { actorKind: by }
  return by === undefined ? {} : { actorId: by }
}

/** The beginning of a day of UTC that is named as 2026-11-23. */
function dayOf(text: string): Date | undefined {
  const at = new Date(/^\d{4}-\d\d-\d\d$/.test(text) ? text : Number.NaN)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text) ? at : undefined
}
