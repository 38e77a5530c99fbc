import {
  type LivePolicy,
  POLICY_TAGS,
  type PolicyByTag,
  type PolicyChange,
  type PolicyWord,
  strengthOf,
} from '../../../core/aggregate/live-policy.ts'
import type { Enforced, Scope, ScopeReadiness } from '../ready.ts'

/** What a step of the ladder changes. */
export interface Step {
  change: PolicyChange
  /** settle: no policy becomes stricter, but t=y or pct= goes, by which receivers weaken those that are published. */
  kind: 'raise' | 'settle'
  scope: Scope
  policy: Enforced
  /** Tags that are written so that what the data do not allow stays as it is. */
  held: Scope[]
  /** The same with t=y would weaken nothing that applies now. */
  mayTest: boolean
}

/** The next step of a record of the domain's own; `waits`: a step that the data do not allow yet. */
export interface NextStep {
  step?: Step
  waits?: { scope: Scope; policy: Enforced }
}

const FOLLOWS: Readonly<Record<Scope, Scope>> = { p: 'p', sp: 'p', np: 'sp' }

const isEnforced = (policy: PolicyWord): policy is Enforced => policy !== 'none'

const stricter = (policy: PolicyWord): Enforced | undefined => {
  if (policy === 'none') return 'quarantine'
  return policy === 'quarantine' ? 'reject' : undefined
}

/** A record of the domain's own, and what the data say of each policy. */
export interface Ladder {
  published: PolicyByTag
  applied: PolicyByTag
  policy: NonNullable<LivePolicy['policy']>
  /** Its sp= and np= reach names below. */
  reachesBelow: boolean
  scopes: readonly ScopeReadiness[]
}

/** The ladder of a record that is the domain's own. Undefined: it is not. */
export function ladderOf(
  { state, itself, below, policy }: LivePolicy,
  scopes: readonly ScopeReadiness[],
): Ladder | undefined {
  if (state !== 'found' || !itself || !policy) return undefined
  const { published, applied } = itself
  return { published, applied, policy, reachesBelow: below?.domain === itself.domain, scopes }
}

/** p first; sp and np come up to it where they were left behind. What weakens a policy that is published goes before another one becomes
 * stricter. */
export function nextStep(ladder: Ladder): NextStep {
  if (isWeakened(ladder)) return settled(ladder)
  const open = reached(ladder).flatMap((scope) => {
    const policy = stricter(ladder.published[scope])
    const isDue = scope === 'p' || strengthOf(policy ?? 'none') <= strengthOf(ladder.published.p)
    return policy && isDue ? [{ scope, policy }] : []
  })
  const isJudged = (scope: Scope) => verdictsOf(ladder, scope).length > 0
  const next = open.find(({ scope, policy }) => isJudged(scope) && allows(ladder, scope, policy))
  const [waits] = open
  if (!next) return waits ? { waits } : {}
  return { step: raised(ladder, next.scope, next.policy), ...(waits && waits !== next && { waits }) }
}

/** Whether the data allow a policy. Where it is not known which names exist, np goes by the mail of all names below. */
export function allows(ladder: Pick<Ladder, 'scopes'>, scope: Scope, policy: PolicyWord): boolean {
  if (!isEnforced(policy)) return true
  const own = verdictsOf(ladder, scope)
  const verdicts = own.length > 0 || scope !== 'np' ? own : verdictsOf(ladder, 'sp')
  return verdicts.find((verdict) => verdict.policy === policy)?.ready === 'yes'
}

const verdictsOf = ({ scopes }: Pick<Ladder, 'scopes'>, scope: Scope) =>
  scopes.find((one) => one.scope === scope)?.verdicts ?? []

/** The tags that reach mail. */
const reached = ({ reachesBelow }: Ladder): readonly Scope[] => (reachesBelow ? POLICY_TAGS : ['p'])

const enforcedTags = (ladder: Ladder) => reached(ladder).filter((tag) => isEnforced(ladder.published[tag]))

function isWeakened(ladder: Ladder): boolean {
  const { testing, pct } = ladder.policy
  return (testing === true || (pct !== undefined && pct < 100)) && enforcedTags(ladder).length > 0
}

/** The policies that are published, for all mail at all receivers. */
function settled(ladder: Ladder): NextStep {
  const enforced = enforcedTags(ladder)
  const refused = enforced.find((tag) => !allows(ladder, tag, ladder.published[tag]))
  const scope = refused ?? enforced[0] ?? 'p'
  const policy = ladder.published[scope]
  if (!isEnforced(policy)) return {}
  if (refused) return { waits: { scope, policy } }
  const change = { tags: {}, testing: false }
  return { step: { change, kind: 'settle', scope, policy, held: [], mayTest: false } }
}

/** A tag one step up; what would follow it against the data is written as it is now. */
function raised(ladder: Ladder, scope: Scope, policy: Enforced): Step {
  const { published, policy: written, reachesBelow } = ladder
  const tags: PolicyChange['tags'] = { [scope]: policy }
  const after: Record<Scope, PolicyWord> = { ...published, [scope]: policy }
  const held: Scope[] = []
  for (const tag of reachesBelow ? (['sp', 'np'] as const) : []) {
    if (tag === scope || written[tag] !== undefined) continue
    const followed = after[FOLLOWS[tag]]
    if (strengthOf(followed) > strengthOf(published[tag]) && !allows(ladder, tag, followed)) {
      tags[tag] = published[tag]
      held.push(tag)
    }
    after[tag] = tags[tag] ?? followed
  }
  const change = { tags, testing: false }
  return { change, kind: 'raise', scope, policy, held, mayTest: weakensNothing(ladder, after) }
}

/** With t=y, receivers that read RFC 9989 apply no less than now. */
function weakensNothing(ladder: Ladder, after: PolicyByTag): boolean {
  return reached(ladder).every(
    (tag) => Math.max(strengthOf(after[tag]) - 1, 0) >= strengthOf(ladder.applied[tag]),
  )
}
