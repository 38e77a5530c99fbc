import type { DrawnSpf, DrawnSpfRecord, DrawnSpfTerm } from '../../core/domain-health.ts'
import {
  SPF_MOST_LOOKUPS,
  SPF_MOST_VOIDS,
  type SpfBranch,
  type SpfNode,
} from '../../mail/authentication/spf/nodes.ts'
import type { SpfTree } from '../../mail/authentication/spf/tree.ts'

const MOST_TERMS = 300
const LONGEST_TEXT = 300

/** A walked record as it is drawn: each look-up with its number in the order of the evaluation. */
export function drawSpf({ root, lookups, voids, incomplete }: SpfTree): DrawnSpf {
  const pen = { lookup: 0, drawn: 0, left: 0 }
  const drawn = drawNode(root, pen)
  return {
    root: drawn,
    lookups,
    voids,
    mostLookups: SPF_MOST_LOOKUPS,
    mostVoids: SPF_MOST_VOIDS,
    ...(incomplete && { incomplete }),
    left: pen.left,
  }
}

interface Pen {
  /** Look-ups so far. */
  lookup: number
  drawn: number
  /** Terms for which there was no room. */
  left: number
}

function drawNode({ domain, state, terms }: SpfNode, pen: Pen): DrawnSpfRecord {
  const drawn = terms.flatMap((branch) => {
    const term = drawTerm(branch, pen)
    return term ? [term] : []
  })
  return { domain: domain.slice(0, LONGEST_TEXT), state, terms: drawn }
}

function drawTerm(branch: SpfBranch, pen: Pen): DrawnSpfTerm | undefined {
  const { term, ignored, lookups, failed, unknown, child } = branch
  // What is not drawn counts all the same: the numbers of those behind it have to hold.
  const own = lookups - (child?.lookups ?? 0)
  const lookup = own > 0 ? pen.lookup + 1 : undefined
  pen.lookup += Math.max(0, own)
  const hasRoom = pen.drawn < MOST_TERMS
  if (hasRoom) pen.drawn += 1
  else pen.left += 1
  const leadsTo = child && drawNode(child, pen)
  if (!hasRoom) return undefined
  return {
    text: term.text.slice(0, LONGEST_TEXT),
    lookups,
    ...(lookup !== undefined && { lookup }),
    ...(lookup !== undefined && lookup > SPF_MOST_LOOKUPS && { over: true }),
    ...(ignored && { ignored }),
    ...((failed ?? child?.state === 'failed') && { failed: true }),
    ...(unknown && { perMessage: true }),
    ...(leadsTo && { leadsTo }),
  }
}
