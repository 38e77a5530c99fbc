import { DmarcPage, spanWords } from '../../../components/dmarc/frame.tsx'
import { Empty } from '../../../components/shown/empty.tsx'
import { type DmarcPlace, windowOf, withQuery } from '../asked.ts'

/** No mail of such a source was reported in these days, or there never was one. */
export function NoSuchSource({ place }: { place: DmarcPlace }) {
  const { site, domain, asked } = place
  const { key } = asked.kept
  const { authenticated } = windowOf(asked)
  const longer =
    key &&
    asked.days !== 366 &&
    withQuery(site.href.domainDmarcSource(domain.id), {
      key,
      days: '366',
      authenticated,
    })
  return (
    <DmarcPage place={place} title="There is no such source" tab="sources" below>
      <Empty title={`No report names such a source of ${domain.domain}, ${spanWords(place)}`}>
        <p class="choice">
          <a class="button" href={withQuery(site.href.domainDmarcSources(domain.id), windowOf(asked))}>
            Show all sources
          </a>
          {longer && (
            <a class="button button-quiet" href={longer}>
              Look for it in 12 months
            </a>
          )}
        </p>
      </Empty>
    </DmarcPage>
  )
}
