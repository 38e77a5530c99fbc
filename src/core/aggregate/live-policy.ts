import type { PublishedPolicy } from './report.ts'

/** The tags of a DMARC record that hold a policy: for the domain itself, for names below it, for those below it that do not exist. */
export const POLICY_TAGS = ['p', 'sp', 'np'] as const
export type PolicyTag = (typeof POLICY_TAGS)[number]

/** What a policy asks of receivers, weakest first. */
export const POLICY_WORDS = ['none', 'quarantine', 'reject'] as const
export type PolicyWord = (typeof POLICY_WORDS)[number]

/** A policy for each tag; what a record leaves out has what it follows. */
export type PolicyByTag = Readonly<Record<PolicyTag, PolicyWord>>

/** How strict a policy is. */
export const strengthOf = (policy: PolicyWord): number => POLICY_WORDS.indexOf(policy)

/** A record that governs mail, and what it asks of receivers for that mail. */
export interface Governing {
  /** The domain whose record it is. */
  domain: string
  /** As it is written. Receivers that read RFC 7489 alone go by it. */
  published: PolicyByTag
  /** With t=y counted, as RFC 9989 asks. */
  applied: PolicyByTag
}

/**
 * The DMARC record that applies to a domain, as the DNS has it. broken: receivers cannot use what stands there. unknown: the DNS
 * did not answer.
 */
export interface LivePolicy {
  state: 'found' | 'none' | 'inherited' | 'broken' | 'unknown'
  /** Where the record stands, without `_dmarc.`. */
  domain?: string
  text?: string
  /** Its name is an alias of this one. */
  alias?: string
  /** The inherited record is that of a registry, which nobody here can change. */
  registry?: true
  policy?: PublishedPolicy
  /** For mail of the domain itself. Absent: no policy, or it is not known. */
  itself?: Governing
  /** For names below it: by the record of the organization, which may be another domain. */
  below?: Governing
  /** The DNS did not say what governs names below. */
  belowUnknown?: true
  /** What is wrong, as a sentence. */
  fault?: string
}

/** What is to be written into a record: policies by tag, t=y or none. pct= is left out of it always. */
export interface PolicyChange {
  tags: Partial<Record<PolicyTag, PolicyWord>>
  testing: boolean
}

/** What the DNS says of a name below a domain. */
export interface NameBelow {
  /** unknown: it did not answer, or was not asked. */
  exists: 'yes' | 'no' | 'unknown'
  /** Whether the domain's record applies to it, or would; not where it has one of its own. */
  governed: 'yes' | 'no' | 'unknown'
}
