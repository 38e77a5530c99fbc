import type { CheckWordsByName } from '../../core/check-words.ts'
import { inARow } from '../telling/numbers.ts'
import type { CheckChange, Outcome } from './checks.ts'
import type { Comparison } from './reports.ts'

/** What the later report is compared with. */
export interface Other {
  /** As it is called: message 1. */
  name: string
  /** It is no earlier message of the same test. */
  apart?: true
}

/** What changed: +1.5 since message 1, DKIM fixed. */
export interface Change {
  /** By how much, and since when. */
  lead: string
  /** The two are mail of different domains. */
  othersMail?: true
  /** What it was. Absent: there is nothing to name. */
  what?: string
}

/** What changed, in plain words. Never says that something is fixed or broken which could not be determined. */
export function tellChange(comparison: Comparison, other: Other, words: CheckWordsByName): Change {
  const { delta, rules, senders, gated } = comparison
  const clauses = gated ? [] : clausesOf(comparison.checks, (name) => words.get(name)?.title ?? name)
  const since = `${other.apart ? 'compared with' : 'since'} ${other.name}`
  const judged = rules ? ', judged by other rules' : ''
  const what = clauses.length > 0 && { what: clauses.join('; ') }
  const whose = senders && { othersMail: true as const }
  if (delta !== 0) return { lead: `${signed(delta)} ${since}${judged}`, ...whose, ...what }
  if (gated || what || isOther(comparison))
    return { lead: `Same score as ${other.name}${judged}`, ...whose, ...what }
  const seen = isOpen(comparison) ? ' that could be determined' : ''
  return { lead: `No change${seen} ${since}${judged}`, ...whose }
}

/** The same in a line: +1.5 since message 1: DKIM fixed. */
export function sentenceOf({ lead, othersMail, what }: Change): string {
  const whole = othersMail ? `${lead}, from another domain` : lead
  return what === undefined ? whole : `${whole}: ${what}`
}

/** +1.5, −0.5, 0: points with a real minus sign. */
export function signed(points: number): string {
  const sign = points > 0 ? '+' : points < 0 ? '−' : ''
  const exact = String(Math.round(Math.abs(points) * 100) / 100)
  return points === 0 ? '0' : `${sign}${exact.includes('.') ? exact : `${exact}.0`}`
}

const isOpen = ({ checks }: Comparison) => checks.some(({ obstacle }) => obstacle?.why === 'undetermined')

/** A check is judged otherwise, though there is nothing to name. */
const isOther = ({ checks }: Comparison) =>
  checks.some(({ outcome, obstacle }) => outcome !== 'same' && obstacle?.why !== 'undetermined')

type Title = (name: string) => string

function clausesOf(checks: readonly CheckChange[], title: Title): string[] {
  const changed = checks.filter(({ outcome }) => outcome !== 'same')
  // What moved the score is what the line is about. Where nothing did, the rest is.
  const paid = changed.filter(({ points }) => points !== 0)
  const told = paid.length > 0 ? paid : changed.filter(({ outcome }) => outcome in WITHOUT_POINTS)
  const of = (...outcomes: Outcome[]) => named(told, outcomes, title)
  return [
    clause(of('fixed'), 'fixed'),
    clause(of('better'), 'better'),
    clause(of('new_trouble'), 'new trouble in …'),
    clause(of('worse'), 'worse'),
    clause(of('changed'), 'other findings in …'),
    ...uncomparable(changed, title),
    clause(of('only_after'), 'not judged before'),
    clause(of('only_before'), 'no longer judged'),
  ].filter((text) => text !== undefined)
}

/** What is told where no point was won or lost. */
const WITHOUT_POINTS = { fixed: true, better: true, new_trouble: true, worse: true, changed: true }

function uncomparable(changed: readonly CheckChange[], title: Title): (string | undefined)[] {
  const open = (side: 'before' | 'after') =>
    changed
      .filter(({ obstacle }) => obstacle?.why === 'undetermined' && obstacle.side === side)
      .map(({ name }) => title(name))
  const idle = (side: 'before' | 'after') =>
    changed
      .filter(
        ({ obstacle, points }) => obstacle?.why === 'not_judged' && obstacle.side === side && points !== 0,
      )
      .map(({ name }) => title(name))
  return [
    clause(open('after'), 'could not be determined this time'),
    clause(open('before'), 'could not be determined before'),
    clause(idle('after'), 'not judged this time'),
    clause(idle('before'), 'not judged before'),
  ]
}

/** The greatest change first. */
function named(changes: readonly CheckChange[], outcomes: readonly Outcome[], title: Title): string[] {
  return changes
    .filter(({ outcome }) => outcomes.includes(outcome))
    .toSorted((one, two) => Math.abs(two.points) - Math.abs(one.points))
    .map(({ name }) => title(name))
}

/** Names that a line has room for. */
const NAMED = 2

/** Names of checks are singular and plural, so the words are such as go with both. `…`: where the names stand, else they stand
 * before the words. */
function clause(names: readonly string[], words: string): string | undefined {
  if (names.length === 0) return undefined
  const rest = names.length - NAMED
  const first = inARow(names.slice(0, NAMED))
  const says = words.includes('…') ? words.replace('…', () => first) : `${first} ${words}`
  return rest > 0 ? `${says}, ${rest} more` : says
}
