import type { CheckWordsByName } from '../../../core/check-words.ts'
import type { HistoryOf } from '../../../services/history/history.ts'
import { checkTitle } from '../../check-names.ts'
import { FailingChecks } from './failing-checks.tsx'
import { ScoreChart } from './score-chart.tsx'
import { VolumeChart } from './volume-chart.tsx'

interface HistoryChartsProps {
  history: HistoryOf
  checkWords: CheckWordsByName
}

/** Everything that is drawn of a history, on one time axis. One time on a page. */
export function HistoryCharts({ history, checkWords }: HistoryChartsProps) {
  const titleOf = (name: string) => checkWords.get(name)?.title ?? checkTitle({ name })
  const isScored = history.days.some(({ score }) => score)
  return (
    <div class="charts">
      {isScored && <ScoreChart id="score-chart" history={history} />}
      {history.days.length > 0 && <VolumeChart id="volume-chart" history={history} />}
      {history.checks.length > 0 && (
        <FailingChecks id="checks-chart" checks={history.checks} titleOf={titleOf} />
      )}
    </div>
  )
}
