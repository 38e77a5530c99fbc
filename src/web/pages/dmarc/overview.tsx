import type { Outcome } from '../../../core/aggregate/file.ts'
import { dateOfDay, isSettled } from '../../../services/aggregates/window.ts'
import type { Readiness } from '../../../services/answers/ready.ts'
import { PassChart } from '../../components/chart/pass-chart.tsx'
import { Exports } from '../../components/dmarc/exports.tsx'
import { DmarcFilter } from '../../components/dmarc/filter.tsx'
import { DmarcPage, spanWords } from '../../components/dmarc/frame.tsx'
import { Said } from '../../components/dmarc/outcome.tsx'
import { Section } from '../../components/frame/area.tsx'
import { ReadinessPending } from '../../components/readiness/pending.tsx'
import { ReadinessParts } from '../../components/readiness/readiness.tsx'
import { Notice } from '../../components/shown/notice.tsx'
import { plural } from '../../wording.ts'
import { amount, rate } from '../../words/amounts.ts'
import { type DmarcPlace, withQuery } from './asked.ts'
import { Nothing, SampleReports, Unverified } from './empty.tsx'
import { Lists, type ListsProps, Totals } from './overview-lists.tsx'
import { LOOK_AGAIN_SECONDS } from './sources/pending.tsx'

interface OverviewProps extends ListsProps {
  /** Files that ever came, by what became of them. */
  files: Readonly<Partial<Record<Outcome, number>>>
  /** Whether the policy may be stricter. Absent: nobody counts it. */
  readiness?: Readiness | 'not_counted'
  /** Something of it is being worked out. */
  isOpen: boolean
}

/** `/domains/<id>/dmarc`: what reports say of the domain, summed. */
export function OverviewDocument(props: OverviewProps) {
  const { place, summary, files, readiness, isOpen } = props
  const { site, domain } = place
  const path = site.href.domainDmarc(domain.id)
  // There is nothing that another window or filter could show.
  const isBare = summary.reports === 0 && !Object.values(files).some((n) => n > 0) && isUsual(place)
  const answer = readiness && hasAnswer(props) && <Answer place={place} readiness={readiness} />
  const counted = (
    <>
      {!isBare && <DmarcFilter place={place} path={path} />}
      {summary.reports > 0 && <Days {...props} isSaid={!answer} />}
      {summary.reports === 0 && (domain.verified || !isBare) && (
        <Nothing place={place} files={files} path={path} />
      )}
    </>
  )
  return (
    <DmarcPage
      place={place}
      title="DMARC reports"
      tab="overview"
      lede={<Lede {...props} />}
      again={isOpen && summary.reports > 0 ? LOOK_AGAIN_SECONDS : undefined}
    >
      {!domain.verified && <Unverified place={place} />}
      <SampleReports place={place} reports={summary.reports} />
      {answer}
      {answer ? (
        <Section id="reported" title="What reports say">
          {counted}
        </Section>
      ) : (
        counted
      )}
      {summary.reports > 0 && (
        <>
          <Totals place={place} summary={summary} />
          <Lists {...props} />
          <Exports place={place} />
        </>
      )}
    </DmarcPage>
  )
}

/** The days of the window, and what to know before they are believed. `isSaid`: how much passed stands above already. */
function Days({ isSaid, ...props }: OverviewProps & { isSaid: boolean }) {
  const { place, summary } = props
  const { window } = place.asked
  return (
    <>
      {!isSaid && (
        <p>
          <Passing {...props} />
        </p>
      )}
      <PassChart
        id="dmarc-days"
        since={dateOfDay(window.from)}
        until={dateOfDay(window.to)}
        days={summary.days.map(({ day, pass, messages }) => ({
          day: dateOfDay(day),
          pass,
          fail: messages - pass,
        }))}
      />
      <Remarks place={place} summary={summary} />
    </>
  )
}

/** Whatever days are chosen, the answer is about the last settled ones. */
const hasAnswer = ({ summary, readiness }: OverviewProps) =>
  readiness !== undefined && (summary.reports > 0 || (readiness !== 'not_counted' && readiness.data.days > 0))

function Answer({ place, readiness }: Required<Pick<OverviewProps, 'place' | 'readiness'>>) {
  if (readiness === 'not_counted') return <ReadinessPending place={place} />
  return <ReadinessParts place={place} readiness={readiness} />
}

const isUsual = ({ asked: { kept, filled } }: DmarcPlace) =>
  Object.keys(kept).length === 0 && filled.problems.length === 0

function Lede(props: OverviewProps) {
  const { readiness } = props
  if (hasAnswer(props) && readiness && readiness !== 'not_counted')
    return <Said text={readiness.says} most={LONGEST} />
  return <Passing {...props} />
}

/** More than a sentence says. */
const LONGEST = 600

function Passing({ place, summary: { messages, pass, reports } }: OverviewProps) {
  if (reports === 0) return <>What receivers report about mail that has this domain in From.</>
  return (
    <>
      <strong>{rate(pass, messages).replace(/^u/, 'U')}</strong> of {amount(messages)}{' '}
      {plural(messages, 'message')} passed DMARC, {spanWords(place)}.
    </>
  )
}

/** What to know before the numbers are believed. */
function Remarks({ place, summary }: Pick<OverviewProps, 'place' | 'summary'>) {
  const { site, domain, asked } = place
  const { reports, unauthenticated, longRange } = summary
  const isOpen = unauthenticated > 0 && asked.window.authenticated === undefined
  const trusted = withQuery(site.href.domainDmarc(domain.id), { ...asked.kept, authenticated: 'true' })
  const isFilling = !isSettled(asked.window, place.now)
  return (
    <>
      {isOpen && (
        <Notice kind="note">
          {amount(unauthenticated)} of {amount(reports)} {plural(reports, 'report')} came without proof of who
          sent {unauthenticated === 1 ? 'it' : 'them'}, so anybody may have written{' '}
          {unauthenticated === 1 ? 'it. It counts' : 'them. They count'} here.{' '}
          <a href={trusted}>Count authenticated reports only</a>
        </Notice>
      )}
      {(longRange > 0 || isFilling) && (
        <p class="quiet">
          {longRange > 0 &&
            `${amount(longRange)} ${plural(longRange, 'report covers', 'reports cover')} more than a day each, and ${plural(longRange, 'counts', 'count')} for the day in the middle. `}
          {isFilling &&
            'Reports for today and yesterday may still arrive: most come a day after the mail that they are about.'}
        </p>
      )}
    </>
  )
}
