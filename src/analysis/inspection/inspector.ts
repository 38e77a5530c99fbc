import type { Finding } from '../../core/check.ts'
import type { DomainDrawing, SignedBy } from '../../core/domain-health.ts'
import type { Clock, DnsShare, Fetcher, FetchShare, Resolver } from '../../net/ports.ts'
import type { RegistrationAnswer } from '../../net/registry-ports.ts'
import { type Conclusion, conclude } from '../analyzer.ts'
import type { AnalysisSettings } from '../context.ts'

/** Everything an inspector may touch. */
export interface InspectionContext {
  /** The domain or address that is looked at. */
  readonly name: string
  readonly settings: AnalysisSettings
  readonly clock: Clock
  /** Each share has its own limit. */
  dns(share: DnsShare): Resolver
  web(share: FetchShare): Fetcher
  /** When a registrable domain was registered, as its registry tells. */
  registration(domain: string): Promise<RegistrationAnswer>
  /** By which keys mail of the domain is known to be signed. */
  readonly signedBy?: SignedBy
  /** What is shown of the domain beside the check. */
  draw(part: DomainDrawing): void
}

/** Makes one check of an inspection, named like the analyzer that judges the same of a message. */
export interface Inspector {
  readonly name: string
  run(context: InspectionContext): Promise<Conclusion>
}

/** A finding that knows whether it makes the check fail. */
export type Inspected = Omit<Finding, 'cost'> & { fails: boolean }

/** The same, each of which makes the check fail. */
export const failing = (remarks: readonly Omit<Finding, 'cost'>[]): Inspected[] =>
  remarks.map((remark) => ({ ...remark, fails: true }))

/** Folds findings into a check that costs nothing. */
export function inspected(
  found: readonly Inspected[],
  passed: string,
  evidence: Record<string, string>,
): Conclusion {
  const failing = found.filter(({ fails }) => fails)
  const ordered = [...failing, ...found.filter(({ fails }) => !fails)]
  const findings = ordered.map(({ fails: _, ...finding }) => ({ ...finding, cost: 0 }))
  const says = failing.map((finding) => finding.says).join(' ')
  const conclusion = conclude(0, { findings, passed: says || passed, evidence })
  return failing.length > 0 ? { ...conclusion, status: 'failed' } : conclusion
}

/** The same verdict, without its price. */
export function withoutCost(conclusion: Conclusion): Conclusion {
  return { ...conclusion, score: 0 }
}
