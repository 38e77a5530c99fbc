import { MessageChart } from '../../components/chart/message-chart.tsx'
import { Theirs } from '../../components/dmarc/outcome.tsx'
import { Section } from '../../components/frame/area.tsx'
import { Ago } from '../../components/shown/ago.tsx'
import { Table } from '../../components/shown/table.tsx'
import { level } from '../../sections.ts'
import type { Site } from '../../site.ts'
import { score as written } from '../../wording.ts'
import type { MonitorMessage } from '../../words/monitor-states.ts'
import type { MonitorPageProps } from './page.ts'

/** The scores of its messages, and the messages. */
export function Messages({ site, row, scores, messages, now }: MonitorPageProps) {
  const { monitor } = row
  const points = scores.toReversed()
  const { leastScore } = monitor.expectations
  return (
    <>
      {points.length > 0 && (
        <Section id="scores" title={points.length === 1 ? 'Score of its message' : 'Scores of its messages'}>
          <MessageChart
            id="score-chart"
            points={points}
            {...(leastScore !== undefined && { least: leastScore })}
            now={now}
          />
        </Section>
      )}
      <Section id="messages" title="Messages">
        {messages.items.length === 0 ? (
          <p>{nothingWords(monitor.standing.last !== undefined)}</p>
        ) : (
          <MessageTable site={site} items={messages.items} now={now} />
        )}
        <Pages site={site} id={monitor.id} messages={messages} />
      </Section>
    </>
  )
}

const nothingWords = (hadSome: boolean) =>
  hadSome
    ? 'The tests of its messages have expired. The next message makes a new one.'
    : 'No message has come yet. Each one that arrives stands here with its report.'

function MessageTable({ site, items, now }: { site: Site; items: readonly MonitorMessage[]; now: Date }) {
  return (
    <Table
      caption="Messages, newest first"
      columns={[{ words: 'Message' }, { words: 'Score', number: true }, { words: 'Arrived' }]}
      rows={items.map((message) => ({
        key: message.messageId,
        cells: [
          <a key="subject" href={site.href.test(message.token)}>
            {message.subject === undefined || message.subject === '' ? (
              'Without a subject'
            ) : (
              <Theirs text={message.subject} />
            )}
          </a>,
          resultOf(message),
          <Ago key="at" at={message.receivedAt} now={now} />,
        ],
      }))}
    />
  )
}

function resultOf({ status, score }: MonitorMessage) {
  if (status === 'pending') return 'Being analysed'
  if (status === 'failed' || score === undefined) return 'Not analysed'
  return (
    <strong key="score" class={`listed-score level-${level(score)}`}>
      {written(score)}
    </strong>
  )
}

function Pages({ site, id, messages }: { site: Site; id: string; messages: MonitorPageProps['messages'] }) {
  const { next, isLater } = messages
  if (!isLater && next === undefined) return null
  const here = site.href.monitor(id)
  return (
    <p class="choice">
      {isLater && (
        <a class="button button-quiet" href={`${here}#messages`}>
          Newest
        </a>
      )}
      {next !== undefined && (
        <a class="button button-quiet" href={`${here}?after=${encodeURIComponent(next)}#messages`}>
          Older
        </a>
      )}
    </p>
  )
}
