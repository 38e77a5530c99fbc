import type { Change } from '../../../../core/fix.ts'
import type { Resolver } from '../../../../net/ports.ts'
import { LONGEST_TXT, txtChange } from '../../../fixing/changes.ts'
import { isDomainName } from '../../../reading/domains/domain-name.ts'
import { isPrivateName } from '../../../reading/domains/private-names.ts'
import { sameOrganisation } from '../../../reading/domains/sender-domain.ts'
import { evaluate } from '../gate/evaluate.ts'
import { pointOf } from '../gate/networks.ts'
import {
  type Match,
  mostLookups,
  type Program,
  programsOf,
  rangesOf,
  type SpfProgram,
} from '../gate/program.ts'
import { type Effort, isSafe, letsSomebodyIn, MOST_EFFORT } from '../gate/safe.ts'
import { createWorld, type Overlay, type SpfWorld } from '../gate/world.ts'
import { SPF_MOST_LOOKUPS, SPF_MOST_VOIDS } from '../nodes.ts'
import { type Fixed, fix } from './fix.ts'
import { leavingOut } from './leaving-out.ts'
import { inCheapOrder, withAddress, without, withSoftEnd } from './placing.ts'
import { isDead, shorter } from './shorten.ts'
import { usableTerms } from './usable.ts'

/** What the record is to do that it does not do. */
export interface SpfNeed {
  /** Let this address in. */
  address?: string
  /** Say something of those whom it does not list. */
  end?: boolean
  /** Its terms lead to more names without an answer than receivers bear. */
  voids?: boolean
  /** Hold these terms no longer, as far as nobody is cut off: they name what looks unregistered. */
  unregistered?: readonly string[]
}

/** The one set of records that fixes all of it, shown to hurt nobody. */
export interface SpfRepair {
  changes: Change[]
  /** It can be evaluated again, or with fewer look-ups. */
  fixes: boolean
  lookups: number
  /** The address that it lets in. */
  letsIn?: string
  /** The address stands where it would otherwise be decided about before. */
  moved: boolean
  ends: boolean
  /** Names whose addresses are copied into it. */
  copied: string[]
  /** Terms that led nowhere. */
  removed: string[]
  /** Terms that name what looks unregistered, and stand in it all the same. */
  unregistered: string[]
}

/** A way to meet the need that is not yet shown to be safe. */
interface Candidate extends Pick<SpfRepair, 'moved' | 'copied' | 'removed' | 'unregistered'> {
  overlay: Overlay
  added: Fixed['added']
  letsIn?: string
  ends: boolean
}

/** The record to publish in place of the one that stands; undefined where it cannot be shown that it hurts nobody. */
export async function repairSpf(
  domain: string,
  need: SpfNeed,
  resolver: Resolver,
): Promise<SpfRepair | undefined> {
  const world = createWorld(resolver)
  const old = await world.read(domain)
  if (old.kind === 'open' || (old.kind === 'broken' && old.texts.length === 0)) return undefined
  if (rangesOf(old).length > MOST_NETWORKS || isLong(old)) return undefined
  // Where every client gets a verdict, that is what has to stay.
  const usable = isFaulty(old, need) || hasVoids(old) ? await usableTerms(old, world) : []
  const effort = { left: MOST_EFFORT }
  for (const candidate of await publishable(domain, need, world)) {
    const now = await world.read(domain, candidate.overlay)
    const meant = await Promise.all(
      candidate.added.map(({ domain: at, term }) => world.readText(at, `v=spf1 ${term}`)),
    )
    const client = candidate.letsIn === undefined ? undefined : pointOf(candidate.letsIn)
    const exchange = { old, now, usable, meant, ends: candidate.ends, ...(client && { client }) }
    const isKept = letsSomebodyIn(now) && isSafe(exchange, effort)
    if (!(isKept && (await keepsOthers(domain, candidate, { world, meant, effort })))) continue
    const changes = [...candidate.overlay].map(([name, text]) => txtChange(name, text, BEGINS))
    const { overlay: _, added: __, ...told } = candidate
    const fixes = isFaulty(old, need)
    return { ...told, changes, fixes, lookups: mostLookups(now) }
  }
  return undefined
}

/** Is it shown for the other names whose records it changes that mail in their own name is not hurt? */
async function keepsOthers(
  domain: string,
  { overlay, ends }: Candidate,
  { world, meant, effort }: { world: SpfWorld; meant: Program[]; effort: Effort },
): Promise<boolean> {
  for (const name of overlay.keys()) {
    const old = await world.read(name)
    const isNew = old.kind === 'broken' && old.texts.length === 0
    if (name === domain || isNew) continue
    const now = await world.read(name, overlay)
    const usable = isFaulty(old, {}) || hasVoids(old) ? await usableTerms(old, world) : []
    if (!isSafe({ old, now, usable, meant, ends }, effort)) return false
  }
  return true
}

const BEGINS = 'v=spf1'
/** More terms than are read: what stands behind them would be lost. */
function isLong(program: Program): boolean {
  if (program.kind === 'open') return false
  const texts = program.kind === 'record' ? [program.record.text] : program.texts
  return texts.some((text) => text.length > 4_000 || text.split(' ').length > MOST_WORDS)
}

const MOST_WORDS = 400
/** A record of more than these is nobody's own. */
const MOST_NETWORKS = 2_000

async function publishable(domain: string, need: SpfNeed, world: SpfWorld): Promise<Candidate[]> {
  const found: Candidate[] = []
  for (const candidate of await candidatesOf(domain, need, world)) {
    for (const one of leavingOut(candidate, need.unregistered ?? [])) {
      if (await isPublishable(one, world)) found.push(one)
    }
  }
  return found
}

/** Names that a record can be published at, of a length that anybody can publish. */
async function isPublishable({ overlay }: Candidate, world: SpfWorld): Promise<boolean> {
  for (const [name, text] of overlay) {
    if (!isDomainName(name) || isPrivateName(name) || text.length > LONGEST_TXT) return false
    if (await world.isAlias(name)) return false
  }
  return overlay.size > 0
}

function isFaulty(program: Program, { voids = false }: SpfNeed): boolean {
  const isBroken = [...programsOf(program)].some(
    (part) =>
      part.kind === 'broken' ||
      (part.kind === 'record' && part.rules.some(({ match }) => match.kind === 'too-many')),
  )
  return isBroken || voids || mostLookups(program) > SPF_MOST_LOOKUPS
}

/** May it end in permerror because names have no answer? */
function hasVoids(program: Program): boolean {
  const voids = [...programsOf(program)].flatMap((part) =>
    part.kind === 'record' ? part.rules.map(({ match }) => mayBeVoid(match)) : [],
  )
  return voids.reduce((sum, count) => sum + count, 0) > SPF_MOST_VOIDS
}

function mayBeVoid(match: Match): number {
  if (match.kind === 'hosts') return Math.max(match.voids[4], match.voids[6])
  if (match.kind === 'exists') return match.found ? 0 : match.voids
  return match.kind === 'atom' ? 1 : 0
}

/** What could be published: fixed, then shortened, then with what it lacks. */
async function candidatesOf(domain: string, need: SpfNeed, world: SpfWorld): Promise<Candidate[]> {
  const candidates: Candidate[] = []
  for (const { overlay, added, removed } of await fix(domain, world)) {
    const plain = { overlay, added, removed, copied: [], unregistered: [], moved: false, ends: false }
    const root = await world.read(domain, overlay)
    // Who is left out of such a record is everybody who was in it.
    if (root.kind !== 'record' || (removed.length > 0 && !letsSomebodyIn(root))) continue
    for (const short of await shortened(root, plain, need, world)) {
      const program = await world.read(domain, short.overlay)
      if (program.kind === 'record')
        candidates.push(...completed(program, short, need), ...reordered(program, short, need))
    }
  }
  return candidates.slice(0, MOST_CANDIDATES)
}

const MOST_CANDIDATES = 24

async function shortened(
  root: SpfProgram,
  plain: Candidate,
  need: SpfNeed,
  world: SpfWorld,
): Promise<Candidate[]> {
  const { domain, record } = root
  if (mostLookups(root) > SPF_MOST_LOOKUPS) {
    const found = await shorter(root, world)
    return found.map(({ own, parts, copied, removed }) => ({
      ...plain,
      overlay: new Map([
        ...plain.overlay,
        [domain, own],
        ...parts.map((part) => [part.name, part.text] as const),
      ]),
      copied,
      removed: [...plain.removed, ...removed],
    }))
  }
  if (!need.voids) return [plain]
  const dead = root.rules.filter(isDead)
  const text = without(record.text, new Set(dead.map(({ term }) => term.at)), new Map())
  const ways = dead.length > 0 ? [text] : [inCheapOrder(record.text)]
  return ways.map((one) => ({
    ...plain,
    overlay: new Map(plain.overlay).set(domain, one),
    removed: [...plain.removed, ...dead.map(({ term }) => term.text)],
  }))
}

/** With the address let in where it does not pass, and with an end where there is none. */
function completed(program: SpfProgram, candidate: Candidate, need: SpfNeed): Candidate[] {
  const { domain, record } = program
  const { address } = need
  const point = address === undefined ? undefined : pointOf(address)
  const lets = point && evaluate(program, point, new Map(), true) === 'pass'
  if (address !== undefined && point && !lets) {
    return withAddress(record.text, address).map(({ text, moved }) => ({
      ...candidate,
      overlay: new Map(candidate.overlay).set(domain, text),
      letsIn: address,
      moved,
    }))
  }
  const last = need.end && candidate.overlay.size === 0 ? endless(program) : undefined
  if (!last || !sameOrganisation(last.domain, domain)) return [candidate]
  const ended = new Map(candidate.overlay).set(last.domain, withSoftEnd(last.record.text))
  return [{ ...candidate, overlay: ended, ends: true }]
}

/** What asks nothing first, so that fewer clients come to what is void for them. */
function reordered(program: SpfProgram, candidate: Candidate, need: SpfNeed): Candidate[] {
  const text = inCheapOrder(program.record.text)
  const isOther = text !== program.record.text && candidate.overlay.size > 0
  if (!isOther || need.address !== undefined) return []
  return [{ ...candidate, overlay: new Map(candidate.overlay).set(program.domain, text) }]
}

/** The record that decides about everybody else and says nothing: a redirect is followed. */
function endless(program: SpfProgram): SpfProgram | undefined {
  if (program.rules.some(({ match }) => match.kind === 'all')) return undefined
  if (!program.redirect) return program
  return program.redirect.program.kind === 'record' ? endless(program.redirect.program) : undefined
}
