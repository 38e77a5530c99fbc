import { SPF_MOST_LOOKUPS } from '../nodes.ts'
import { type Assignment, assignmentsOf, evaluate, type Verdict } from './evaluate.ts'
import { type Cell, cellsOf, isEverybody, type Point } from './networks.ts'
import { isCounted, mostLookups, type Program, programsOf, rangesOf } from './program.ts'

/** A record that may be published, beside the one that stands. */
export interface Exchange {
  old: Program
  now: Program
  /** Each usable term of a record that nobody can evaluate, as a record of its own. */
  usable: readonly Program[]
  /** Records of what a correction adds, one for each: whom they let in was meant. */
  meant: readonly Program[]
  /** The address that is let in. */
  client?: Point
  /** Those about whom the record said nothing get softfail. */
  ends?: boolean
}

/** What may still be computed: cells times terms times ways that open questions can turn out. */
export interface Effort {
  left: number
}

/** For all the records that are tried in place of one. */
export const MOST_EFFORT = 6_000_000

/**
 * Is it shown that nobody is hurt? Whoever passes still passes (of a record that cannot be evaluated, whoever a usable
 * term alone lets pass), nobody else is let in but those who were meant, and every other verdict stays. What is not known
 * has to hold in every way in which it can turn out.
 */
export function isSafe(exchange: Exchange, effort: Effort): boolean {
  const { old, now, usable, meant, client } = exchange
  const programs = [old, now, ...usable, ...meant]
  const assignments = assignmentsOf(programs)
  if (assignments === undefined || mostLookups(now) > SPF_MOST_LOOKUPS) return false
  const alone = client ? [{ family: client.family, first: client.value, last: client.value }] : []
  const cells = cellsOf([...programs.flatMap(rangesOf), ...alone])
  const terms = programs.reduce((sum, program) => sum + sizeOf(program), 0)
  effort.left -= cells.length * terms * assignments.length
  if (effort.left < 0) return false
  return assignments.every((open) => holds(exchange, cells, open))
}

function holds(exchange: Exchange, cells: readonly Cell[], open: Assignment): boolean {
  const others: Cell[] = []
  for (const cell of cells) {
    const { old, now, client } = exchange
    const before = [evaluate(old, cell, open, false), evaluate(old, cell, open, true)] as const
    const after = [evaluate(now, cell, open, false), evaluate(now, cell, open, true)] as const
    if (!isFine(exchange, cell, open, before, after)) return false
    const isClient = client?.family === cell.family && client.value === cell.value
    if (after[0] === 'pass' && !isClient) others.push(cell)
  }
  // Where what is open lets everybody in, the old record does so as well.
  return [...open.values()].includes('pass') || !isEverybody(others)
}

type Both = readonly [unlimited: Verdict, limited: Verdict]

function isFine(
  { old, usable, meant, client, ends = false }: Exchange,
  cell: Cell,
  open: Assignment,
  before: Both,
  after: Both,
): boolean {
  const passes = (program: Program) => evaluate(program, cell, open, false) === 'pass'
  const isClient = client?.family === cell.family && client.value === cell.value
  if (isClient && after[1] !== 'pass') return false
  const counts = before.includes('permerror') && usable.some(passes)
  if (before.includes('pass') || counts) return after.every((verdict) => verdict === 'pass')
  if (isClient || meant.some(passes)) return true
  if (after.includes('pass')) return false
  // What nobody could evaluate has no verdict to keep, but the new record has to have one.
  if (before[0] === 'permerror') return after[0] !== 'permerror' || isOpenAbove(old)
  return before.every(
    (verdict, index) => verdict === 'permerror' || isSame(verdict, after[index] ?? 'permerror', ends),
  )
}

/** Where the old record may fail for a reason that is not known, so may the new one. */
function isOpenAbove(old: Program): boolean {
  return old.kind !== 'broken' && !isCounted(old)
}

function isSame(before: Verdict, after: Verdict, ends: boolean): boolean {
  const plain = (verdict: Verdict) => (verdict === 'default' ? 'neutral' : verdict)
  return plain(before) === plain(after) || (ends && before === 'default' && after === 'softfail')
}

/** Does it let anybody in at all, whatever is not known? */
export function letsSomebodyIn(program: Program): boolean {
  const open = assignmentsOf([program])?.at(0)
  if (open === undefined) return false
  const hopeful = new Map([...open.keys()].map((key) => [key, 'pass'] as const))
  return cellsOf(rangesOf(program)).some((cell) => evaluate(program, cell, hopeful, false) === 'pass')
}

/** Does it let most of the addresses of a family in, whatever is not known? */
export function letsEverybodyIn(program: Program): boolean {
  const ranges = rangesOf(program)
  if (ranges.length > 2_000) return false
  const open = new Map<string, Verdict>()
  const cells = cellsOf(ranges)
  return isEverybody(cells.filter((cell) => evaluate(program, cell, open, false) === 'pass'))
}

function sizeOf(program: Program): number {
  return [...programsOf(program)].reduce(
    (sum, part) =>
      part.kind === 'record'
        ? sum +
          part.rules.reduce(
            (count, { match }) => count + (match.kind === 'hosts' ? match.ranges.length + 1 : 1),
            0,
          )
        : sum + 1,
    0,
  )
}
