import { inLines } from '../mending/changes.ts'
import type { Remark } from '../remark.ts'
import { SPF_NEAR_LIMIT, type SpfTree } from '../spf-tree.ts'
import { withAll } from './advice.ts'
import { mendTree, spfChange } from './mend.ts'
import { passesEverybody, SPF_MOST_LOOKUPS } from './nodes.ts'
import type { SpfProblem } from './problems.ts'
import { suggestionText } from './words.ts'

/** A remark that knows whether receivers cannot use the record, or it protects nothing. */
export interface SpfRecordRemark extends Remark {
  broken: boolean
}

/** What is to be said of a record by itself, whoever sends. */
export function recordRemarks(tree: SpfTree): SpfRecordRemark[] {
  const { domain, root } = tree
  if (root.state === 'none') return [noRecord(tree)]
  const open = passesEverybody(root)
  return [
    ...tree.problems.map((problem) => problemRemark(problem, tree)),
    ...(open ? [everybody(open, domain)] : []),
    ...(!open && isSilent(tree) ? [noAll(tree)] : []),
    ...nearLimit(tree),
  ]
}

function noRecord({ domain, problems }: SpfTree): SpfRecordRemark {
  const near = problems.map(({ says }) => ` ${says}`).join('')
  const fix = spfChange(domain, 'v=spf1 mx -all')
  return {
    code: 'spf-none',
    says: `There is no SPF record for ${domain}.${near}`,
    advice: `If only the mail hosts of ${domain} send for it, publish: ${inLines(fix)}\nIf nobody does: ${inLines(spfChange(domain, 'v=spf1 -all'))}`,
    reference: 'RFC 7208 section 2.6.1',
    broken: true,
  }
}

function problemRemark({ code, says, advice, fatal }: SpfProblem, tree: SpfTree): SpfRecordRemark {
  const isLong = code === 'spf-lookups-over' || code === 'spf-voids-over'
  const fix = fatal ? mendTree(tree) : []
  const shorter = isLong ? suggestionText(tree) : undefined
  const mended =
    fix.length > 0 && !shorter && !advice.includes(inLines(fix)) ? ` Publish: ${inLines(fix)}` : ''
  return {
    code,
    says,
    // What breaks the record is told beside its advice; the rest is shown by the advice alone.
    advice: `${fatal ? '' : `${says} `}${shorter ?? advice}${mended}`,
    reference: 'RFC 7208 section 4.6',
    broken: fatal,
    ...(fix.length > 0 && { fix }),
  }
}

function everybody(open: string, domain: string): SpfRecordRemark {
  return {
    code: 'spf-plus-all',
    says: `The SPF record of ${open} lets every address in the world send for ${domain}.`,
    advice: `List your own hosts and forbid all others: end the record of ${open} in -all.`,
    reference: 'RFC 7208 section 5.1',
    broken: true,
  }
}

function isSilent({ all, incomplete, root }: SpfTree): boolean {
  return root.state === 'record' && !incomplete && (!all || all.qualifier === '?')
}

function noAll({ domain, root }: SpfTree): SpfRecordRemark {
  const ended = spfChange(domain, withAll(root.record?.text ?? 'v=spf1', '~all'))
  return {
    code: 'spf-no-all',
    says: `The SPF record of ${domain} says nothing about addresses it does not list.`,
    advice: ended.length > 0 ? `Publish: ${inLines(ended)}` : 'End it with ~all.',
    reference: 'RFC 7208 section 4.7',
    broken: false,
    fix: ended,
  }
}

function nearLimit(tree: SpfTree): SpfRecordRemark[] {
  if (tree.lookups < SPF_NEAR_LIMIT || tree.lookups > SPF_MOST_LOOKUPS) return []
  const says = `The SPF record of ${tree.domain} needs ${tree.lookups} of the ${SPF_MOST_LOOKUPS} DNS look-ups allowed.`
  return [
    {
      code: 'spf-lookups-near',
      says,
      advice: `${says} ${suggestionText(tree) ?? 'Leave room: the records it includes may grow.'}`,
      reference: 'RFC 7208 section 4.6.4',
      broken: false,
      ...(tree.suggestion && { fix: mendTree(tree) }),
    },
  ]
}
