import type { LivePolicy, PolicyChange } from '../../../core/aggregate/live-policy.ts'
import { percentUp } from '../../../core/aggregate/share.ts'
import type { Enforced, Rung, Scope, ScopeReadiness, Simulation } from '../ready.ts'
import { amount, listed, messagesOf } from './figures.ts'
import type { Step } from './ladder.ts'

/** Writes policies into a record. Undefined: not without touching more of it. */
export type WritePolicies = (text: string, change: PolicyChange) => string | undefined

/** Whose mail a tag is about. */
export const MAIL_OF: Readonly<Record<Scope, (domain: string) => string>> = {
  p: (domain) => `mail from ${domain}`,
  sp: (domain) => `mail from names below ${domain}`,
  np: (domain) => `mail from names below ${domain} that do not exist`,
}

/** What a policy asks of receivers. */
const ASKS: Readonly<Record<Enforced, (mail: string) => string>> = {
  quarantine: (mail) => `treat ${mail} as spam where it fails DMARC`,
  reject: (mail) => `refuse ${mail} where it fails DMARC`,
}

/** The record of the next step and, where it weakens nothing, the same with t=y. Empty: it cannot be offered. */
export function rungsOf(
  { domain = '', text, alias, policy }: LivePolicy,
  step: Step,
  scopes: readonly ScopeReadiness[],
  write: WritePolicies,
): Rung[] {
  if (text === undefined || alias !== undefined) return []
  const value = write(text, step.change)
  if (value === undefined || value === text) return []
  const base = { scope: step.scope, policy: step.policy, name: `_dmarc.${domain}`, replaces: text }
  const says = [...effectOf(domain, step, scopes, policy), ...heldWords(domain, step), ...pctWords(policy)]
  const main: Rung = { ...base, value, says: says.join(' ') }
  const testing = step.mayTest ? write(text, { ...step.change, testing: true }) : undefined
  if (testing === undefined || testing === text) return [main]
  return [main, { ...base, value: testing, says: [...says, testingWords(step)].join(' '), testing: true }]
}

function effectOf(
  domain: string,
  { kind, scope, policy }: Step,
  scopes: readonly ScopeReadiness[],
  live: LivePolicy['policy'],
): string[] {
  const tag = `${scope}=${policy}`
  const simulation = simulationOf(scopes, scope, policy)
  const effect = simulation ? [touched(simulation)] : []
  if (kind === 'settle') {
    return live?.testing
      ? [
          `Without t=y, receivers that read RFC 9989 apply ${tag} in full, as all others do by now.`,
          ...effect,
        ]
      : effect
  }
  const others =
    scope === 'np' ? ['Receivers that read RFC 7489 alone do not know np= and go by sp= there.'] : []
  return [`${tag} asks receivers to ${ASKS[policy](MAIL_OF[scope](domain))}.`, ...others, ...effect]
}

function simulationOf(
  scopes: readonly ScopeReadiness[],
  scope: Scope,
  policy: Step['policy'],
): Simulation | undefined {
  const verdicts = scopes.find((one) => one.scope === scope)?.verdicts ?? []
  return verdicts.find((verdict) => verdict.policy === policy)?.simulation
}

/** What of the domain's own mail a policy would have touched. */
export function touched({ refusedOwn, legitimate }: Simulation): string {
  if (legitimate === 0)
    return 'No such mail of yours was reported in these 30 days: make sure that you send none.'
  if (refusedOwn === 0) return `Of ${messagesOf(legitimate)} of your own in these 30 days none failed.`
  return `Of ${messagesOf(legitimate)} of your own in these 30 days ${amount(refusedOwn)} failed (${percentUp(refusedOwn, legitimate)}).`
}

function heldWords(domain: string, { held, change, policy }: Step): string[] {
  if (held.length === 0) return []
  const tags = listed(held.map((tag) => `${tag}=${change.tags[tag]}`))
  const mail = held.includes('sp') ? MAIL_OF.sp(domain) : MAIL_OF.np(domain)
  return [
    `${tags} ${held.length === 1 ? 'leaves' : 'leave'} ${mail} as it is: that mail is not ready for ${policy} yet.`,
  ]
}

function pctWords(policy: LivePolicy['policy']): string[] {
  if (policy?.pct === undefined) return []
  return [
    `pct=${policy.pct} is left out: receivers that read RFC 9989 ignore it and apply the policy to all mail, and the others do so without it.`,
  ]
}

const WEAKER = { quarantine: 'none', reject: 'quarantine' } as const

const testingWords = ({ policy }: Step) =>
  `With t=y only receivers that read RFC 9989 apply the policy one step weaker (${WEAKER[policy]} in place of ${policy}); all others apply it in full, so your mail has to be ready for it in full.`
