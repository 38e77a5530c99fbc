import { Events } from '../../components/dmarc/events.tsx'
import { Section } from '../../components/frame/area.tsx'
import { amount } from '../../words/amounts.ts'
import type { DomainPageProps } from './page.ts'

type WatchedProps = Pick<DomainPageProps, 'site' | 'row' | 'now'> & {
  watched: NonNullable<DomainPageProps['watched']>
}

/** What is shown of what lasts, before the page that has more of it: of a busy domain hundreds of sources may fail. */
const MOST = 5

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
            events={lasting.slice(0, MOST).map(({ since, ...one }) => ({ ...one, at: since }))}
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
        <a href={site.href.domainDmarcEvents(row.domain.id)}>
          {lasting.length > MOST ? `${amount(lasting.length)} things last: more of it` : 'All of it'}
        </a>
      </p>
    </Section>
  )
}
