import type { Scope } from '../ready.ts'
import type { EntryBelow, Evidence, FromRow, Judged, SourceMail } from './evidence.ts'
import { added, failingOf, NOTHING, type Parts, partsOf } from './parts.ts'

/** Mail of one source in a scope. */
export type ScopedSource = SourceMail['source'] & {
  parts: Parts
  /** The domain of the account that has it. Absent: this one. */
  domain?: string
}

/** The mail that a policy is about. */
export interface ScopedMail {
  scope: Scope
  sources: ScopedSource[]
  all: Parts
  /** Domains of the account below this one whose mail belongs here and could not be read. */
  unread: string[]
  /** Names with mail that fails, and is not abuse, of which it is not known whether they belong here. */
  unknown: string[]
}

/** What is known of where mail belongs. */
export type Places = Pick<Judged, 'domain' | 'names'>

/** From names a name below the domain; whatever else it names counts as the domain itself, whose report it is. */
const isBelow = ({ headerFrom, others }: FromRow, domain: string): boolean =>
  others ? others === 'below' : headerFrom.endsWith(`.${domain}`)

/** Names that are not told apart. */
const OTHER_NAMES = 'other names'

/** The mail of each scope, of the basis that readiness goes by. */
export function scopedMail(
  places: Places,
  evidence: Evidence,
  entries: readonly EntryBelow[],
): Record<Scope, ScopedMail> {
  const { domain, names } = places
  const isGoverned = (name: string) => names.get(name)?.governed !== 'no'
  const below = (row: FromRow) => isBelow(row, domain) && isGoverned(row.headerFrom)
  const isMissing = ({ headerFrom }: FromRow) => names.get(headerFrom)?.exists === 'no'
  const governed = entries.filter((entry) => entry.governed !== 'no')
  return {
    p: collected('p', evidence, (row) => !isBelow(row, domain), []),
    sp: collected('sp', evidence, below, governed),
    np: {
      ...collected('np', { ...evidence, rest: undefined }, (row) => below(row) && isMissing(row), []),
      unknown: undecidedNames(evidence, (row) => below(row) && isUnknown(places, row)),
    },
  }
}

const isUnknown = ({ names }: Places, { headerFrom }: FromRow) =>
  (names.get(headerFrom)?.exists ?? 'unknown') === 'unknown'

type EvidenceRead = Pick<Evidence, 'sources'> & { rest?: Evidence['rest'] | undefined }

function collected(
  scope: Scope,
  evidence: EvidenceRead,
  belongs: (row: FromRow) => boolean,
  entries: readonly EntryBelow[],
): ScopedMail {
  const own = evidence.sources.flatMap((mail) => ofSource(mail, belongs))
  const others = entries.flatMap(({ domain, sources = [] }) =>
    sources.flatMap((mail) => ofSource(mail, () => true).map((source) => ({ ...source, domain }))),
  )
  const sources = [...own, ...others]
  const all = sources.reduce((sum, { parts }) => added(sum, parts), restOf(scope, evidence))
  const unread = entries.filter((entry) => entry.sources === undefined).map(({ domain }) => domain)
  return { scope, sources, all, unread, unknown: [] }
}

function ofSource({ source, rows }: SourceMail, belongs: (row: FromRow) => boolean): ScopedSource[] {
  const parts = rows.filter(belongs).map((row) => partsOf(row, source.whose))
  if (parts.length === 0) return []
  const { key, name, standing, whose, maybeForgotten } = source
  const named = { key, name, standing, whose, ...(maybeForgotten && { maybeForgotten }) }
  return [{ ...named, parts: parts.reduce(added, NOTHING) }]
}

/**
 * Addresses beyond those that were looked at: whatever From they named, what authenticated and fails may be the domain's own, and counts
 * as undecided wherever it may belong; so many addresses with so little mail and no authentication are abuse.
 */
function restOf(scope: Scope, { rest }: EvidenceRead): Parts {
  if (!rest) return NOTHING
  const { messages, pass, unaligned } = rest
  const failing = Math.max(messages - pass, 0)
  const forwarded = Math.min(rest.forwarded, failing)
  const undecided = Math.min(unaligned, failing - forwarded)
  if (scope !== 'p') return { ...NOTHING, messages: undecided, undecided }
  return { ...NOTHING, messages, pass, forwarded, undecided, abuse: failing - forwarded - undecided }
}

function undecidedNames(evidence: EvidenceRead, belongs: (row: FromRow) => boolean): string[] {
  const names = evidence.sources.flatMap(({ source, rows }) =>
    rows
      .filter((row) => belongs(row) && weighs(partsOf(row, source.whose)))
      .map((row) => (row.others ? OTHER_NAMES : row.headerFrom)),
  )
  return [...new Set(names)].sort()
}

const weighs = ({ own, undecided }: Parts) => own + undecided > 0

/** Names below the domain in the order in which they are worth a look: those that decide about a verdict, then those with most mail. */
export function namesWorthALook(domain: string, { sources }: Evidence, most: number): string[] {
  const found = new Map<string, Parts>()
  for (const { source, rows } of sources) {
    for (const row of rows.filter((one) => !one.others && isBelow(one, domain))) {
      found.set(row.headerFrom, added(found.get(row.headerFrom) ?? NOTHING, partsOf(row, source.whose)))
    }
  }
  const weight = ({ own, undecided }: Parts) => own + undecided
  return [...found]
    .sort(
      ([one, a], [other, b]) =>
        weight(b) - weight(a) || b.pass - a.pass || failingOf(b) - failingOf(a) || (one < other ? -1 : 1),
    )
    .slice(0, most)
    .map(([name]) => name)
}
