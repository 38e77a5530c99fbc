import { adviceWithPointer, changesOf, type Finding } from '../core/check.ts'
import { partsOf } from '../core/verbatim.ts'
import { type Advised, type Item, itemsOf } from './advice.ts'
import { offeredBy, offeredInLines } from './offered.ts'
import type { ShownCheck } from './view.ts'

export interface CheckAdvice {
  /** What to do. */
  advice: Item[]
  /** What hardly a receiver notices. */
  refinement: Item[]
}

/** What a check advises, finding by finding; of a report of an earlier version, out of its strings. */
export function adviceOfCheck({ findings, rendered }: ShownCheck): CheckAdvice {
  if (rendered) return fromStrings(rendered)
  return {
    advice: itemsOf(advisedBy(findings.filter(({ refinement }) => !refinement))),
    refinement: itemsOf(advisedBy(findings.filter(({ refinement }) => refinement))),
  }
}

/** Findings of one advice are one thing to do, with the changes of them all. */
function advisedBy(findings: readonly Finding[]): Advised[] {
  const byAdvice = Map.groupBy(findings, adviceWithPointer)
  return [...byAdvice].map(([advice, alike]) => ({
    advice,
    offered: alike.flatMap(({ changes = [] }) => changes.flatMap(offeredBy)),
  }))
}

function fromStrings(rendered: Readonly<Record<string, string>>): CheckAdvice {
  const { advice = '', refinement = '', fix = '' } = rendered
  const offered = offeredInLines(fix)
  return {
    advice: itemsOf([{ advice, offered: advice === '' ? [] : offered }]),
    refinement: itemsOf([{ advice: refinement, offered: advice === '' ? offered : [] }]),
  }
}

/** What stands in the advice of a check as it is to be typed: what its findings mark, and what they offer. */
export function typedIn({ findings, rendered }: ShownCheck): string[] {
  const marked = findings.flatMap(({ advice }) => partsOf(advice).filter(({ isVerbatim }) => isVerbatim))
  const offered = rendered
    ? offeredInLines(rendered['fix'] ?? '')
    : changesOf({ findings }).flatMap(offeredBy)
  const set = offered.filter(({ removes }) => removes === undefined)
  return [...new Set([...marked.map(({ text }) => text), ...set.map(({ written }) => written)])]
}
