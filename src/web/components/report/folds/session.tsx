import { once } from '../../../../core/making/once.ts'
import type { TranscriptLine } from '../../../../core/message.ts'
import type { MessageView } from '../../../../core/message-view.ts'
import { plural } from '../../../wording.ts'
import { Scroll } from '../scroll.tsx'
import type { Standing } from './standing.ts'

const MS = once(() => new Intl.NumberFormat('en', { minimumFractionDigits: 3, maximumFractionDigits: 3 }))

/** Whose session this is, where somebody stood between. */
function throughInWords({ kind, peer, told, local }: NonNullable<MessageView['through']>): string {
  const at = peer === undefined ? 'on this machine' : `at ${peer}`
  if (kind === 'proxy')
    return `Received through the load balancer ${at}, which handed the sender’s session on and named its address.`
  const whose = `Received through the mail server ${at}. This is its session with Mailgauge, not the sender’s.`
  if (local) return `${whose} The message was made on that mail server.`
  return told === undefined
    ? `${whose} It did not say which client it took the message from.`
    : `${whose} It named the client that it took the message from (${told}).`
}

/** What the sending server and ours said to each other. */
export function Session({
  lines,
  through,
  standing,
}: {
  lines: readonly TranscriptLine[]
  through?: MessageView['through']
  standing: Standing
}) {
  if (lines.length === 0) return null
  return (
    <details class="message-view" open={standing.isWrong}>
      <summary>
        <h3>SMTP session</h3>
        <span class="quiet">
          {lines.length} {plural(lines.length, 'line')}
          {standing.says && `. ${standing.says}`}
        </span>
      </summary>
      {through && <p>{throughInWords(through)}</p>}
      <Scroll label="SMTP session">
        <table class="session">
          <thead>
            <tr>
              <th scope="col">Seconds</th>
              <th scope="col">Who</th>
              <th scope="col">Line</th>
            </tr>
          </thead>
          <tbody>
            {lines.map(({ from, text, at }, index) => (
              <tr key={index} class={`said-${from}`}>
                <td>{MS().format(at / 1000)}</td>
                <td>{from}</td>
                <td>
                  <code>{text}</code>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </details>
  )
}
