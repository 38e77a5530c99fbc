import type { RequirementState } from '../../../core/message-view.ts'

const STATES: Readonly<Record<RequirementState, { sign: string; word: string; kind: string }>> = {
  met: { sign: '✓', word: 'met', kind: 'met' },
  'not met': { sign: '✗', word: 'not met', kind: 'unmet' },
  'not applicable': { sign: '–', word: 'not asked', kind: 'none' },
  'cannot be seen': { sign: '·', word: 'not seen', kind: 'none' },
  undetermined: { sign: '?', word: 'open', kind: 'open' },
}

/** A sign and a word: the colour only repeats them. */
export function RequirementSign({ state }: { state: RequirementState }) {
  const { sign, word } = STATES[state]
  return (
    <span class="cell-state">
      <span aria-hidden="true">{sign}</span> {word}
    </span>
  )
}

export function requirementKind(state: RequirementState): string {
  return STATES[state].kind
}
