import { detailOf } from '../../core/check.ts'
import { type ToldBySteps, withoutTold } from '../../services/telling/told-once.ts'
import type { Item } from '../advice.ts'
import { adviceOfCheck } from '../check-advice.ts'
import { checkTitle } from '../check-names.ts'
import { stepAnchor } from '../plan.ts'
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
  /** What steps of the plan say of it: the check leads there, and says the rest. */
  told?: ToldBySteps | undefined
  open: boolean
}

/** A check that cost points: what was seen in sight, with the points in the margin; what to do and the rest unfold. */
export function CostlyCheck({ check, told, open }: CostlyProps) {
  const { name } = check
  const detail = detailOf(check)
  const { advice, refinement } = adviceOfCheck(withoutTold(check, told))
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
        <StepLinks told={told} />
        {advice.length > 0 && (
          <div>
            <p class="label">{told ? 'What else to do' : 'How to fix it'}</p>
            <Advice items={advice} />
          </div>
        )}
        <Relevance words={check.words} told={told} />
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
  /** What steps of the plan say of it. */
  told?: ToldBySteps | undefined
  /** The most an undetermined check could have cost. */
  atMost?: number
  /** It wants something done, and nothing else on the page says what. */
  open?: boolean
}

/** A check that is fine, or open: one line that unfolds. */
export function FoldedCheck({ check, told, atMost, open = false }: FoldedProps) {
  const { name, status } = check
  const detail = detailOf(check)
  const { advice, refinement } = adviceOfCheck(withoutTold(check, told))
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
        <span class="folded-summary">{inOneLine(check)}</span>
        {atMost !== undefined && atMost > 0 && (
          <span class="at-most">
            up to {points(atMost)} {plural(atMost, 'point')}
          </span>
        )}
      </summary>
      <div class="folded-body">
        {detail['summary'] && <p class="summary">{detail['summary']}</p>}
        <StepLinks told={told} />
        <Advice items={advice} />
        <Refinement items={refinement} />
        <Relevance words={check.words} told={told} />
        <Sources detail={detail} />
        <Evidence check={check} />
        <Quotes check={check} />
      </div>
    </details>
  )
}

/** What could be better, else what was seen. */
function inOneLine(check: ShownCheck): string | undefined {
  const detail = detailOf(check)
  const better = check.findings.find(({ refinement, advice }) => !refinement && advice !== '')
  return better?.says ?? detail['advice']?.split('\n', 1)[0] ?? detail['summary']
}

/** Leads to the steps that say how to fix it, so that it stands on the page once. */
function StepLinks({ told }: { told: ToldBySteps | undefined }) {
  if (!told) return null
  return (
    <p class="step-links">
      How to fix it:{' '}
      {told.numbers.map((number, at) => (
        <span key={number}>
          {at > 0 && ', '}
          <a href={`#${stepAnchor(number)}`}>step {number}</a>
        </span>
      ))}
    </p>
  )
}

interface RelevanceProps {
  words: ShownCheck['words']
  told: ToldBySteps | undefined
}

/** In plain words, beside the technical ones; who can change it is said where it is said what to do. */
function Relevance({ words, told }: RelevanceProps) {
  if (!words) return null
  return (
    <dl class="relevance">
      <div>
        <dt>Why it matters</dt>
        <dd>{words.why}</dd>
      </div>
      {!told && (
        <div>
          <dt>Who can change it</dt>
          <dd>{words.who}</dd>
        </div>
      )}
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
