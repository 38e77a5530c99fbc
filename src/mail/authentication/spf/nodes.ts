import type { DnsFailureReason } from '../../../net/ports.ts'
import { isEverybody, type Range, rangeOf } from './gate/networks.ts'
import type { SpfQualifier, SpfRecord, SpfTerm } from './record.ts'

/** RFC 7208 4.6.4. */
export const SPF_MOST_LOOKUPS = 10
export const SPF_MOST_VOIDS = 2
export const SPF_MOST_MX_HOSTS = 10

/** The record of a domain and what its terms lead to. */
export interface SpfNode {
  /** As it may be shown: with the macros as published where the name holds the sender's local part. */
  domain: string
  /**
   * several: more than one record; loop: it is already being read further up; cut: not read any more, the tree is too
   * large; failed: the question got no answer.
   */
  state: 'record' | 'none' | 'several' | 'loop' | 'cut' | 'failed'
  record?: SpfRecord
  /** All records, where there are several. */
  texts?: string[]
  /** No TXT record at all stands there: the question itself was void (RFC 7208 4.6.4). */
  empty?: boolean
  /** Without a record: a TXT record stands there that looks meant for one. */
  nearMiss?: boolean
  /** That record, where there is one such. */
  near?: string
  reason?: DnsFailureReason
  terms: SpfBranch[]
  /** Look-ups of everything below: the worst case, when no term matches. */
  lookups: number
  voids: number
}

/** One term of a record with its cost. */
export interface SpfBranch {
  term: SpfTerm
  /** Not reached: it stands behind `all`, or is a redirect beside one. */
  ignored: boolean
  /** The name that is asked, macros expanded; '' when that is no name. */
  target?: string
  /** Its own look-up and all below it. */
  lookups: number
  /** Questions that were answered with nothing (RFC 7208 4.6.4), its own and all below it. */
  voids: number
  /** Its own question got no answer, so it is neither void nor not. */
  failed?: DnsFailureReason
  /** The target depends on a macro whose value is not known. */
  unknown?: boolean
  /** Hosts of an `mx` term. */
  hosts?: number
  /** The record an `include` or `redirect` leads to. */
  child?: SpfNode
}

/** Every node, the root first. */
export function* nodesOf(node: SpfNode): Generator<SpfNode> {
  yield node
  for (const { child } of node.terms) if (child) yield* nodesOf(child)
}

/** Was some part not read: a question failed, a macro's value is not known, or the tree is too large? */
export function isIncomplete(root: SpfNode): boolean {
  return [...nodesOf(root)].some(
    ({ state, terms }) =>
      state === 'failed' || state === 'cut' || terms.some(({ failed, unknown }) => failed || unknown),
  )
}

/** The `all` that decides for a sender nothing else matches, following redirects (RFC 7208 6.1). */
export function decidingAll(node: SpfNode): { qualifier: SpfQualifier; domain: string } | undefined {
  for (const { term, ignored, child } of node.terms) {
    if (ignored) continue
    if (term.kind === 'mechanism' && term.name === 'all')
      return { qualifier: term.qualifier, domain: node.domain }
    if (term.kind === 'modifier' && child) return decidingAll(child)
  }
  return undefined
}

/** The domain whose record lets everybody pass: `+all`, or networks that hold most addresses; here or in an include. */
export function passesEverybody(node: SpfNode): string | undefined {
  return (
    everybodyIn(node) ?? (isEverybody(networksOf(node).slice(0, MOST_NETWORKS)) ? node.domain : undefined)
  )
}

const MOST_NETWORKS = 5_000

function everybodyIn(node: SpfNode): string | undefined {
  if (reachedIn(node).some(({ term }) => holdsEverybody(term))) return node.domain
  for (const { child } of decisiveIn(node)) {
    const below = child && everybodyIn(child)
    if (below) return below
  }
  return undefined
}

/** The networks that pass by their own terms, in the record and below it. */
function networksOf(node: SpfNode): Range[] {
  return decisiveIn(node).flatMap(({ term, child }) => {
    if (child) return networksOf(child)
    if (term.kind !== 'mechanism' || (term.name !== 'ip4' && term.name !== 'ip6')) return []
    const prefix = term.name === 'ip4' ? term.prefix4 : term.prefix6
    return rangeOf(term.value ?? '', term.name === 'ip4' ? 4 : 6, prefix) ?? []
  })
}

const reachedIn = ({ terms }: SpfNode) => terms.filter(({ ignored }) => !ignored)

function decisiveIn(node: SpfNode): SpfBranch[] {
  return reachedIn(node).filter(({ term }) => term.kind === 'modifier' || term.qualifier === '+')
}

function holdsEverybody(term: SpfTerm): boolean {
  if (term.kind !== 'mechanism' || term.qualifier !== '+') return false
  return term.name === 'all' || term.prefix4 === 0 || term.prefix6 === 0
}
