import { MAX_SCORE, roundScore } from '../../core/report.ts'
import { loss, score } from '../wording.ts'
import { Scale } from './scale.tsx'

const LOST = [
  { name: 'dmarc', title: 'DMARC', score: -1, summary: 'The domain publishes no DMARC record.' },
  {
    name: 'list-unsubscribe',
    title: 'Unsubscribe',
    score: -0.5,
    summary: 'One-click unsubscribe is missing.',
  },
  {
    name: 'reverse-dns',
    title: 'Reverse DNS',
    score: -0.3,
    summary: 'The server’s name looks made by a machine.',
  },
] as const

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
              <strong>{check.title}</strong> {check.summary}
            </span>
          </li>
        ))}
      </ul>
    </figure>
  )
}
