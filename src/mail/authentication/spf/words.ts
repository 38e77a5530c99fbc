import { inLines } from '../../fixing/changes.ts'
import { stillHolds } from '../../fixing/unregistered-words.ts'
import { SPF_MOST_LOOKUPS, SPF_MOST_VOIDS, type SpfNode } from './nodes.ts'
import { addressTerm } from './repair/placing.ts'
import type { SpfRepair } from './repair/repair.ts'
import type { SpfTree } from './tree.ts'

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

/** The records of a repair, ready to publish, with what has to be thought of beside them. */
export function repairText(repair: SpfRepair, tree: SpfTree | undefined): string {
  const { changes, removed, unregistered, copied, letsIn, fixes, moved, lookups } = repair
  const fewer =
    tree && tree.lookups > SPF_MOST_LOOKUPS
      ? `needs ${lookups} look-ups instead of ${tree.lookups}`
      : undefined
  // Who is only not listed is told the condition with the verdict.
  const sender = letsIn !== undefined && fixes ? letsIn : undefined
  const plain = fewer ? `This ${fewer}` : 'Publish'
  const conditional = `If ${sender} may send for ${tree?.domain}, publish${fewer ? ` this, which ${fewer}` : ''}`
  return [
    `${sender ? conditional : plain}:${changes.length > 1 ? '\n' : ' '}${inLines(changes)}`,
    leftOut(removed),
    stillHolds(unregistered),
    copied.length > 0 &&
      `It holds the addresses that ${copied.join(' ')} ${copied.length > 1 ? 'stand' : 'stands'} for now: follow them, and renew the record when they change.`,
    sender && `If it may not, publish the same without ${addressTerm(sender)}.`,
    letsIn !== undefined &&
      moved &&
      `The order matters: behind a term that decides first, ${addressTerm(letsIn)} would have no effect.`,
  ]
    .filter(Boolean)
    .join('\n')
}

function leftOut(terms: readonly string[]): string {
  if (terms.length === 0) return ''
  return `It leaves out ${terms.join(' ')}, which ${terms.length > 1 ? 'lead' : 'leads'} nowhere. If a name is misspelt, correct the name instead: the hosts it stood for are not in this record.`
}

/** The record's faults, for a check that comes to no verdict of its own. */
export function describeProblems({ problems }: SpfTree): Record<string, string> {
  const says = problems.slice(0, 5).map((problem) => problem.says)
  return says.length > 0 ? { record_problems: says.join(' ') } : {}
}
