import { groupTitle } from '../check-names.ts'
import type { CatalogueEntry } from '../deps.ts'
import { plural, points } from '../wording.ts'

/** What a report looks at, by group, with the points each check can cost. */
export function Catalogue({ checks }: { checks: readonly CatalogueEntry[] }) {
  const groups = [...new Set(checks.map((check) => check.group))]
  return (
    <section class="catalogue" aria-labelledby="catalogue">
      <h2 id="catalogue">What is checked</h2>
      <div class="catalogue-groups">
        {groups.map((group) => (
          <section key={group}>
            <h3>{groupTitle(group)}</h3>
            <dl>
              {checks
                .filter((check) => check.group === group)
                .map((check) => (
                  <Entry key={check.name} check={check} />
                ))}
            </dl>
          </section>
        ))}
      </div>
    </section>
  )
}

function Entry({ check }: { check: CatalogueEntry }) {
  return (
    <div>
      <dt>{check.title}</dt>
      <dd class="at-most">
        {check.weight > 0 ? `up to ${points(check.weight)} ${plural(check.weight, 'point')}` : 'not scored'}
      </dd>
      <dd class="quiet">{check.asks}</dd>
    </div>
  )
}
