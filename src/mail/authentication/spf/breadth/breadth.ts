import { ask, type Resolver } from '../../../../net/ports.ts'
import type { Match, Program, SpfProgram } from '../gate/program.ts'
import { createWorld } from '../gate/world.ts'
import { nodesOf, SPF_MOST_MX_HOSTS, type SpfNode } from '../nodes.ts'
import type { SpfMechanism } from '../record.ts'
import type { SpfTree } from '../tree.ts'
import { type SharedIn, sharedIn } from './clouds.ts'
import {
  type AddressSet,
  ALL_ADDRESSES,
  type Breadth,
  breadthOf,
  either,
  NO_ADDRESSES,
  setOf,
  without,
} from './ranges.ts'

/** What one term of a record lets in that none before it does. */
export interface TermBreadth extends Breadth {
  term: string
  /** Ranges in it that a cloud gives to any of its customers. */
  shared: SharedIn[]
  /** A part is not counted: it is made for each message, or a question got no answer. */
  open: boolean
  /** A part may be counted that a term before it refuses: that term is made for each message, or got no answer. */
  over: boolean
}

/** How many addresses may send as a domain, by its record. */
export interface SpfBreadth extends Breadth {
  /** Every address there is. */
  everybody: boolean
  /** In the order of the record. Those that let nobody in are left out. */
  terms: TermBreadth[]
  /** There may be more. */
  open: boolean
  /** There may be fewer. */
  over: boolean
}

/** Counts who may send by a record, whichever term lets them in. Undefined: there is no record that can be used. */
export async function spfBreadth(
  { domain, root }: Pick<SpfTree, 'domain' | 'root'>,
  resolver: Resolver,
): Promise<SpfBreadth | undefined> {
  await askAhead(root, resolver)
  const program = await createWorld(resolver).read(domain)
  if (program.kind !== 'record') return undefined
  const steps = stepsOf(program, NO_ADDRESSES)
  const passing = together(steps)
  const total = breadthOf(passing)
  const terms = steps
    .filter(({ passes, open }) => open || passes[4].length + passes[6].length > 0)
    .map(({ passes, ...step }) => ({ ...step, ...breadthOf(passes), shared: sharedIn(passes) }))
  const all = breadthOf(ALL_ADDRESSES)
  return {
    ...total,
    everybody: total.ipv4 === all.ipv4 && total.ipv6 === all.ipv6,
    terms,
    open: terms.some(({ open }) => open),
    over: terms.some(({ over }) => over),
  }
}

const MOST_AHEAD = 40

/** Asks beside one another what is about to be asked one after the other: servers that are silent take their time once. */
async function askAhead(root: SpfNode, resolver: Resolver): Promise<void> {
  const named = (name: SpfMechanism) =>
    [...nodesOf(root)].flatMap(({ terms }) =>
      terms.flatMap(({ term, target, ignored }) => {
        const isMeant = !ignored && term.kind === 'mechanism' && term.name === name
        return isMeant && target && !term.value?.includes('%') ? [target] : []
      }),
    )
  const mail = await Promise.all(named('mx').map((name) => ask(resolver, name, 'MX')))
  const exchanges = mail.flatMap((answer) =>
    answer.kind === 'records' && answer.records.length <= SPF_MOST_MX_HOSTS
      ? answer.records.map(({ exchange }) => exchange)
      : [],
  )
  const hosts = new Set([...named('a'), ...exchanges].filter((name) => name !== ''))
  const ahead = [...hosts].slice(0, MOST_AHEAD)
  await Promise.all(ahead.flatMap((name) => [ask(resolver, name, 'A'), ask(resolver, name, 'AAAA')]))
}

/** What one term decides: for whom, and whether they pass. */
interface Step {
  term: string
  passes: AddressSet
  open: boolean
  over: boolean
}

/** The terms of a record in order, each with those that nothing before it decided about (RFC 7208 4.6.2). */
function stepsOf(program: SpfProgram, before: AddressSet): Step[] {
  let decided = before
  // What terms that refuse leave open: whether they refuse more than is counted, or fewer.
  let more = false
  let fewer = false
  const steps: Step[] = []
  const add = (term: string, passes: AddressSet, open: boolean, over: boolean) =>
    steps.push({ term, passes, open: open || fewer, over: (over || more) && !isEmpty(passes) })
  for (const rule of program.rules) {
    const { matched, open, over } = matchedBy(rule.match)
    const fresh = without(matched, decided)
    decided = either(decided, matched)
    if (rule.qualifier === '+') add(rule.term.text, fresh, open, over)
    else {
      more ||= open
      fewer ||= over
    }
  }
  const { redirect } = program
  if (redirect) {
    const { passes, open, over } = passingBy(redirect.program)
    add(redirect.term.text, without(passes, decided), open, over)
  }
  return steps
}

const isEmpty = (set: AddressSet) => set[4].length + set[6].length === 0

/** For whom a term matches, as far as that is the same for every message. */
function matchedBy(match: Match): { matched: AddressSet; open: boolean; over: boolean } {
  switch (match.kind) {
    case 'all':
      return { matched: ALL_ADDRESSES, open: false, over: false }
    case 'hosts':
      return {
        matched: setOf(match.ranges),
        open: match.open[4] !== undefined || match.open[6] !== undefined,
        over: false,
      }
    case 'exists':
      return { matched: match.found ? ALL_ADDRESSES : NO_ADDRESSES, open: false, over: false }
    case 'include': {
      const { passes, open, over } = passingBy(match.program)
      return { matched: passes, open, over }
    }
    default:
      return { matched: NO_ADDRESSES, open: true, over: false }
  }
}

const together = (steps: readonly Step[]): AddressSet =>
  setOf(steps.flatMap(({ passes }) => [...passes[4], ...passes[6]]))

function passingBy(program: Program): { passes: AddressSet; open: boolean; over: boolean } {
  if (program.kind !== 'record') return { passes: NO_ADDRESSES, open: program.kind === 'open', over: false }
  const steps = stepsOf(program, NO_ADDRESSES)
  return {
    passes: together(steps),
    open: steps.some(({ open }) => open),
    over: steps.some(({ over }) => over),
  }
}
