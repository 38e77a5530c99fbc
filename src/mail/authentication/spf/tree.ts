import { decidingAll, isIncomplete, passesEverybody, type SpfNode } from './nodes.ts'
import { problemsOf, type SpfProblem } from './problems.ts'
import type { SpfQualifier } from './record.ts'
import { createSpfWalk, type SpfWalkOptions } from './walk.ts'

/** A whole SPF record, walked to the end without stopping at a match. */
export interface SpfTree {
  domain: string
  root: SpfNode
  /** Worst case, limit 10 (RFC 7208 4.6.4). A lower bound when `incomplete`. */
  lookups: number
  /** Worst case, limit 2. A lower bound when `incomplete`. */
  voids: number
  /** Some part was not read: a question failed, a macro's value is not known, or the tree is too large. */
  incomplete: boolean
  problems: SpfProblem[]
  /** The `all` that decides for senders that nothing else matches. Absent: there is none, which means neutral. */
  all?: { qualifier: SpfQualifier; domain: string }
  /** The domain whose record lets everybody pass. */
  open?: string
}

/** From here on there is little room left. */
export const SPF_NEAR_LIMIT = 8

/** Walks the whole SPF record of a domain. Bounded in depth, nodes and questions; never throws for what is published. */
export async function walkSpf(domain: string, options: SpfWalkOptions): Promise<SpfTree> {
  const name = domain.toLowerCase().replace(/\.$/, '')
  const root = await createSpfWalk(options).walk(name)
  const { lookups, voids } = root
  const all = decidingAll(root)
  const open = passesEverybody(root)
  return {
    domain: name,
    root,
    lookups,
    voids,
    incomplete: isIncomplete(root),
    problems: problemsOf(root),
    ...(all && { all }),
    ...(open !== undefined && { open }),
  }
}
