import type { PublishedPolicy } from '../../core/aggregate/report.ts'
import type { AggregateWindow } from '../../store/aggregates.ts'
import type { Standing } from './answered.ts'

/** The policies that are asked of a domain, weakest first. */
export const ENFORCED = ['quarantine', 'reject'] as const
export type Enforced = (typeof ENFORCED)[number]

/** Which mail a policy is about: p of the domain itself, sp of names below it, np of names that do not exist. */
export const SCOPES = ['p', 'sp', 'np'] as const
export type Scope = (typeof SCOPES)[number]

/** What a policy would have done to one source. */
export interface Affected {
  key: string
  name: string
  standing: Standing
  /** Messages that fail, to which the policy would have been applied. */
  messages: number
}

/** One policy over the window, as if every receiver had applied it. */
export interface Simulation {
  policy: Enforced
  /** All mail of the scope; what of it is the domain's own; and what would have been refused: own mail, mail that came by forwarders and
   * lists, mail of sources nobody decided about, and mail that is most likely abuse. */
  messages: number
  legitimate: number
  refusedOwn: number
  refusedForwarded: number
  refusedUnknown: number
  refusedAbuse: number
  /** Those with most messages. */
  bySource: Affected[]
}

/** not_enough_data: no verdict, and `missing` says what for. */
export interface Verdict {
  policy: Enforced
  ready: 'yes' | 'no' | 'not_enough_data'
  simulation: Simulation
  /** What stands against it: sentences, with the source where it is one. */
  missing: { says: string; key?: string }[]
}

export interface ScopeReadiness {
  scope: Scope
  /** As it is published, and what receivers apply. Absent: not known. */
  published?: string
  applied?: 'none' | Enforced
  verdicts: Verdict[]
}

/** A step of the ladder: the whole record to publish in place of the one that is there. */
export interface Rung {
  policy: Enforced
  name: string
  value: string
  replaces: string
  says: string
  /** t=y: RFC 9989. */
  testing?: true
}

/** Whether a domain is ready for p=quarantine and p=reject. */
export interface Readiness {
  window: AggregateWindow
  /** authenticated: by authenticated reports alone. all: of these there are not enough, and the others are counted too. */
  basis: 'authenticated' | 'all'
  /** What there is, of what is needed for a verdict. */
  data: { days: number; reporters: number; messages: number; enough: boolean; missing: string[] }
  scopes: ScopeReadiness[]
  /** The record as the DNS has it. unknown: it did not answer, so that no record is offered. */
  record: {
    state: 'found' | 'none' | 'inherited' | 'broken' | 'unknown'
    policy?: PublishedPolicy
    text?: string
  }
  /** The next step and, beside it, the same with t=y. Empty: none is offered. */
  next: Rung[]
  /** One sentence: where the domain stands, and what comes next. */
  says: string
}
