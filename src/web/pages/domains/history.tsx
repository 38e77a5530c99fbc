import type { HistoryOf } from '../../../services/history/history.ts'
import { checkTitle } from '../../check-names.ts'
import { Section } from '../../components/frame/area.tsx'
import { Table } from '../../components/shown/table.tsx'

/** Most checks that are named. */
const MOST = 10

/** How mail from the domain did in tests, and what failed most often. */
export function DomainHistory({ history }: { history: HistoryOf }) {
  const { checks } = history
  return (
    <Section id="history" title="Tests of the last 90 days">
      {history.days.length === 0 ? (
        <p>No message from this domain was tested in the last 90 days.</p>
      ) : (
        checks.length > 0 && (
          <Table
            caption="Checks that failed"
            columns={[{ words: 'Check' }, { words: 'Failed', number: true }, { words: 'Of', number: true }]}
            rows={checks.slice(0, MOST).map(({ name, failed, of }) => ({
              key: name,
              cells: [checkTitle({ name }), String(failed), String(of)],
            }))}
          />
        )
      )}
    </Section>
  )
}
