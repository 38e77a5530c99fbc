import type { Site } from '../site.ts'
import type { ShownMessage, TestPage } from '../view.ts'
import { score } from '../wording.ts'
import { Moment } from './moment.tsx'

/** Every message of the test, newest first; each leads to its own report. */
export function Messages({ site, page }: { site: Site; page: TestPage }) {
  return (
    <section class="panel" aria-labelledby="messages">
      <h2 id="messages">{page.messages.length === 1 ? 'One message' : `${page.messages.length} messages`}</h2>
      <ol class="messages" reversed>
        {page.messages.map((message) => (
          <li key={message.id}>
            <a
              href={site.href.test(page.token, message.id)}
              aria-current={message.current ? 'true' : undefined}
              class="message"
            >
              <span class="message-number">{message.number}</span>
              <Moment at={message.receivedAt} />
              <Outcome message={message} />
            </a>
          </li>
        ))}
      </ol>
    </section>
  )
}

function Outcome({ message: { outcome } }: { message: ShownMessage }) {
  if (!outcome) return <span class="outcome quiet">in analysis</span>
  if (outcome.status === 'failed') return <span class="outcome outcome-failed">failed</span>
  return <span class="outcome">{score(outcome.score)}</span>
}
