import { STANDING_WORDS, type Standing } from '../../words/domain-states.ts'

/** How a domain is, as a sign and a word. */
export function StandingBadge({ standing }: { standing: Standing }) {
  const { sign, words, badge } = STANDING_WORDS[standing]
  return (
    <span class={`badge ${badge}`}>
      <span aria-hidden="true">{sign} </span>
      {words}
    </span>
  )
}
