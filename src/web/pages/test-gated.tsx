import { MAX_SCORE } from '../../core/report.ts'
import { Aside } from '../components/aside.tsx'
import { SinceLine } from '../components/compare/since-line.tsx'
import { LaterNotice } from '../components/notice.tsx'
import { level } from '../sections.ts'
import type { Site } from '../site.ts'
import type { ShownReport, TestPage } from '../view.ts'
import { score } from '../wording.ts'

/** A report of which only the score is shown. */
export function Gated({ site, page, report }: { site: Site; page: TestPage; report: ShownReport }) {
  return (
    <div class="split">
      <div>
        <LaterNotice site={site} page={page} />
        <header class={`head head-${level(report.score)}`}>
          <h1 class="score">
            <span class="score-number">{score(report.score)}</span>{' '}
            <span class="score-of">of {MAX_SCORE}</span>
          </h1>
          <p class="verdict">
            The score counts every check, but the checks themselves are not shown:{' '}
            {page.own
              ? 'more tests of this account were scored this month than its plan shows in full. A plan with more full reports shows this one, too.'
              : 'more tests were made from your network today than this site shows in full. The count starts again at midnight UTC.'}
          </p>
        </header>
        <SinceLine site={site} page={page} />
      </div>
      <Aside site={site} page={page} />
    </div>
  )
}
