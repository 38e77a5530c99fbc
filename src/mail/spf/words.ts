import { inLines, txtChange } from '../mending/changes.ts'
import type { SpfTree } from '../spf-tree.ts'
import { SPF_MOST_LOOKUPS, SPF_MOST_VOIDS, type SpfNode } from './nodes.ts'

const MOST_COSTS = 40

/** A walked record as evidence: the text, its worst case, and what each term costs. */
export function describeSpf(tree: SpfTree): Record<string, string> {
  const { root, incomplete, lookups, voids } = tree
  if (!root.record) return {}
  const atLeast = incomplete ? 'at least ' : ''
  const costs = costsOf(root, '').slice(0, MOST_COSTS)
  return {
    record: root.record.text,
    lookups: `${atLeast}${lookups} of ${SPF_MOST_LOOKUPS}`,
    void_lookups: `${atLeast}${voids} of ${SPF_MOST_VOIDS}`,
    ...(costs.length > 0 && { lookup_costs: costs.join(', ') }),
  }
}

/** `include:a.example 3, include:a.example > include:b.example 1`: a term's cost holds that of everything below it. */
function costsOf(node: SpfNode, path: string): string[] {
  return node.terms.flatMap(({ term, lookups, child, failed }) => {
    if (lookups === 0) return []
    const step = `${path}${term.text.slice(0, 100)}`
    const below = child ? costsOf(child, `${step} > `) : []
    const unasked = failed ?? child?.reason
    return [`${step} ${lookups}${unasked ? ` (no answer: ${unasked})` : ''}`, ...below]
  })
}

/** The suggested records, ready to publish. Undefined: there is no shorter one with the same meaning. */
export function suggestionText({ suggestion, lookups }: SpfTree): string | undefined {
  if (!suggestion) return undefined
  const records = inLines(suggestion.records.map(({ name, text }) => txtChange(name, text)))
  const copied = suggestion.flattened.join(', ')
  const caution = copied ? `\nIt holds addresses copied from ${copied}: renew it when they change.` : ''
  return `This needs ${suggestion.lookups} look-ups instead of ${lookups}:\n${records}${caution}`
}

/** The record's faults, for a check that comes to no verdict of its own. */
export function describeProblems({ problems }: SpfTree): Record<string, string> {
  const says = problems.slice(0, 5).map((problem) => problem.says)
  return says.length > 0 ? { record_problems: says.join(' ') } : {}
}
