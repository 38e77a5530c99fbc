import { Theirs } from '../../components/dmarc/outcome.tsx'
import { Section } from '../../components/frame/area.tsx'
import { MonitorBadge } from '../../components/monitor/standing.tsx'
import type { Site } from '../../site.ts'
import { count, plural } from '../../wording.ts'
import { countsOfStates, type MonitorRow, standingWords } from '../../words/monitor-states.ts'

/** What is shown of a list before the page that has all of it. */
const MOST = 5
const LONGEST_NAME = 100

interface MonitorsProps {
  site: Site
  rows: readonly MonitorRow[]
  /** Monitors of the account. */
  all: number
  now: Date
}

/** Monitors that are not as expected: why, and where to look. */
export function Monitors({ site, rows, all, now }: MonitorsProps) {
  if (rows.length === 0) return null
  const more = rows.length - MOST
  return (
    <Section id="monitors" title="Monitors that need you">
      <ul class="plain today-list">
        {rows.slice(0, MOST).map((row) => (
          <li key={row.monitor.id}>
            <a href={site.href.monitor(row.monitor.id)}>
              <Theirs text={row.monitor.name} most={LONGEST_NAME} />
            </a>
            <span>
              <MonitorBadge row={row} />
            </span>
            <span class="today-says">
              <bdi>{standingWords(row, now)}</bdi>
            </span>
          </li>
        ))}
      </ul>
      <p>
        <a href={site.href.monitors}>
          {more > 0 ? `${more} more of ${all} ${plural(all, 'monitor')}` : 'All monitors'}
        </a>
      </p>
    </Section>
  )
}

/** How the monitors are, in a line. Nothing where there are none. */
export function MonitorsLine({ site, rows }: { site: Site; rows: readonly MonitorRow[] }) {
  if (rows.length === 0) return null
  return (
    <p>
      <a href={site.href.monitors}>
        {rows.length} {plural(rows.length, 'monitor')}
      </a>
      : {countsOfStates(rows)}.
    </p>
  )
}

/** How many need somebody, in the words of a sentence. */
export const monitorsWords = (n: number) =>
  `${count(n)} ${plural(n, 'monitor')} that ${plural(n, 'is', 'are')} not as expected`
