import type { CheckWordsByName } from '../../../core/check-words.ts'
import type { HistoryOf } from '../../../services/history/history.ts'
import { HistoryCharts } from '../../components/chart/history-charts.tsx'
import { Section } from '../../components/frame/area.tsx'
import { HISTORY_LINKS } from '../../links/history.ts'

interface HistoryProps {
  domain: string
  history: HistoryOf
  checkWords: CheckWordsByName
}

/** How mail from the domain did in tests, and what failed most often. */
export function DomainHistory({ domain, history, checkWords }: HistoryProps) {
  return (
    <Section id="history" title="Scores of the last 90 days">
      {history.days.length === 0 ? (
        <p>No message from {domain} was tested in the last 90 days.</p>
      ) : (
        <>
          <HistoryCharts history={history} checkWords={checkWords} />
          <p>
            <a href={`${HISTORY_LINKS.history}?days=395&domain=${encodeURIComponent(domain)}`}>
              Its whole history
            </a>
          </p>
        </>
      )}
    </Section>
  )
}
