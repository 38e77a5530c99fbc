import { Section } from '../../components/frame/area.tsx'
import { MonitorBadge } from '../../components/monitor/standing.tsx'
import { mayIn } from '../../frame/entries.ts'
import { standingWords } from '../../words/monitor-states.ts'
import type { DomainPageProps } from './page.ts'

/** The monitor of the domain in a line, or the way to one. */
export function Monitored({
  site,
  row: { domain },
  monitored,
  now,
}: Pick<DomainPageProps, 'site' | 'row' | 'monitored' | 'now'>) {
  if (!monitored) return null
  const { row } = monitored
  const mayCreate = mayIn(site.visitor, 'monitors.change')
  if (!row && !mayCreate) return null
  return (
    <Section id="monitor" title="Monitor">
      {row ? (
        <p class="monitor-line">
          <MonitorBadge row={row} /> <bdi>{standingWords(row, now)}</bdi>{' '}
          <a href={site.href.monitor(row.monitor.id)}>Its monitor</a>
        </p>
      ) : (
        <p>
          {domain.domain} has no monitor yet. One tells you when its records break, and when it is put on a
          blocklist. <a href={site.href.newDomainMonitor(domain.id)}>Watch its records</a>
        </p>
      )}
    </Section>
  )
}
