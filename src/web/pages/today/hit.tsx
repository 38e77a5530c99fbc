import type { StandingRow } from '../../../services/answers/standings/standing.ts'
import { Said } from '../../components/dmarc/outcome.tsx'
import { Section } from '../../components/frame/area.tsx'
import type { Site } from '../../site.ts'
import { count, plural } from '../../wording.ts'

/** More than a sentence says. */
const LONGEST = 300

/** Domains whose own mail is hit by their DMARC policy: what fails, and where to look. */
export function Hit({ site, rows }: { site: Site; rows: readonly StandingRow[] }) {
  if (rows.length === 0) return null
  return (
    <Section id="hit" title="Own mail that fails DMARC">
      <ul class="plain today-list">
        {rows.map(({ standing: { domain }, attention }) => (
          <li key={domain.id}>
            <a href={site.href.domainDmarc(domain.id)}>{domain.domain}</a>
            <span class="badge badge-poor">
              <span aria-hidden="true">! </span>Own mail is hit
            </span>
            <span class="today-says">
              <Said text={attention.says} most={LONGEST} />
            </span>
          </li>
        ))}
      </ul>
      <p>
        <a href={site.href.dmarc}>All domains by what needs you</a>
      </p>
    </Section>
  )
}

/** How many domains they are, in the words of a sentence. */
export const hitWords = (n: number) =>
  `${count(n)} ${plural(n, 'domain')} whose own mail fails DMARC and is hit by ${plural(n, 'its', 'their')} policy`
