import { type DmarcPolicy, isPolicy } from './policy-words.ts'
import type { DmarcRecord } from './tags.ts'

/** What receivers do with mail of the domain itself, of names below it, and of names below it that do not exist. */
export type AppliedPolicy = Record<'p' | 'sp' | 'np', DmarcPolicy>

const POLICY_TAGS = ['p', 'sp', 'np'] as const
const STRENGTH: Readonly<Record<DmarcPolicy, number>> = { none: 0, quarantine: 1, reject: 2 }
const NOTHING: AppliedPolicy = { p: 'none', sp: 'none', np: 'none' }

/** An address that reports can be sent to, by its form (RFC 9989 4.8); a size limit behind it was allowed once. */
const REPORT_ADDRESS =
  /^[a-z][a-z0-9+.-]{0,30}:(?:[a-z0-9\-._~:/?#[\]@$&'()*+;=]|%[0-9a-f]{2})*(?:![0-9]{1,20}[kmgt]?)?$/i

/** Does the record ask for reports at an address that is one by its form? */
export function asksForReports({ tags }: DmarcRecord): boolean {
  return tags['rua']?.split(',').some((uri) => REPORT_ADDRESS.test(uri.trim())) ?? false
}

/** The tags of a policy that hold none: because of one of them, none of the record's policies applies (RFC 9989 4.10.1). */
export function unusablePolicies({ tags }: DmarcRecord): ('p' | 'sp' | 'np')[] {
  return POLICY_TAGS.filter((tag) => (tag === 'p' || tags[tag] !== undefined) && !isPolicy(tags[tag]))
}

/** Receivers act as if the record were not there: a policy is unusable, and there is nowhere to report to. */
export function isIgnored(record: DmarcRecord): boolean {
  return unusablePolicies(record).length > 0 && !asksForReports(record)
}

/** What a record asks for, t=y counted. */
export function policyOf(record: DmarcRecord | undefined): AppliedPolicy {
  if (!record || record.unreadable || unusablePolicies(record).length > 0) return NOTHING
  const { p = 'none', sp = p, np = sp, t } = record.tags
  const applied = (policy: string): DmarcPolicy => {
    const asked = isPolicy(policy) ? policy : 'none'
    return t === 'y' ? weakened(asked) : asked
  }
  return { p: applied(p), sp: applied(sp), np: applied(np) }
}

/** RFC 9989 4.7: t=y asks for the policy one step below. */
function weakened(policy: DmarcPolicy): DmarcPolicy {
  return policy === 'reject' ? 'quarantine' : 'none'
}

/** What names below it inherit. */
export function inheritedFrom(record: DmarcRecord | undefined): AppliedPolicy {
  const { sp, np } = policyOf(record)
  return { p: sp, sp, np }
}

/** How two policies compare, at the strictest of what differs: tighter, looser, or the same. */
export function compared(before: AppliedPolicy, after: AppliedPolicy): 'tighter' | 'looser' | 'same' {
  const steps = POLICY_TAGS.map((tag) => STRENGTH[after[tag]] - STRENGTH[before[tag]])
  if (steps.some((step) => step > 0)) return 'tighter'
  return steps.some((step) => step < 0) ? 'looser' : 'same'
}
