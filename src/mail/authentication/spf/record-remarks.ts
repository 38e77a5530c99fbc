import type { Resolver } from '../../../net/ports.ts'
import { policyRemarks, problemRemark, type SpfRecordRemark } from './remarks.ts'
import { firstRecord } from './repair/first-record.ts'
import { withLikelyNames } from './repair/likely-names.ts'
import { repairTree } from './repair/of-tree.ts'
import type { SpfTree } from './tree.ts'

/** What is to be said of a record by itself, whoever sends. `unregistered`: terms that are told to name what nobody may hold. */
export async function recordRemarks(
  walked: SpfTree,
  resolver: Resolver,
  unregistered: readonly string[] = [],
): Promise<SpfRecordRemark[]> {
  if (walked.root.state === 'none') return [await noRecord(walked, resolver)]
  const tree = await withLikelyNames(walked, resolver)
  const repair = await repairTree(tree, { judged: 'pass', unregistered }, resolver)
  return [
    ...tree.problems.map((problem) => problemRemark(problem, tree, repair)),
    ...policyRemarks(tree, repair),
  ]
}

async function noRecord({ domain, problems, root }: SpfTree, resolver: Resolver): Promise<SpfRecordRemark> {
  const faults = problems.map(({ says }) => ` ${says}`).join('')
  const { near } = root
  const { changes, advice } = await firstRecord({ domain, ...(near !== undefined && { near }) }, resolver)
  return {
    code: 'spf-none',
    says: `There is no SPF record for ${domain}.${faults}`,
    advice,
    reference: 'RFC 7208 section 2.6.1',
    broken: true,
    ...(changes.length > 0 && { changes: changes }),
  }
}
