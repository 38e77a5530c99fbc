import { dateOfDay } from '../../../../services/aggregates/window.ts'
import { PassChart } from '../../../components/chart/pass-chart.tsx'
import { DmarcPage, spanWords, Windows } from '../../../components/dmarc/frame.tsx'
import { Said } from '../../../components/dmarc/outcome.tsx'
import { Section } from '../../../components/frame/area.tsx'
import { Notice } from '../../../components/shown/notice.tsx'
import { plural } from '../../../wording.ts'
import { amount, rate } from '../../../words/amounts.ts'
import { inList } from '../../../words/dmarc.ts'
import { groupOf, STANDING_WORDS } from '../../../words/standings.ts'
import { type DmarcPlace, windowOf, withQuery } from '../asked.ts'
import { Addresses, SourceFacts } from './facts.tsx'
import { MarkForm } from './mark.tsx'
import type { SourceProps } from './props.ts'
import { SourceRecords } from './records.tsx'
import { WhatToDo } from './what-to-do.tsx'

const MOST_REASONS = 6

/** `/domains/<id>/dmarc/source`: is this mine, and what is broken? */
export function SourceDocument(props: SourceProps) {
  const { place, one, shown, done } = props
  const { site, domain, asked } = place
  const { source, days } = one
  const { name } = source
  // Whoever went on among the records has read the rest.
  const isWhole = !shown.isLater && shown.ip === undefined
  return (
    <DmarcPage place={place} title={inList(name)} tab="sources" below lede={<Lede {...props} />}>
      {done !== undefined && <Notice kind="done">{done}</Notice>}
      <Windows place={place} path={site.href.domainDmarcSource(domain.id)} />
      {isWhole && (
        <>
          <Standing {...props} />
          <WhatToDo {...props} />
          <MarkForm {...props} />
          <PassChart
            id="source-days"
            since={dateOfDay(asked.window.from)}
            until={dateOfDay(asked.window.to)}
            days={days.map(({ day, pass, messages }) => ({
              day: dateOfDay(day),
              pass,
              fail: messages - pass,
            }))}
            hrefOf={(from, to) => `${daysHref(place, source.key, { from, to })}#records`}
          />
          <SourceFacts {...props} />
          <Addresses {...props} />
        </>
      )}
      <SourceRecords {...props} />
    </DmarcPage>
  )
}

/** The same page of these days. */
const daysHref = (place: DmarcPlace, key: string, days: { from: string; to: string }): string => {
  const { days: _days, from: _from, to: _to, ...kept } = windowOf(place.asked)
  return withQuery(place.site.href.domainDmarcSource(place.domain.id), { ...kept, ...days, key })
}

function Lede({ place, one: { source } }: SourceProps) {
  const { messages, pass, standing } = source
  const { words, badge } = STANDING_WORDS[standing]
  return (
    <>
      <span class={`badge ${badge}`}>{words}</span> <strong>{rate(pass, messages).replace(/^u/, 'U')}</strong>{' '}
      of {amount(messages)} {plural(messages, 'message')} from it passed DMARC, {spanWords(place)}.
    </>
  )
}

/** Why it stands where it does. */
function Standing({ one: { source } }: SourceProps) {
  const { standing, reasons } = source
  return (
    <Section id="why" title={`Why “${STANDING_WORDS[standing].words}”`}>
      {reasons.length === 0 ? (
        <p>{groupOf(standing).says}</p>
      ) : (
        <ul class="help-list">
          {reasons.slice(0, MOST_REASONS).map((reason) => (
            <li key={reason}>
              <Said text={reason} most={400} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
