import type { Governing, LivePolicy } from '../../../core/aggregate/live-policy.ts'
import { type Readiness, SCOPES, type Scope, type ScopeReadiness } from '../ready.ts'
import { basisOf, dataOf } from './data.ts'
import type { Judged } from './evidence.ts'
import { ladderOf, nextStep } from './ladder.ts'
import { remarksOn } from './remarks.ts'
import { rungsOf, type WritePolicies } from './rungs.ts'
import { summary } from './says.ts'
import { type ScopedMail, scopedMail } from './scoped.ts'
import { verdictsOn } from './verdict.ts'

/** Whether a domain is ready for stricter policies, by all that is known of it. */
export function judgeReadiness(judged: Judged, write: WritePolicies): Readiness {
  const work = judging(judged, write)
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
  }
}

/** The same, where others have their turns meanwhile. */
export async function judgeInTurns(judged: Judged, write: WritePolicies): Promise<Readiness> {
  const work = judging(judged, write)
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
    await Bun.sleep(0)
  }
}

function* judging(judged: Judged, write: WritePolicies): Generator<void, Readiness> {
  const { domain, window, live } = judged
  const basis = basisOf(judged.authenticated, judged.all)
  const evidence = judged[basis]
  const data = dataOf(evidence)
  const mail = scopedMail(judged, evidence, judged.below)
  yield
  const scopes: ScopeReadiness[] = []
  for (const scope of SCOPES) {
    scopes.push(scopeOf(mail[scope], live, data))
    yield
  }
  const ladder = data.enough ? ladderOf(live, scopes) : undefined
  const next = ladder ? nextStep(ladder) : {}
  // A policy is not made stricter on the word of strangers.
  const rungs = next.step && basis === 'authenticated' ? rungsOf(live, next.step, scopes, write) : []
  return {
    domain,
    window,
    basis,
    data,
    scopes,
    record: recordOf(live),
    next: rungs,
    says: summary({ domain, basis, data, live, scopes, next, rungs }),
    notes: remarksOn({ basis, evidence, mail, live, domain }),
  }
}

function scopeOf(mail: ScopedMail, live: LivePolicy, data: Readiness['data']): ScopeReadiness {
  const { scope } = mail
  // Which of the names exist that decide about it is not known.
  const verdicts = mail.unknown.length > 0 ? [] : verdictsOn(mail, data)
  return { scope, ...policyOf(scope, live), verdicts }
}

function policyOf(scope: Scope, live: LivePolicy): Omit<ScopeReadiness, 'scope' | 'verdicts'> {
  if (live.state === 'unknown') return {}
  const governing = scope === 'p' ? live.itself : live.below
  if (!governing && live.belowUnknown && scope !== 'p') return {}
  if (!governing) return { published: 'none', applied: 'none' }
  return {
    published: governing.published[scope],
    applied: governing.applied[scope],
    ...byOther(scope, governing, live),
  }
}

/** By which tag of another domain's record: p of a name below it goes by sp there. */
function byOther(scope: Scope, { domain }: Governing, live: LivePolicy): Pick<ScopeReadiness, 'by'> {
  const isOwn = live.state === 'found' && domain === live.itself?.domain
  return isOwn ? {} : { by: { domain, tag: scope === 'p' ? 'sp' : scope } }
}

function recordOf({ state, policy, text, domain }: LivePolicy): Readiness['record'] {
  return {
    state,
    ...(policy && { policy }),
    ...(text !== undefined && { text }),
    ...(domain !== undefined && state !== 'none' && { domain }),
  }
}
