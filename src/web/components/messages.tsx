import type { Site } from '../site.ts'
import type { ShownMessage, TestPage } from '../view.ts'
import { score } from '../wording.ts'
import { oneLine } from '../words/one-line.ts'
import { Moment } from './moment.tsx'

const MOST_LETTERS = 80

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
              {message.subject !== undefined && <Subject text={message.subject} />}
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

/** One line of it: the rest is on the page that it leads to. */
function Subject({ text }: { text: string }) {
  const subject = oneLine(text, MOST_LETTERS)
  return (
    <bdi class={subject === '' ? 'message-subject quiet' : 'message-subject'}>{subject || 'no subject'}</bdi>
  )
}
