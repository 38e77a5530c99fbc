import type { Plan } from '../../core/access/account.ts'
import type { DomainBounds } from '../../store/domains.ts'

/** Of an account whose plan has no limit: a wildcard record would verify names without end. */
const MOST = 5_000
/** So many wait to be verified at least, so that a typing error does not block a small plan. */
const LEAST_UNVERIFIED = 20

/** How many domains an account of this plan may have. */
export function boundsOf({ domains = MOST }: Pick<Plan, 'domains'>): DomainBounds {
  const verified = Math.min(domains, MOST)
  return { verified, unverified: verified === 0 ? 0 : Math.max(verified, LEAST_UNVERIFIED) }
}
