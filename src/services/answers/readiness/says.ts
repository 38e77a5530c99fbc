import { type LivePolicy, strengthOf } from '../../../core/aggregate/live-policy.ts'
import { percentUp } from '../../../core/aggregate/share.ts'
import { capital } from '../../telling/numbers.ts'
import type { Enforced, Obstacle, Readiness, Rung, Scope, ScopeReadiness, Verdict } from '../ready.ts'
import { listed } from './figures.ts'
import type { NextStep, Step } from './ladder.ts'
import { MAIL_OF, touched } from './rungs.ts'

/** All that the summary is made of. */
export interface Said {
  domain: string
  basis: Readiness['basis']
  data: Readiness['data']
  live: LivePolicy
  scopes: readonly ScopeReadiness[]
  next: NextStep
  rungs: readonly Rung[]
}

/** Where the domain stands and what comes next; own mail that is lost by now comes first. */
export function summary(said: Said): string {
  const { data, live, next } = said
  if (!data.enough) {
    return `${recordFirst(said)}Not enough data for a verdict. ${data.missing.join(' ')}`
  }
  const lost = lostNow(said)
  if (lost !== undefined) return next.step ? `${lost} ${stepWords(said)}` : lost
  if (live.state !== 'found') return withoutRecord(said)
  if (next.step) return stepWords(said)
  if (next.waits) return waitsFor(said, next.waits)
  return struck(said) ?? `${asPublished(said)} The reports show no reason against it. ${mail(said)}`
}

/** Without a record that receivers can use, no more reports come. */
function recordFirst({ live, domain }: Said): string {
  if (live.state === 'broken') return `${live.fault} Correct it first. `
  return live.state === 'none' ? `${noRecord(domain)} ` : ''
}

const noRecord = (domain: string) =>
  `There is no DMARC record for ${domain} now. Publish one that asks for reports (p=none) first.`

const verdictOf = ({ scopes }: Pick<Said, 'scopes'>, scope: Scope, policy: string): Verdict | undefined =>
  scopes.find((one) => one.scope === scope)?.verdicts.find((verdict) => verdict.policy === policy)

const mail = ({ scopes }: Said) => touchedIn(scopes, 'p', 'reject')

function touchedIn(scopes: readonly ScopeReadiness[], scope: Scope, policy: Enforced): string {
  const verdict = verdictOf({ scopes }, scope, policy)
  return verdict ? touched(verdict.simulation) : ''
}

function asPublished({ scopes }: Said): string {
  const all = scopes.map(({ scope, published }) => `${scope}=${published}`)
  const isAlike = new Set(scopes.map(({ published }) => published)).size === 1
  return isAlike
    ? `${all[0]} is published, for names below too.`
    : `${all.slice(0, -1).join(', ')} and ${all.at(-1)} are published.`
}

const NOW: Readonly<Record<Enforced, string>> = {
  quarantine: 'is treated as spam',
  reject: 'is refused',
}

const BACK: Readonly<Record<Enforced, (tag: Scope) => string>> = {
  quarantine: (tag) =>
    `Going back to ${tag}=none would deliver it as usual, and forged mail too: do that only while mail that has to arrive ends up as spam.`,
  reject: (tag) =>
    `Going back to ${tag}=quarantine would send it to spam folders instead, and forged mail too: do that only while mail that has to arrive is refused.`,
}

const ownKinds: readonly Obstacle['kind'][] = ['own_mail', 'own_source']

/** A policy that applies by now touches more of the domain's own mail than it may. */
function lostNow(said: Said): string | undefined {
  for (const { scope, published, by } of said.scopes) {
    if (published === undefined || published === 'none') continue
    const verdict = verdictOf(said, scope, published)
    if (verdict?.ready !== 'no' || !verdict.missing.some(({ kind }) => ownKinds.includes(kind))) continue
    const { refusedOwn, legitimate } = verdict.simulation
    const tag = by?.tag ?? scope
    const where = by ? `${tag}=${published} of ${by.domain}` : `${tag}=${published}`
    const source = verdict.missing.find(({ kind }) => kind === 'own_source')
    return [
      `At ${where}, ${percentUp(refusedOwn, legitimate)} of your own ${MAIL_OF[scope](said.domain)} fails and ${NOW[published]} by receivers that apply the policy.`,
      source?.says ?? '',
      BACK[published](tag),
    ]
      .filter(Boolean)
      .join(' ')
  }
  return undefined
}

/** A policy that applies by now is about mail of which nobody said whose it is. */
function struck(said: Said): string | undefined {
  for (const { scope, published } of said.scopes) {
    if (published === undefined || published === 'none') continue
    const verdict = verdictOf(said, scope, published)
    if (verdict?.ready !== 'no') continue
    const [first] = verdict.missing
    return `${scope}=${published} is published, and applies to mail that may be yours. ${first?.says ?? ''}`.trim()
  }
  return undefined
}

/** Where no record of the domain's own can be made stricter. */
function withoutRecord(said: Said): string {
  const { live, domain } = said
  const { domain: at = domain } = live
  const allowed = allowedWords(said)
  if (live.state === 'unknown') {
    return `${allowed} The DNS did not say which record is published, so none is offered: look again later.`
  }
  if (live.state === 'broken') return `${live.fault} Correct it first. ${allowed}`
  if (live.state === 'none') {
    return `${noRecord(domain)} ${allowed}`
  }
  const whose = live.registry
    ? `${domain} has no DMARC record of its own, and that of ${at} applies, which is not yours to change.`
    : `${domain} has no DMARC record of its own: sp=${live.itself?.published.p} of the record of ${at} applies.`
  const how = live.registry
    ? `Publish a record for ${domain} itself.`
    : `Make sp= of ${at} stricter, which applies to all names below it without a record of their own, or publish a record for ${domain} itself.`
  return `${whose} ${allowed}${isAllowedMore(said) ? ` ${how}` : ''}`
}

/** The strictest policy that the data allow the domain itself. */
const strictest = (said: Pick<Said, 'scopes'>): Enforced | undefined =>
  (['reject', 'quarantine'] as const).find((policy) => verdictOf(said, 'p', policy)?.ready === 'yes')

function allowedWords(said: Said): string {
  const policy = strictest(said)
  if (policy) return `By its reports, ${said.domain} is ready for p=${policy}.`
  return `By its reports, ${said.domain} is not ready for a stricter policy yet. ${obstacleTo(said, 'p', 'quarantine')}`.trim()
}

const isAllowedMore = (said: Said) => {
  const policy = strictest(said)
  const applied = said.live.itself?.applied.p ?? 'none'
  return policy !== undefined && strengthOf(policy) > strengthOf(applied)
}

/** The first thing that stands against a policy. */
const obstacleTo = (said: Said, scope: Scope, policy: Enforced): string =>
  verdictOf(said, scope, policy)?.missing[0]?.says ?? ''

function stepWords(said: Said): string {
  const { next, live, rungs } = said
  const { step, waits } = next
  if (!step) return ''
  const tag = `${step.scope}=${step.policy}`
  const before = waits
    ? `${waits.scope}=${waits.policy} has to wait. ${obstacleTo(said, waits.scope, waits.policy)} `
    : ''
  const mine = step.scope === 'p' ? 'Your mail' : capital(MAIL_OF[step.scope](said.domain))
  const ready =
    step.kind === 'settle'
      ? `${tag} is published, but ${weakenedBy(live)} ${live.policy?.testing && isSampled(live) ? 'weaken' : 'weakens'} it at some receivers. ${mine} is ready for it in full.`
      : `${mine} is ready for ${tag}.`
  const effect = touchedIn(said.scopes, step.scope, step.policy)
  return `${before}${ready} ${effect} ${rungs.length > 0 ? offered(said, step.kind) : notOffered(said)}`
}

const isSampled = ({ policy }: LivePolicy) => policy?.pct !== undefined && policy.pct < 100

function weakenedBy(live: LivePolicy): string {
  const pct = isSampled(live) ? [`pct=${live.policy?.pct}`] : []
  return listed([...(live.policy?.testing ? ['t=y'] : []), ...pct])
}

function offered({ scopes, rungs }: Said, kind: Step['kind']): string {
  const [rung] = rungs
  const isAllOpen = rung?.scope === 'p' && rung.policy === 'quarantine' && kind === 'raise'
  const after =
    isAllOpen && verdictOf({ scopes }, 'p', 'reject')?.ready === 'yes'
      ? ' It is ready for p=reject too: that step comes when p=quarantine has held for about a month and no mail was missed.'
      : ''
  if (kind === 'raise' && rung?.policy === 'reject') {
    return `When ${rung.scope}=quarantine has held for about a month and no mail was missed, publish the record that is offered.`
  }
  return `Publish the record that is offered.${after}`
}

function notOffered({ basis, live: { alias }, domain }: Said): string {
  if (basis === 'all') {
    return 'No record is offered on reports that anybody could have sent: it is once authenticated reports alone are enough.'
  }
  return alias === undefined
    ? `No record is offered, as the one at _dmarc.${domain} cannot be changed without touching more of it: correct it first.`
    : `_dmarc.${domain} is an alias of ${alias}: change the policy there, or have whoever runs it change it.`
}

function waitsFor(said: Said, { scope, policy }: NonNullable<NextStep['waits']>): string {
  const verdict = verdictOf(said, scope, policy)
  const obstacles = verdict?.missing.map(({ says }) => says) ?? []
  const first = obstacles.slice(0, 2).join(' ') || 'It is not known which names below the domain exist.'
  const { published } = said.live.itself ?? {}
  if (published?.[scope] === policy) {
    const weakened = weakenedBy(said.live)
    return `${scope}=${policy} is published, and weakened by ${weakened}: leave ${weakened} in the record for now. ${first}`
  }
  return `${published ? `p=${published.p} is published. ` : ''}${scope}=${policy} has to wait. ${first}`
}
