import type { Remark } from '../../remark.ts'
import { SPF_MOST_LOOKUPS, type SpfNode } from './nodes.ts'
import type { SpfProblem, SpfProblemCode } from './problems.ts'
import type { SpfRepair } from './repair/repair.ts'
import { SPF_NEAR_LIMIT, type SpfTree } from './tree.ts'
import { repairText } from './words.ts'

/** What is said of a record, whoever sends. */
export type SpfRecordCode = SpfProblemCode | 'spf-none' | 'spf-no-all' | 'spf-plus-all' | 'spf-lookups-near'

/** A remark that knows whether receivers cannot use the record, or it protects nothing. */
export interface SpfRecordRemark extends Remark<SpfRecordCode> {
  broken: boolean
}

/** A fault of the record, with the record that fixes it where one is known. */
export function problemRemark(
  { code, says, advice, fatal }: SpfProblem,
  tree: SpfTree,
  repair: SpfRepair | undefined,
): SpfRecordRemark {
  const fixed = fatal && repair?.fixes ? repair : undefined
  return {
    code,
    says,
    advice: `${says} ${fixed ? repairOf({ code, advice }, fixed, tree) : advice}`,
    reference: code === 'spf-unknown-modifier' ? 'RFC 7208 section 6' : 'RFC 7208 section 4.6',
    broken: fatal,
    ...(fixed && { changes: fixed.changes }),
  }
}

/** The record that fixes a fault, behind what has to be known of it. */
export function repairOf(
  problem: Pick<SpfProblem, 'code' | 'advice'> | undefined,
  repair: SpfRepair,
  tree: SpfTree | undefined,
): string {
  const { code, advice } = problem ?? {}
  const first =
    code === 'spf-syntax'
      ? `${advice} `
      : code === 'spf-several-records'
        ? 'One record takes the place of all, with the softer all where they differ. '
        : ''
  return `${first}${repairText(repair, tree)}`
}

/** What the record says of everybody else, and how near it is to the limit. */
export function policyRemarks(tree: SpfTree, repair: SpfRepair | undefined): SpfRecordRemark[] {
  const { domain, open, lookups, all, incomplete, root } = tree
  const remarks: SpfRecordRemark[] = []
  // Of a record that cannot be evaluated it is not known what it says of others.
  const isWhole = root.state === 'record' && !incomplete && !tree.problems.some(({ fatal }) => fatal)
  const isSilent = isWhole && (!all || all.qualifier === '?')
  if (open !== undefined) remarks.push(everybody(open, domain))
  else if (isSilent) remarks.push(noAll(tree, repair))
  if (lookups >= SPF_NEAR_LIMIT && lookups <= SPF_MOST_LOOKUPS) {
    const says = `The SPF record of ${domain} needs ${lookups} of the ${SPF_MOST_LOOKUPS} DNS look-ups allowed.`
    remarks.push({
      code: 'spf-lookups-near',
      says,
      advice: `${says} Leave room, for the records it includes may grow: take out what no longer sends for you, and name hosts of your own by ip4: and ip6:.`,
      reference: 'RFC 7208 section 4.6.4',
      broken: false,
    })
  }
  return remarks
}

function everybody(open: string, domain: string): SpfRecordRemark {
  const where = open === domain ? '' : ` It does so through the record of ${open}, which it includes.`
  return {
    code: 'spf-plus-all',
    says: `The SPF record of ${open} lets every address in the world send for ${domain}.`,
    advice:
      `The SPF record of ${domain} lets every address in the world send for it.${where} Find out which hosts send for it ` +
      '(DMARC reports name them), list them by ip4:, ip6: or the include: of their service, and end the record with ~all; ' +
      'change that to -all when the reports show no other sender of yours.',
    reference: 'RFC 7208 section 5.1',
    broken: true,
  }
}

function noAll(tree: SpfTree, repair: SpfRepair | undefined): SpfRecordRemark {
  const { domain, all } = tree
  const says = `The SPF record of ${domain} says nothing about addresses it does not list.`
  const ended = repair?.ends ? repair : undefined
  const end = lastOf(tree.root)
  const words =
    all !== undefined
      ? `Replace ?all in the record of ${all.domain} by ~all when you know that every host which sends for it is listed.`
      : end.domain === domain
        ? 'End it with ~all when you know that every host which sends for it is listed.'
        : `It ends in the record of ${end.domain}, which has no all: whoever publishes that has to end it with ~all.`
  return {
    code: 'spf-no-all',
    says,
    advice: `${says} ${ended ? `When every host that sends for it is listed, publish: ${linesOf(ended)}` : words}`,
    reference: 'RFC 7208 section 4.7',
    broken: false,
    ...(ended && { changes: ended.changes }),
  }
}

function linesOf(repair: SpfRepair): string {
  return repairText(repair, undefined).replace(/^Publish: /, '')
}

/** The record in which a chain of redirects ends. */
function lastOf(node: SpfNode): SpfNode {
  const moved = node.terms.find(({ term, ignored, child }) => term.kind === 'modifier' && !ignored && child)
  return moved?.child ? lastOf(moved.child) : node
}
