import type { Point, Range } from '../gate/networks.ts'
import { isIn } from '../gate/networks.ts'
import type { Program, Rule, SpfProgram } from '../gate/program.ts'
import { domainOf, type PerAddress } from './per-address.ts'

/** A client, and what is asked for it alone. */
export interface Client {
  ip: string
  point: Point
  perAddress: PerAddress
}

/**
 * What a record says of a client. other: a term decides that it does not pass; nothing: no term does. error: on the way there was what
 * receivers end with permerror at.
 */
export interface Found {
  verdict: 'pass' | 'other' | 'nothing' | 'unknown'
  error: boolean
  /** The term that decides, and the names that includes and redirects led through to the last one. */
  term?: string
  names: readonly string[]
  anybody: boolean
}

interface Hit {
  matches: boolean | 'unknown'
  error: boolean
  names: readonly string[]
  anybody: boolean
}

const DEEPEST = 12
/** Networks of this size or wider stand for anybody. */
const WIDEST = { 4: 1n << 24n, 6: 1n << 109n } as const

const UNKNOWN: Found = { verdict: 'unknown', error: false, names: [], anybody: false }
const NOTHING: Found = { verdict: 'nothing', error: false, names: [], anybody: false }
const NO: Hit = { matches: false, error: false, names: [], anybody: false }
const ANYBODY: Hit = { ...NO, matches: true, anybody: true }
const ERROR: Hit = { ...NO, error: true }
const OPEN: Hit = { ...NO, matches: 'unknown' }

/** check_host() for one client without the limits of RFC 7208 4.6.4, going on behind what is broken. */
export async function lookIn(program: Program, client: Client, depth = 0): Promise<Found> {
  if (program.kind === 'broken') return { ...NOTHING, error: true }
  if (program.kind === 'open' || depth > DEEPEST) return UNKNOWN
  const sofar: SoFar = { error: false, mayPass: false, mayNot: false }
  for (const rule of program.rules) {
    const hit = hitAtOnce(rule, client.point) ?? (await hitOf(rule, program, client, depth))
    const decided = decidedBy(rule, hit, sofar)
    if (decided) return decided
  }
  return afterAll(program.redirect ? await redirected(program, client, depth) : NOTHING, sofar)
}

/** What was seen before a term: errors, and terms of which it is not known whether they match. */
interface SoFar {
  error: boolean
  mayPass: boolean
  mayNot: boolean
}

function decidedBy({ qualifier, term }: Rule, hit: Hit, sofar: SoFar): Found | undefined {
  const passes = qualifier === '+'
  sofar.error ||= hit.error
  if (hit.matches === 'unknown') sofar[passes ? 'mayPass' : 'mayNot'] = true
  if (hit.matches !== true) return undefined
  const { names, anybody } = hit
  return afterAll(
    { verdict: passes ? 'pass' : 'other', error: false, term: term.text, names, anybody },
    sofar,
  )
}

function afterAll(found: Found, { error, mayPass, mayNot }: SoFar): Found {
  const isOpen = found.verdict === 'pass' ? mayNot : mayPass
  return { ...(isOpen ? UNKNOWN : found), error: error || found.error }
}

async function redirected(program: SpfProgram, client: Client, depth: number): Promise<Found> {
  const { redirect } = program
  if (!redirect) return NOTHING
  const { term, target } = redirect
  const name = target === '' ? domainOf(term.value, program.domain, client.ip) : target
  if (name === undefined) return UNKNOWN
  const below = target === '' ? await client.perAddress.read(name) : redirect.program
  const found = await lookIn(below, client, depth + 1)
  return { ...found, term: term.text, names: name === '' ? found.names : [name, ...found.names] }
}

/** What needs nobody to be asked: most terms are networks, of many addresses each. */
function hitAtOnce({ match }: Rule, point: Point): Hit | undefined {
  switch (match.kind) {
    case 'all':
      return ANYBODY
    case 'too-many':
      return ERROR
    case 'exists':
      return match.found ? ANYBODY : NO
    case 'hosts': {
      if (!isIn(point, match.ranges)) return match.open[point.family] === undefined ? NO : OPEN
      const within = match.ranges.filter((range) => isIn(point, [range]))
      return { ...NO, matches: true, anybody: within.every(isWide) }
    }
    default:
      return undefined
  }
}

async function hitOf(rule: Rule, program: SpfProgram, client: Client, depth: number): Promise<Hit> {
  const { match, term } = rule
  if (match.kind !== 'include') {
    return { ...NO, matches: await client.perAddress.matches(term, program.domain, client.ip) }
  }
  const name = rule.target ?? domainOf(term.value, program.domain, client.ip)
  if (name === undefined) return OPEN
  const below = rule.target === undefined ? await client.perAddress.read(name) : match.program
  const { verdict, error, names, anybody } = await lookIn(below, client, depth + 1)
  const matches = verdict === 'unknown' ? 'unknown' : verdict === 'pass'
  return { matches, error, names: name === '' ? names : [name, ...names], anybody }
}

function isWide({ family, first, last }: Range): boolean {
  return last - first + 1n >= WIDEST[family]
}
