import type { DeliveryAttempt } from '../../../core/watching/destination.ts'
import { Ago } from '../../components/shown/ago.tsx'
import { Table } from '../../components/shown/table.tsx'
import { amount } from '../../words/amounts.ts'
import { beginningOf } from './listing.tsx'
import { badgeOf, OUTCOME_WORDS } from './words.ts'

const SAYS = 200

/** Attempts before the latest, in a line each. */
export function AttemptTable({ attempts, now }: { attempts: readonly DeliveryAttempt[]; now: Date }) {
  return (
    <div class="attempts">
      <Table
        caption="Earlier attempts"
        columns={[{ words: 'What came of it' }, { words: 'Attempt', number: true }, { words: 'When' }]}
        rows={attempts.map(({ number, at, outcome, says }) => ({
          key: String(number),
          cells: [
            <>
              <span class={badgeOf(OUTCOME_WORDS[outcome].level)}>{OUTCOME_WORDS[outcome].words}</span>
              <span class="detail quiet">{beginningOf(says, SAYS).text}</span>
            </>,
            amount(number),
            <Ago key="when" at={at} now={now} />,
          ],
        }))}
      />
    </div>
  )
}
