import { percentUp } from '../../../core/aggregate/share.ts'
import type { Enforced, Readiness, ScopeReadiness, Verdict } from '../../../services/answers/ready.ts'
import { type DmarcPlace, withQuery } from '../../pages/dmarc/asked.ts'
import { plural } from '../../wording.ts'
import { amount } from '../../words/amounts.ts'
import { POLICIES, POLICY_WORDS, type PolicyName, tagOf, VERDICT_WORDS } from '../../words/readiness.ts'
import { Said } from '../dmarc/outcome.tsx'

interface LadderProps {
  scope: ScopeReadiness
  /** There is a record that receivers can use; or nobody knows. */
  isThere: boolean
}

/** Without a record, nothing is in force. */
export const isThere = ({ record }: Pick<Readiness, 'record'>): boolean =>
  record.state !== 'none' && record.state !== 'broken'

/** The policies, weakest first: which one holds, and whether the data allow the others. */
export function Ladder({ scope, isThere }: LadderProps) {
  const current = scope.applied === undefined || !isThere ? -1 : POLICIES.indexOf(scope.applied)
  return (
    <ol class="plain ladder">
      {POLICIES.map((policy, at) => (
        <Rung
          key={policy}
          scope={scope}
          policy={policy}
          at={at === current ? 'now' : at < current ? 'below' : 'above'}
        />
      ))}
    </ol>
  )
}

interface RungProps {
  scope: ScopeReadiness
  policy: PolicyName
  /** Beside the policy that holds. */
  at: 'now' | 'below' | 'above'
}

function Rung({ scope, policy, at }: RungProps) {
  const verdict = scope.verdicts.find((one) => one.policy === policy)
  return (
    <li class={`rung rung-${at}`} aria-current={at === 'now' ? 'step' : undefined}>
      <h3>
        {POLICY_WORDS[policy].name} <code>{tagOf(scope.scope, policy)}</code>
      </h3>
      <p class="rung-state">
        {at === 'now' && <span class="badge rung-here">In force</span>}
        {verdict && at !== 'below' && <State verdict={verdict} at={at} />}
      </p>
      <p class="quiet">{POLICY_WORDS[policy].asks}</p>
      {verdict && at !== 'below' && <Told verdict={verdict} at={at} />}
    </li>
  )
}

const isOwn = ({ missing }: Verdict) =>
  missing.some(({ kind }) => kind === 'own_mail' || kind === 'own_source')

/** A policy that holds is only spoken of where it touches what it should not. */
function State({ verdict, at }: { verdict: Verdict; at: RungProps['at'] }) {
  if (at === 'now' && verdict.ready !== 'no') return null
  const { sign, words, badge } = VERDICT_WORDS[verdict.ready]
  return (
    <span class={`badge ${badge}`}>
      <span aria-hidden="true">{sign} </span>
      {at === 'now' ? (isOwn(verdict) ? 'Affects your own mail' : 'May affect your own mail') : words}
    </span>
  )
}

interface ToldProps {
  verdict: Verdict
  at: RungProps['at']
}

function Told({ verdict, at }: ToldProps) {
  if (verdict.ready === 'not_enough_data') return null
  const past = verdict.missing.find(({ kind }) => kind === 'own_mail')
  if (past && at === 'above') {
    return (
      <p>
        <Said text={past.says} most={LONGEST} />
      </p>
    )
  }
  const { legitimate, refusedOwn } = verdict.simulation
  const { done } = POLICY_WORDS[verdict.policy]
  return (
    <p>
      {legitimate === 0 ? (
        'No mail of your own was reported.'
      ) : (
        <>
          <strong>{capital(percentUp(refusedOwn, legitimate))}</strong> of your own mail{' '}
          {at === 'now' ? 'fails and may be' : 'would have been'} {done}: {amount(refusedOwn)} of{' '}
          {amount(legitimate)} {plural(legitimate, 'message')}.
        </>
      )}
    </p>
  )
}

const LONGEST = 400

const capital = (text: string) => text.replace(/^[ou]/, (first) => first.toUpperCase())

/** The page of a source, over the days that readiness goes by. */
export function sourceHref(place: DmarcPlace, readiness: Readiness, key: string): string {
  const { site, domain } = place
  return withQuery(site.href.domainDmarcSource(domain.id), { key, ...countedIn(readiness) })
}

/** The days and reports that readiness goes by, as addresses have them. */
export function countedIn({ window, basis }: Readiness): Record<string, string> {
  return {
    from: dateOf(window.from),
    to: dateOf(window.to),
    ...(basis === 'authenticated' && { authenticated: 'true' }),
  }
}

const dateOf = (day: number) => new Date(day * 86_400_000).toISOString().slice(0, 10)

/** The next policy that a scope could have. Absent: it has the strictest, or nobody knows. */
export function nextOf({ applied }: ScopeReadiness): Enforced | undefined {
  if (applied === 'none') return 'quarantine'
  return applied === 'quarantine' ? 'reject' : undefined
}
