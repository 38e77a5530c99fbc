import type { Check, Finding } from '../../../core/check.ts'
import type { InspectedName } from '../../../core/inspection.ts'
import { type BadThing, isNameLoose, type SeenLook } from '../watching/observation.ts'
import { ASK_AGAIN_MS } from './settling.ts'
import type { LookState } from './state.ts'

/** A list as it is asked: `name` is its zone as it may be shown. */
export interface AskedList {
  id: string
  name: string
}

/** What an inspection found of a name. */
export interface InspectedChecks {
  subject: InspectedName
  checks: readonly Check[]
}

type Found = Pick<SeenLook, 'bad' | 'unknown'>
type Unknown = SeenLook['unknown'][number]

const LISTS: readonly string[] = ['blocklist', 'domain-blocklist']
/** A look may come a little early. */
const SLACK_MS = 30_000

/** What checks of a name say of its records. */
export function recordsIn({ checks }: InspectedChecks): Found {
  const judged = checks.filter(({ name }) => !LISTS.includes(name))
  return {
    bad: judged.filter(({ status }) => status === 'failed').flatMap(broken),
    unknown: [
      ...judged
        .filter(({ status }) => status === 'error')
        .map(({ name }): Unknown => ({ condition: 'record_broken', about: name })),
      ...(judged.length === 0 || judged.some(isMissing) ? [{ condition: 'record_broken' } as const] : []),
    ],
  }
}

/** Of a domain that is not there nothing else is looked at. */
const isMissing = ({ findings }: Check) => findings.some(({ code }) => code === 'domain-missing')

/** A thing for each finding that makes the check fail: those are told in its summary. */
function broken({ name, summary, findings }: Check): BadThing[] {
  const failing = findings.filter(({ cost, says }) => cost > 0 || summary.includes(says))
  const of = (finding?: Finding): BadThing => ({
    condition: 'record_broken',
    about: name,
    ...(finding && { code: finding.code }),
    says: finding?.says ?? summary,
  })
  return failing.length > 0 ? failing.map(of) : [of()]
}

/** What lists say of a name. Those that gave no answer are not known to be clean. */
export function listingsIn({ subject, checks }: InspectedChecks, lists: readonly AskedList[]): Found {
  const check = checks.find(({ name }) => LISTS.includes(name))
  if (!check) return { bad: [], unknown: [{ condition: 'listed' }] }
  const bad: BadThing[] = []
  const unknown: Unknown[] = []
  for (const { id, name } of lists) {
    const about = `${name} ${subject.name}`
    const finding = check.findings.find(({ code }) => code === `listed-${id}`)
    if (finding) bad.push({ condition: 'listed', about, says: finding.says })
    else if (!isClean(check, name)) unknown.push({ condition: 'listed', about })
  }
  return { bad, unknown }
}

/** Asked about one name, a list has one verdict. Of a check that judged nothing there are none. */
const isClean = ({ status, evidence }: Check, list: string) =>
  status === 'neutral' || (evidence[list]?.startsWith('not listed') ?? false)

/** What is told of a look, and what is remembered of it. */
export interface Weighed {
  look: Found
  state: Pick<LookState, 'doubted' | 'bad'>
  /** Something is to be looked at again soon. */
  again: boolean
}

const keyOf = ({ condition, about, code = '' }: BadThing) => `${condition} ${code} ${about}`

/** What is bad for the first time counts once it was bad again ten minutes later. `isFirst`: at the records of this domain, which are
 * taken as they are, but for names that look unregistered. */
export function weigh(
  found: Found,
  { doubted, bad }: Pick<LookState, 'doubted' | 'bad'>,
  now: Date,
  isFirst: boolean,
): Weighed {
  const known = new Set(bad)
  const open: Record<string, number> = {}
  const certain: BadThing[] = []
  const unsure: BadThing[] = []
  for (const thing of found.bad) {
    const key = keyOf(thing)
    // A clock that was set back begins anew.
    const since = Math.min(doubted[key] ?? now.getTime(), now.getTime())
    const isTaken = isFirst && thing.condition === 'record_broken' && !isNameLoose(thing)
    const isCertain = isTaken || known.has(key) || now.getTime() - since >= ASK_AGAIN_MS - SLACK_MS
    if (!isCertain) open[key] = since
    ;(isCertain ? certain : unsure).push(thing)
  }
  const unknown = [...found.unknown, ...unsure.map(({ condition, about }) => ({ condition, about }))]
  // What could not be asked is as it was: bad, or in doubt.
  const isOpen = (key: string) => isUnknown(key, found.unknown)
  const stays = Object.entries(doubted).filter(([key]) => !(key in open) && isOpen(key))
  return {
    look: { bad: certain, unknown },
    state: {
      doubted: { ...Object.fromEntries(stays), ...open },
      bad: [...new Set([...certain.map(keyOf), ...bad.filter(isOpen)])],
    },
    again: unsure.length > 0,
  }
}

function isUnknown(key: string, unknown: Found['unknown']): boolean {
  const [condition = '', , ...rest] = key.split(' ')
  const about = rest.join(' ')
  return unknown.some(
    (one) => one.condition === condition && (one.about === undefined || one.about === about),
  )
}

/** The findings of several inspections as one look. */
export function together(found: readonly Found[]): Found {
  const conditions = (one: Found['unknown'][number]) => `${one.condition} ${one.about ?? ''}`
  const unknown = found.flatMap((one) => one.unknown)
  return {
    bad: found.flatMap(({ bad }) => bad),
    unknown: [...new Map(unknown.map((one) => [conditions(one), one])).values()],
  }
}
