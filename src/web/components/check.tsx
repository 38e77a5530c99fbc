import { detailOf } from '../../core/check.ts'
import type { Item } from '../advice.ts'
import { adviceOfCheck } from '../check-advice.ts'
import { checkTitle } from '../check-names.ts'
import type { ShownCheck } from '../view.ts'
import { loss, plural, points } from '../wording.ts'
import { Advice } from './advice.tsx'
import { Evidence, evidenceOf, Quotes } from './evidence.tsx'
import { Reference } from './reference.tsx'

type Detail = ReturnType<typeof detailOf>

/** The stable place of a check in a page. */
export function anchor(name: string): string {
  return `check-${name}`
}

interface CostlyProps {
  check: ShownCheck
  open: boolean
}

/** A check that cost points: what was seen in sight, with the points in the margin; what to do and the rest unfold. */
export function CostlyCheck({ check, open }: CostlyProps) {
  const { name } = check
  const detail = detailOf(check)
  const { advice, refinement } = adviceOfCheck(check)
  const evidence = evidenceOf(check)
  return (
    <details class="entry" id={anchor(name)} open={open}>
      <summary>
        <span class="entry-points">
          {loss(check.score)}
          <span class="unseen"> {plural(Math.abs(check.score), 'point')}</span>
        </span>
        <h3>{checkTitle(check)}</h3>
        {detail['summary'] && <span class="summary">{detail['summary']}</span>}
      </summary>
      <div class="entry-body">
        {advice.length > 0 && (
          <div>
            <p class="label">How to fix it</p>
            <Advice items={advice} />
          </div>
        )}
        <Relevance words={check.words} />
        <Refinement items={refinement} />
        <Sources detail={detail} />
        {evidence.length > 0 && (
          <div class="seen">
            <p class="label">What was seen</p>
            <Evidence check={check} />
          </div>
        )}
        <Quotes check={check} />
      </div>
    </details>
  )
}

const MARKS = {
  passed: { sign: '✓', word: 'Passed' },
  neutral: { sign: '–', word: 'For information' },
  failed: { sign: '!', word: 'Failed' },
  error: { sign: '?', word: 'Could not be determined' },
} as const

interface FoldedProps {
  check: ShownCheck
  /** The most an undetermined check could have cost. */
  atMost?: number
  /** It wants something done, and nothing else on the page says what. */
  open?: boolean
}

/** A check that is fine, or open: one line that unfolds. */
export function FoldedCheck({ check, atMost, open = false }: FoldedProps) {
  const { name, status } = check
  const detail = detailOf(check)
  const { advice, refinement } = adviceOfCheck(check)
  const { sign, word } = MARKS[status]
  return (
    <details class={`folded folded-${status}`} id={anchor(name)} open={open}>
      <summary>
        <span class="sign" aria-hidden="true">
          {sign}
        </span>
        <span class="folded-name">
          <span class="unseen">{word}: </span>
          {checkTitle(check)}
        </span>
        <span class="folded-summary">{detail['advice']?.split('\n', 1)[0] ?? detail['summary']}</span>
        {atMost !== undefined && atMost > 0 && (
          <span class="at-most">
            up to {points(atMost)} {plural(atMost, 'point')}
          </span>
        )}
      </summary>
      <div class="folded-body">
        {detail['summary'] && <p class="summary">{detail['summary']}</p>}
        <Advice items={advice} />
        <Refinement items={refinement} />
        <Relevance words={check.words} />
        <Sources detail={detail} />
        <Evidence check={check} />
        <Quotes check={check} />
      </div>
    </details>
  )
}

/** In plain words, beside the technical ones. */
function Relevance({ words }: { words: ShownCheck['words'] }) {
  if (!words) return null
  return (
    <dl class="relevance">
      <div>
        <dt>Why it matters</dt>
        <dd>{words.why}</dd>
      </div>
      <div>
        <dt>Who can change it</dt>
        <dd>{words.who}</dd>
      </div>
    </dl>
  )
}

function Refinement({ items }: { items: readonly Item[] }) {
  if (items.length === 0) return null
  return (
    <div class="quiet">
      <p>{items.length > 1 ? 'Refinements' : 'A refinement'} that few receivers notice:</p>
      <Advice items={items} />
    </div>
  )
}

function Sources({ detail }: { detail: Detail }) {
  const { reference, findings } = detail
  if (!reference && !findings) return null
  return (
    <p class="sources">
      {reference && <Reference reference={reference} />}
      {findings && (
        <span class="findings">
          {findings.split(',').map((code) => (
            <code key={code}>{code}</code>
          ))}
        </span>
      )}
    </p>
  )
}
