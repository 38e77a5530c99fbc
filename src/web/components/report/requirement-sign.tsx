import type { RequirementState } from '../../../core/message-view.ts'

const STATES: Readonly<Record<RequirementState, { sign: string; word: string; kind: string }>> = {
  met: { sign: '✓', word: 'met', kind: 'met' },
  'not met': { sign: '✗', word: 'not met', kind: 'unmet' },
  'not applicable': { sign: '–', word: 'not asked', kind: 'none' },
  'cannot be seen': { sign: '·', word: 'not seen', kind: 'none' },
  undetermined: { sign: '?', word: 'open', kind: 'open' },
}

const ADVISED = { sign: '!', word: 'advised', kind: 'open' } as const

interface Shown {
  state: RequirementState
  recommended?: true | undefined
}

/** What is recommended, and not there, keeps no message out. */
const shownOf = ({ state, recommended }: Shown) =>
  state === 'not met' && recommended ? ADVISED : STATES[state]

/** A sign and a word: the colour only repeats them. */
export function RequirementSign(shown: Shown) {
  const { sign, word } = shownOf(shown)
  return (
    <span class="cell-state">
      <span aria-hidden="true">{sign}</span> {word}
    </span>
  )
}

export function requirementKind(shown: Shown): string {
  return shownOf(shown).kind
}
