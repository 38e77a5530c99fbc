import type { TestPage } from '../../../view.ts'
import { oneLine } from '../../../words/one-line.ts'

const MOST_LETTERS = 200

/** Which message it is: its sender and subject, or that they are not shown. */
export function Letterhead({ page: { received, report } }: { page: Pick<TestPage, 'received' | 'report'> }) {
  if (received ? received.withheld : report?.withheld) {
    return <p class="quiet">Sender and subject are not shown: the words of this message are withheld.</p>
  }
  if (!received || received.withheld) return null
  const subject = oneLine(received.subject, MOST_LETTERS)
  return (
    <dl class="letterhead">
      <div>
        <dt>From</dt>
        <dd>
          <bdi>{oneLine(received.from, MOST_LETTERS)}</bdi>
        </dd>
      </div>
      <div>
        <dt>Subject</dt>
        <dd>
          {subject === '' ? (
            <span class="quiet">none</span>
          ) : (
            <strong>
              <bdi>{subject}</bdi>
            </strong>
          )}
        </dd>
      </div>
    </dl>
  )
}
