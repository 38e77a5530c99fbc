import type { Resolver } from '../../../../net/ports.ts'
import { SPF_MOST_VOIDS } from '../nodes.ts'
import type { SpfTree } from '../tree.ts'
import { repairSpf, type SpfNeed, type SpfRepair } from './repair.ts'

interface TreeNeed extends Pick<SpfNeed, 'address' | 'unregistered'> {
  judged: 'pass' | 'not-listed' | 'permerror'
}

/** What a walked record needs, as far as it has a fault; nothing is asked where it has none. */
export async function repairTree(
  tree: SpfTree,
  { address, judged, unregistered = [] }: TreeNeed,
  resolver: Resolver,
): Promise<SpfRepair | undefined> {
  const { domain, root, problems, all, incomplete } = tree
  // Whoever lets everybody in has first to find out who sends: no other record can be shown to be right.
  if (tree.open !== undefined || root.state === 'none' || root.state === 'failed') return undefined
  const isFaulty = problems.some(({ fatal }) => fatal)
  const end = judged === 'pass' && !isFaulty && !all && !incomplete
  if (judged === 'pass' && !isFaulty && !end) return undefined
  const need = {
    end,
    voids: tree.voids > SPF_MOST_VOIDS,
    unregistered,
    ...(address !== undefined && { address }),
  }
  return repairSpf(domain, need, resolver)
}
