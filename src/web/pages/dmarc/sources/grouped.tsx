import type { Outcome } from '../../../../core/aggregate/file.ts'
import type { AnsweredSources } from '../../../../services/answers/answered.ts'
import { DmarcFilter } from '../../../components/dmarc/filter.tsx'
import { DmarcPage, spanWords } from '../../../components/dmarc/frame.tsx'
import { Select } from '../../../components/form/choices.tsx'
import { Notice } from '../../../components/shown/notice.tsx'
import { plural } from '../../../wording.ts'
import { amount } from '../../../words/amounts.ts'
import { BY_WORDS } from '../../../words/dmarc.ts'
import type { StandingGroupId } from '../../../words/standings.ts'
import { type DmarcPlace, windowOf, withQuery } from '../asked.ts'
import { Nothing, SampleReports, Unverified } from '../empty.tsx'
import { CountBy } from './count-by.tsx'
import { AllGroups, membersOf, OneGroup } from './groups.tsx'

interface GroupedProps {
  place: DmarcPlace
  found: AnsweredSources
  /** Files that ever came, by what became of them. */
  files: Readonly<Partial<Record<Outcome, number>>>
  /** Only sources with messages that failed are shown. */
  isFailing?: boolean
  /** The group that is shown alone, from a place in it. Absent: all groups. */
  only?: { group: StandingGroupId; offset: number }
}

/** Fewer reporters or days than these do not tell much. */
const FEW = { reporters: 3, days: 7 }

/** `/domains/<id>/dmarc/sources`: who sends as the domain, by what to do about each. */
export function GroupedSourcesDocument(props: GroupedProps) {
  const { place, found, files, only, isFailing = false } = props
  const { site, domain } = place
  const path = site.href.domainDmarcSources(domain.id)
  const isBare = found.reports === 0
  return (
    <DmarcPage place={place} title="Sources" tab="sources" lede={<Lede {...props} />}>
      {!domain.verified && <Unverified place={place} />}
      {isBare && <SampleReports place={place} reports={0} />}
      {(!isBare || Object.keys(place.asked.kept).length > 0 || place.asked.filled.problems.length > 0) && (
        <DmarcFilter place={place} path={path}>
          <CountBy asked={place.asked} chosen="" />
          {!only && (
            <Select
              name="result"
              label="Result"
              choices={[
                { value: '', words: 'Any' },
                { value: 'fail', words: 'With messages that failed' },
              ]}
              chosen={isFailing ? 'fail' : ''}
              filled={place.asked.filled}
            />
          )}
        </DmarcFilter>
      )}
      {isBare ? (
        domain.verified && <Nothing place={place} files={files} path={path} />
      ) : (
        <>
          <Remarks {...props} />
          {only ? (
            <OneGroup place={place} found={found} {...only} />
          ) : (
            <AllGroups place={place} found={found} isFailing={isFailing} />
          )}
          <Elsewhere place={place} />
        </>
      )}
    </DmarcPage>
  )
}

/** The same sources as a file, and counted otherwise. */
function Elsewhere({ place: { site, domain, asked } }: { place: DmarcPlace }) {
  const window = windowOf(asked)
  return (
    <>
      <p class="choice count-by">
        <span class="quiet">Count by</span>
        {Object.entries(BY_WORDS).map(([by, { words }]) => (
          <a key={by} href={withQuery(site.href.domainDmarcSources(domain.id), { ...window, group_by: by })}>
            {words}
          </a>
        ))}
        <a href={withQuery(site.href.domainDmarcSources(domain.id), { ...window, marked: 'all' })}>
          Marked by people
        </a>
      </p>
      <p>
        <a
          class="button button-quiet"
          href={withQuery(site.href.domainDmarcAnswersCsv(domain.id), window)}
          download
        >
          Download as CSV
        </a>
      </p>
    </>
  )
}

/** What needs somebody, in a sentence, and what the page is about in the next. */
function Lede({ place, found }: GroupedProps) {
  const about = `Who sends mail with ${place.domain.domain} in From, as receivers report it, ${spanWords(place)}.`
  if (found.reports === 0) return <>{about}</>
  const of = (id: StandingGroupId) => membersOf(found.sources, id).length
  const [broken, unaligned, unknown] = [of('broken'), of('unaligned'), of('unknown')]
  const parts = [
    broken > 0 && `${amount(broken)} of your own ${plural(broken, 'is', 'are')} broken`,
    unaligned > 0 && `${amount(unaligned)} ${plural(unaligned, 'is', 'are')} not aligned`,
    unknown > 0 && `${amount(unknown)} may be yours or not`,
  ].filter((part) => part !== false)
  const all = found.sources.length
  return (
    <>
      <strong>
        {parts.length === 0
          ? needsNothing(all)
          : `Of ${amount(all)} ${plural(all, 'source')}, ${inSentence(parts)}`}
        .
      </strong>{' '}
      {about}
    </>
  )
}

const needsNothing = (all: number): string =>
  all === 1
    ? 'Its one source needs nothing from you'
    : `None of ${amount(all)} sources needs anything from you`

const inSentence = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`

/** What to know before it is believed. */
function Remarks({ place, found }: GroupedProps) {
  const { spfUnknown, reporters, days, reports } = found
  const isFew = reporters < FEW.reporters || days < FEW.days
  return (
    <>
      {spfUnknown && (
        <Notice kind="note">
          The SPF record of {place.domain.domain} could not be looked up just now, so it is not known which of
          these sources it names.
        </Notice>
      )}
      {isFew && (
        <Notice kind="note">
          This rests on {amount(reports)} {plural(reports, 'report')} from {amount(reporters)}{' '}
          {plural(reporters, 'reporter')}, about {amount(days)} {plural(days, 'day')}. It may look different
          when more have arrived.
        </Notice>
      )}
    </>
  )
}
