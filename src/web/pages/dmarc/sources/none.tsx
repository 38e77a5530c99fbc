import type { KeptSourceMark } from '../../../../core/aggregate/source-mark.ts'
import { DmarcPage, spanWords } from '../../../components/dmarc/frame.tsx'
import { Theirs } from '../../../components/dmarc/outcome.tsx'
import { Empty } from '../../../components/shown/empty.tsx'
import { type DmarcPlace, windowOf, withQuery } from '../asked.ts'
import { MARK_WORDS } from './marked.tsx'
import { sourceHref } from './table.tsx'

/** No mail of such a source was reported in these days, or there never was one. */
export function NoSuchSource({ place, said }: { place: DmarcPlace; said?: KeptSourceMark }) {
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
        {said && (
          <p>
            It is {said.mark === undefined ? 'named' : MARK_WORDS[said.mark]}
            {said.name !== undefined && (
              <>
                , and called <Theirs text={said.name} />
              </>
            )}
            . That holds when it sends again. <span class="quiet">Last changed by {said.by}.</span>
          </p>
        )}
        {said && place.mayChange && (
          <form method="post" action={sourceHref(place, said.key)} class="choice">
            <button type="submit" class="button" name="mark" value="forget">
              Take that back
            </button>
          </form>
        )}
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
