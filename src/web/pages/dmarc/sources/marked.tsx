import type { KeptSourceMark, SourceMark } from '../../../../core/aggregate/source-mark.ts'
import type { AnsweredSource } from '../../../../services/answers/answered.ts'
import { DmarcFilter } from '../../../components/dmarc/filter.tsx'
import { DmarcPage, spanWords } from '../../../components/dmarc/frame.tsx'
import { Theirs } from '../../../components/dmarc/outcome.tsx'
import { Pages } from '../../../components/dmarc/pages.tsx'
import { Ago } from '../../../components/shown/ago.tsx'
import { Empty } from '../../../components/shown/empty.tsx'
import { Table } from '../../../components/shown/table.tsx'
import { plural } from '../../../wording.ts'
import { amount } from '../../../words/amounts.ts'
import { type DmarcPlace, windowOf, withQuery } from '../asked.ts'
import { sourceHref } from './table.tsx'

export const MARK_WORDS: Readonly<Record<SourceMark, string>> = {
  mine: 'marked as yours',
  not_mine: 'marked as not yours',
}

/** Rows of a page, which is to stay below 60 KB. */
const SHOWN = 40

interface MarkedProps {
  place: DmarcPlace
  said: readonly KeptSourceMark[]
  /** Those that reports of these days name. */
  sources: readonly AnsweredSource[]
  offset: number
}

/** What people said of sources: of those first that no report of these days names, as their marks may be of no use any more. */
export function MarkedSourcesDocument({ place, said, sources, offset }: MarkedProps) {
  const { site, domain, asked, now } = place
  const path = site.href.domainDmarcSources(domain.id)
  const named = new Map(sources.map((source) => [source.key, source]))
  const isGone = ({ key }: KeptSourceMark) => Number(!named.has(key))
  const sorted = said.toSorted((a, b) => isGone(b) - isGone(a) || (a.key < b.key ? -1 : 1))
  return (
    <DmarcPage
      place={place}
      title="Marked sources"
      tab="sources"
      lede={`What people said of the sources of ${domain.domain}: whose they are, and how they are called.`}
    >
      <DmarcFilter place={place} path={path}>
        <input type="hidden" name="marked" value="all" />
      </DmarcFilter>
      {said.length === 0 ? (
        <Empty title="Nobody has said anything of a source so far">
          <p>On the page of a source you say whether it is yours, and name it.</p>
        </Empty>
      ) : (
        <>
          <Table
            caption="Marked sources"
            columns={[
              { words: 'Source' },
              { words: 'Said' },
              { words: 'By' },
              { words: 'Messages', number: true },
            ]}
            rows={sorted.slice(offset, offset + SHOWN).map(({ key, name, mark, by, at }) => ({
              key,
              cells: [
                <>
                  <a href={sourceHref(place, key)}>
                    <Theirs text={name ?? named.get(key)?.name ?? key} />
                  </a>
                  <span class="detail quiet">
                    <Theirs text={key} most={100} />
                  </span>
                </>,
                mark === undefined ? 'Named' : MARK_WORDS[mark],
                <>
                  {by}
                  <span class="detail quiet">
                    <Ago at={at} now={now} />
                  </span>
                </>,
                amount(named.get(key)?.messages ?? 0),
              ],
            }))}
          />
          <Pages
            path={path}
            kept={asked.kept}
            total={said.length}
            limit={SHOWN}
            offset={offset}
            what={plural(said.length, 'source')}
          />
          <p class="quiet">
            Without messages: no report names it, {spanWords(place)}. Its page takes back what was said.
          </p>
        </>
      )}
      <p>
        <a href={withQuery(path, windowOf(asked))}>Show all sources</a>
      </p>
    </DmarcPage>
  )
}
