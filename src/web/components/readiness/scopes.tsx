import type { Readiness, ScopeReadiness } from '../../../services/answers/ready.ts'
import type { DmarcPlace } from '../../pages/dmarc/asked.ts'
import { published } from '../../words/published.ts'
import { SCOPE_WORDS } from '../../words/readiness.ts'
import { Section } from '../frame/area.tsx'
import { isThere, Ladder } from './ladder.tsx'
import { Obstacles } from './obstacles.tsx'

interface ScopesProps {
  place: DmarcPlace
  readiness: Readiness
  main: ScopeReadiness
}

/** What sp and np say, which are about names below the domain: in a sentence where it is the same, else each with its own ladder. */
export function OtherScopes({ place, readiness, main }: ScopesProps) {
  const others = readiness.scopes.filter(({ scope }) => scope !== 'p')
  if (others.length === 0) return null
  const own = others.filter((one) => !isAlike(one, main))
  const alike = others.filter((one) => isAlike(one, main))
  const { domain } = place.domain
  return (
    <Section id="below" title={`Names below ${domain}`}>
      {alike.length > 0 && (
        <p>
          The same holds for {alike.map(({ scope }) => WHICH[scope]).join(' and ')}
          {alike.every(({ published: tag }) => tag === undefined)
            ? ', which no tag of the record tells apart.'
            : '.'}
        </p>
      )}
      {own.map((one) => (
        <details key={one.scope} class="folded-help scope">
          <summary>
            {SCOPE_WORDS[one.scope](domain)} (<code>{one.scope}</code>
            {one.published === undefined
              ? ', not in the record'
              : `=${published(one.published).slice(0, 40)}`}
            )
          </summary>
          <Ladder scope={one} isThere={isThere(readiness)} />
          <Obstacles place={place} readiness={readiness} scope={one} />
        </details>
      ))}
    </Section>
  )
}

const WHICH = {
  p: 'the domain itself (p)',
  sp: 'names below it (sp)',
  np: 'names below it that do not exist (np)',
} as const

/** The same policy applies, and the same is allowed, for as much mail or for none. */
function isAlike(one: ScopeReadiness, main: ScopeReadiness): boolean {
  return (
    one.applied === main.applied &&
    one.verdicts.every(({ policy, ready, simulation }) => {
      const same = main.verdicts.find((other) => other.policy === policy)
      return same?.ready === ready && (simulation.messages === 0 || sameSums(simulation, same.simulation))
    })
  )
}

const sameSums = (
  a: ScopeReadiness['verdicts'][number]['simulation'],
  b: ScopeReadiness['verdicts'][number]['simulation'],
) => a.messages === b.messages && a.refusedOwn === b.refusedOwn && a.legitimate === b.legitimate
