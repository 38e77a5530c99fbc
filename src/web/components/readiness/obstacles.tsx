import type { Readiness, ScopeReadiness, Verdict } from '../../../services/answers/ready.ts'
import type { DmarcPlace } from '../../pages/dmarc/asked.ts'
import { amount } from '../../words/amounts.ts'
import { Said } from '../dmarc/outcome.tsx'
import { sourceHref } from './ladder.tsx'

interface ObstaclesProps {
  place: DmarcPlace
  readiness: Readiness
  scope: ScopeReadiness
}

const MOST = 5
const LONGEST = 400

/** What stands against each policy that is not allowed yet; what stands against both is said once. */
export function Obstacles({ place, readiness, scope }: ObstaclesProps) {
  const told = new Set<string>()
  const parts = scope.verdicts.flatMap(({ policy, ready, missing }) => {
    if (ready !== 'no') return []
    // How much of it stands with the policy itself.
    const own = missing.filter(({ says, kind }) => kind !== 'own_mail' && !told.has(says))
    for (const { says } of own) told.add(says)
    return own.length === 0 ? [] : [{ policy, own }]
  })
  return (
    <>
      {parts.map(({ policy, own }, at) => (
        <div key={policy} class="obstacles">
          <h3>{at === 0 ? 'What stands in the way' : `What else stands in the way of p=${policy}`}</h3>
          <List place={place} readiness={readiness} missing={own} />
        </div>
      ))}
    </>
  )
}

/** Each with its source where it is one. */
function List({ place, readiness, missing }: Omit<ObstaclesProps, 'scope'> & Pick<Verdict, 'missing'>) {
  const more = missing.length - MOST
  return (
    <ol class="help-list">
      {missing.slice(0, MOST).map(({ says, key, domain }) => (
        <li key={says}>
          <Said text={says} most={LONGEST} />
          {key !== undefined && domain === undefined && (
            <>
              {' '}
              <a href={sourceHref(place, readiness, key)}>See this source</a>
            </>
          )}
        </li>
      ))}
      {more > 0 && <li>And {amount(more)} more.</li>}
    </ol>
  )
}
