import { MAX_SCORE, roundScore } from '../../core/report.ts'
import { checkTitle } from '../check-names.ts'
import type { ShownCheck } from '../view.ts'
import { loss, score } from '../wording.ts'
import { Scale } from './scale.tsx'

const LOST: readonly ShownCheck[] = [
  {
    name: 'dmarc',
    status: 'failed',
    score: -1,
    summary: 'The domain publishes no DMARC record.',
    findings: [],
    evidence: {},
  },
  {
    name: 'list-unsubscribe',
    status: 'failed',
    score: -0.5,
    summary: 'One-click unsubscribe is missing.',
    findings: [],
    evidence: {},
  },
  {
    name: 'reverse-dns',
    status: 'failed',
    score: -0.3,
    summary: 'The server’s name looks made by a machine.',
    findings: [],
    evidence: {},
  },
]

/** What a report looks like, for those who have none yet. */
export function Example() {
  const left = roundScore(LOST.reduce((sum, check) => sum + check.score, MAX_SCORE))
  return (
    <figure class="example head-fair">
      <figcaption class="eyebrow">An example</figcaption>
      <p class="score">
        <span class="score-number">{score(left)}</span> <span class="score-of">of {MAX_SCORE}</span>
      </p>
      <Scale score={left} cost={LOST} />
      <ul class="plain">
        {LOST.map((check) => (
          <li key={check.name}>
            <span class="entry-points">{loss(check.score)}</span>
            <span>
              <strong>{checkTitle(check.name)}</strong> {check.summary}
            </span>
          </li>
        ))}
      </ul>
    </figure>
  )
}
