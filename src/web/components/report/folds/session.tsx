import type { TranscriptLine } from '../../../../core/message.ts'
import { plural } from '../../../wording.ts'
import { Scroll } from '../scroll.tsx'
import type { Standing } from './standing.ts'

const MS = new Intl.NumberFormat('en', { minimumFractionDigits: 3, maximumFractionDigits: 3 })

/** What the sending server and ours said to each other. */
export function Session({ lines, standing }: { lines: readonly TranscriptLine[]; standing: Standing }) {
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
                <td>{MS.format(at / 1000)}</td>
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
