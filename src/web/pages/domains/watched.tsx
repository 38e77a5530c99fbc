import { Events } from '../../components/dmarc/events.tsx'
import { Section } from '../../components/frame/area.tsx'
import type { DomainPageProps } from './page.ts'

type WatchedProps = Pick<DomainPageProps, 'site' | 'row' | 'now'> & {
  watched: NonNullable<DomainPageProps['watched']>
}

/** What reports show that lasts, and the last that was told. Nothing where nothing was. */
export function Watched({ site, row, watched: { lasting, told }, now }: WatchedProps) {
  if (lasting.length + told.length === 0) return null
  return (
    <Section id="changed" title="What changed by reports">
      {lasting.length > 0 && (
        <>
          <h3>Now</h3>
          <Events
            site={site}
            events={lasting.map(({ since, ...one }) => ({ ...one, at: since }))}
            areLasting
            now={now}
          />
        </>
      )}
      {told.length > 0 && (
        <>
          <h3>Lately told</h3>
          <Events site={site} events={told} now={now} />
        </>
      )}
      <p>
        <a href={site.href.domainDmarcEvents(row.domain.id)}>All of it</a>
      </p>
    </Section>
  )
}
