import type { SpfQualifier, SpfRecord, SpfTerm } from '../record.ts'
import type { Family, Range } from './networks.ts'

/** A record with everything it leads to, for any client: what SPF says is a matter of computing. */
export type Program =
  | SpfProgram
  /** Whoever comes to it gets permerror: no record, several, one that cannot be read, or one that is being read already. */
  | { kind: 'broken'; domain: string; texts: readonly string[]; loop?: boolean }
  /** Not known: a question got no answer, or its name is made for each message. */
  | { kind: 'open'; key: string; isUnanswered?: true }

export interface SpfProgram {
  kind: 'record'
  domain: string
  record: SpfRecord
  /** In order, up to `all`. */
  rules: Rule[]
  redirect?: { term: SpfTerm; target: string; program: Program; lookups: number }
  /** A redirect stands beside `all`: some receivers count it though it is not followed. */
  idleRedirect: boolean
  /** It includes itself: some receivers refuse it as they read it, others as they come to that term. */
  includesItself: boolean
}

/** A term that can match. */
export interface Rule {
  term: SpfTerm & { kind: 'mechanism' }
  qualifier: SpfQualifier
  /** Its own. */
  lookups: number
  /** The name it asks about, where it is the same for every message. */
  target?: string
  match: Match
}

export type Match =
  | { kind: 'all' }
  | { kind: 'hosts'; ranges: Range[]; open: Partial<Record<Family, string>>; voids: Record<Family, number> }
  /** An `mx` of more hosts than may be asked. */
  | { kind: 'too-many' }
  | { kind: 'include'; program: Program }
  /** It depends on the message or on the host. */
  | { kind: 'atom'; key: string }
  /** An `exists` of one name for all. */
  | { kind: 'exists'; found: boolean; voids: number }

/** It and all it leads to, as often as it is reached. */
export function* programsOf(program: Program): Generator<Program> {
  yield program
  if (program.kind !== 'record') return
  for (const { match } of program.rules) if (match.kind === 'include') yield* programsOf(match.program)
  if (program.redirect) yield* programsOf(program.redirect.program)
}

/** Is the number of its look-ups known to the end? */
export function isCounted(program: Program): boolean {
  return [...programsOf(program)].every(({ kind }) => kind !== 'open')
}

/** Look-ups in the worst case (RFC 7208 4.6.4), by the receivers that count most. */
export function mostLookups(program: Program): number {
  if (program.kind !== 'record') return 0
  const { rules, redirect, idleRedirect } = program
  const below = redirect ? redirect.lookups + mostLookups(redirect.program) : 0
  return rules.reduce((sum, rule) => sum + ruleLookups(rule), below + (idleRedirect ? 1 : 0))
}

/** Of a term, and all below it. */
export function ruleLookups({ lookups, match }: Rule): number {
  return lookups + (match.kind === 'include' ? mostLookups(match.program) : 0)
}

/** Every network that a term of it names. */
export function rangesOf(program: Program): Range[] {
  return [...programsOf(program)].flatMap((part) =>
    part.kind === 'record'
      ? part.rules.flatMap(({ match }) => (match.kind === 'hosts' ? match.ranges : []))
      : [],
  )
}
