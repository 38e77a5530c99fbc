import type { TestPage } from '../../../view.ts'
import { oneLine } from '../../../words/one-line.ts'

const MOST_LETTERS = 200

/** Which message it is: its sender and subject, or that they are not shown. */
export function Letterhead({ page }: { page: Pick<TestPage, 'received' | 'report' | 'own'> }) {
  const { received, report } = page
  if (received ? received.withheld : report?.withheld) {
    return <p class="quiet">Sender and subject are not shown: the words of this message are withheld.</p>
  }
  if (!received || received.withheld) return null
  return (
    <>
      <Words from={received.from} subject={received.subject} />
      {page.own && report?.withheld && (
        <p class="quiet">
          Only people of this account see the words of this message, its header fields, preview, session and
          path: the page that you share does not show them. {report.withheld.reason}
        </p>
      )}
    </>
  )
}

function Words(sent: { from: string; subject: string }) {
  const subject = oneLine(sent.subject, MOST_LETTERS)
  return (
    <dl class="letterhead">
      <div>
        <dt>From</dt>
        <dd>
          <bdi>{oneLine(sent.from, MOST_LETTERS)}</bdi>
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
