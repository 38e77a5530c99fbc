import { MAX_SCORE } from '../../../../core/report.ts'
import { checkTitle } from '../../../check-names.ts'
import { level, type Sections, undeterminedSentence } from '../../../sections.ts'
import type { Site } from '../../../site.ts'
import type { ShownReport, TestPage } from '../../../view.ts'
import { score } from '../../../wording.ts'
import { anchor } from '../../check.tsx'
import { Moment } from '../../moment.tsx'
import { NotKnownSwatch, Scale } from '../../scale.tsx'
import { Letterhead } from './letterhead.tsx'
import { ReportLink } from './report-link.tsx'

interface HeadProps {
  site: Site
  page: TestPage
  report: ShownReport
  sections: Sections
}

/** Which message it is, its score, and what that means in one sentence. */
export function Head({ site, page, report, sections }: HeadProps) {
  return (
    <header class={`head head-${level(report.score)}`}>
      {page.shown && (
        <p class="eyebrow">
          <span>
            {reportOn(page)} <Moment at={page.shown.receivedAt} />
          </span>
          <ReportLink site={site} page={page} />
        </p>
      )}
      <Letterhead page={page} />
      <h1 class="score">
        <span class="score-number">{score(report.score)}</span> <span class="score-of">of {MAX_SCORE}</span>
      </h1>
      <Scale
        score={report.score}
        cost={sections.cost.map((check) => ({ ...check, title: checkTitle(check) }))}
        notKnown={report.undetermined.points}
      />
      <Verdict report={report} sections={sections} />
    </header>
  )
}

function Verdict({ report, sections }: Pick<HeadProps, 'report' | 'sections'>) {
  const open = undeterminedSentence(report.undetermined)
  const openFirst = sections.undetermined[0]
  const first = report.plan?.[0]?.check ?? sections.cost[0]?.name
  const title = checkTitle(report.checks.find(({ name }) => name === first) ?? { name: first ?? '' })
  return (
    <>
      <p class="verdict">
        {report.verdict}
        {first && sections.cost.length > 1 && (
          <>
            {' '}
            Begin with <a href={`#${report.plan?.length ? 'plan' : anchor(first)}`}>{title}</a>.
          </>
        )}
      </p>
      {open && (
        <p class="open-note">
          <NotKnownSwatch />
          {openFirst ? <a href={`#${anchor(openFirst.name)}`}>{open}</a> : open}
        </p>
      )}
    </>
  )
}

function reportOn({ messages, shown, fromFile }: TestPage): string {
  if (fromFile) return 'Report on a message file of'
  return messages.length > 1 && shown ? `Report on message ${shown.number},` : 'Report on the message of'
}
