import type { HistoryOf } from '../../../services/history/history.ts'
import { messages } from '../../components/chart/slots.ts'
import { Sparkline } from '../../components/chart/sparkline.tsx'
import { HISTORY_LINKS } from '../../links/history.ts'
import { score } from '../../wording.ts'

/** How mail did lately, in a line. Nothing where nothing was scored. */
export function Trend({ history }: { history: HistoryOf }) {
  if (!history.score) return null
  const scored = history.days.reduce((sum, day) => sum + day.scored, 0)
  return (
    <p class="trend">
      <Sparkline history={history} />
      <span>
        Median score <strong>{score(history.score.median)}</strong> in 30 days, of {messages(scored)}.{' '}
        <a href={HISTORY_LINKS.history}>History</a>
      </span>
    </p>
  )
}
