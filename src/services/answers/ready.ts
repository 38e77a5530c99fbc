import type { PolicyTag, PolicyWord } from '../../core/aggregate/live-policy.ts'
import type { PublishedPolicy } from '../../core/aggregate/report.ts'
import type { Result } from '../../core/refusal.ts'
import type { AggregateWindow } from '../../store/aggregates.ts'
import type { DomainActor } from '../domains/domains.ts'
import type { Standing } from './answered.ts'

/** The policies that are asked of a domain, weakest first. */
export const ENFORCED = ['quarantine', 'reject'] as const
export type Enforced = (typeof ENFORCED)[number]

/** Which mail a policy is about: p of the domain itself, sp of names below it, np of names that do not exist. */
export const SCOPES = ['p', 'sp', 'np'] as const
export type Scope = PolicyTag

/** What a policy would have done to one source. */
export interface Affected {
  key: string
  name: string
  standing: Standing
  /** Messages that fail, to which the policy would have been applied. */
  messages: number
  /** The domain of the account that has the source on its own pages. Absent: this one. */
  domain?: string
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

/** What stands against a policy. own_mail: too much of the domain's own mail fails. own_source: a source of it. undecided: a source nobody
 * decided about. not_read: mail on pages of another domain. data: there is not enough of it. */
export const OBSTACLES = ['own_mail', 'own_source', 'undecided', 'not_read', 'data'] as const

/** Something that stands against a policy: a sentence, with the source where it is one, and its domain where that is another one. */
export interface Obstacle {
  kind: (typeof OBSTACLES)[number]
  says: string
  key?: string
  domain?: string
}

/** not_enough_data: no verdict, and `missing` says what for. */
export interface Verdict {
  policy: Enforced
  ready: 'yes' | 'no' | 'not_enough_data'
  simulation: Simulation
  /** What stands against it. */
  missing: Obstacle[]
  /** What is to be known beside the verdict: sentences. */
  notes: string[]
}

export interface ScopeReadiness {
  scope: Scope
  /** As it is published, what the record leaves out included, and what receivers that read RFC 9989 apply. Absent: not known. */
  published?: PolicyWord
  applied?: PolicyWord
  /** The tag of which record that is, where it is not this one of the domain's own. */
  by?: { domain: string; tag: Scope }
  /** None of np: it is not known which names exist. */
  verdicts: Verdict[]
}

/** A step of the ladder: the whole record to publish in place of the one that is there. */
export interface Rung {
  /** The tag that becomes stricter, and the policy that it holds then. */
  scope: Scope
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
  domain: string
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
    /** Where it stands, without `_dmarc.`: the domain, or the one that it is inherited from. */
    domain?: string
  }
  /** The next step and, beside it, the same with t=y. Empty: none is offered. */
  next: Rung[]
  /** Where the domain stands, and what comes next: one sentence or a few. */
  says: string
  /** What is to be known of all of it: sentences. */
  notes: string[]
}

/** Whether domains of an account are ready, for whoever may read their reports; `not_found` for the domain of another account as for one
 * that is not there, `busy` where the query took too long. */
export interface ReadinessAnswers {
  readiness(actor: DomainActor, domainId: string, now?: Date): Promise<Result<Readiness>>
  /** For a page that waits no longer than this. `found` absent: it is still worked out, and kept when it is there. */
  soon(
    actor: DomainActor,
    domainId: string,
    patienceMs: number,
    now?: Date,
  ): Promise<Result<{ found?: Readiness }>>
}
