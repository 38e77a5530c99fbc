import type { Enforced, Scope, Verdict } from '../../services/answers/ready.ts'

export const POLICIES = ['none', 'quarantine', 'reject'] as const
export type PolicyName = (typeof POLICIES)[number]

interface PolicyWords {
  name: string
  /** What it asks of receivers. */
  asks: string
  /** What is done to messages: 12 messages would have been … */
  done: string
}

export const POLICY_WORDS: Readonly<Record<PolicyName, PolicyWords>> = {
  none: {
    name: 'None',
    asks: 'Receivers treat mail that fails as they would without DMARC, and send reports.',
    done: 'delivered as usual',
  },
  quarantine: {
    name: 'Quarantine',
    asks: 'Receivers put mail that fails aside, mostly into the spam folder.',
    done: 'put aside as spam',
  },
  reject: { name: 'Reject', asks: 'Receivers refuse mail that fails.', done: 'refused' },
}

interface VerdictWords {
  sign: string
  words: string
  badge: string
}

export const VERDICT_WORDS: Readonly<Record<Verdict['ready'], VerdictWords>> = {
  yes: { sign: '✓', words: 'Ready', badge: 'badge-good' },
  no: { sign: '!', words: 'Not yet', badge: 'badge-poor' },
  not_enough_data: { sign: '?', words: 'Not enough data', badge: 'badge-fair' },
}

/** Which mail a tag of the record is about. */
export const SCOPE_WORDS: Readonly<Record<Scope, (domain: string) => string>> = {
  p: (domain) => `Mail from ${domain}`,
  sp: (domain) => `Mail from names below ${domain}`,
  np: (domain) => `Mail from names below ${domain} that do not exist`,
}

/** As the tag has it: p=reject. */
export const tagOf = (scope: Scope, policy: PolicyName | Enforced): string => `${scope}=${policy}`
