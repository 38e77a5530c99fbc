import { percentDown } from '../../../core/aggregate/share.ts'
import { dateOfDay } from '../../aggregates/window.ts'
import { plural } from '../../telling/numbers.ts'
import type { Enforced, Readiness } from '../ready.ts'
import { type Attention, type DomainStanding, STANDING_DAYS } from './standing.ts'

/** Fewer messages say nothing of a rate. */
const MANY = 100
/** So many points less than before are told. */
const DROP = 0.05
const LOW = 0.95
/** Settled days without a report that are told, where most days before had one. */
const SILENT_DAYS = 3
const STEADY_DAYS = 7
const STEADY_OF = 14
const TLS_FAILURES = 0.01

interface Known {
  standing: DomainStanding
  /** Absent: not counted yet. */
  readiness?: Readiness | undefined
  /** The last settled day. */
  settled: number
}

/** The worst that is known of a domain, in the order of `ATTENTION`. */
export function attentionOf(known: Known): Attention {
  if (!known.standing.isReported)
    return { kind: 'none', says: 'No report has come yet: publish its reports address.' }
  return (
    ownRefused(known) ??
    noRecord(known) ??
    dropped(known) ??
    blocked(known) ??
    missing(known) ??
    tls(known) ??
    failing(known) ??
    ready(known) ??
    tooLittle(known) ??
    uncounted(known) ?? { kind: 'fine', says: fineWords(known) }
  )
}

const amount = (n: number) => n.toLocaleString('en-GB')
const messages = (n: number) => `${amount(n)} ${plural(n, 'message')}`

const mainOf = (readiness: Readiness | undefined) => readiness?.scopes.find(({ scope }) => scope === 'p')

/** Of the policy that applies, or of the one after it. */
function verdictOf(readiness: Readiness | undefined, which: 'applied' | 'next') {
  const main = mainOf(readiness)
  if (!main || main.applied === undefined) return undefined
  const next: Enforced | undefined =
    main.applied === 'none' ? 'quarantine' : main.applied === 'quarantine' ? 'reject' : undefined
  const wanted = which === 'next' ? next : main.applied
  return main.verdicts.find(({ policy }) => policy === wanted)
}

function ownRefused({ readiness }: Known): Attention | undefined {
  const verdict = verdictOf(readiness, 'applied')
  const isOwn = verdict?.missing.some(({ kind }) => kind === 'own_mail' || kind === 'own_source')
  if (verdict?.ready !== 'no' || !isOwn) return undefined
  const { refusedOwn, legitimate } = verdict.simulation
  return {
    kind: 'own_refused',
    says: `${amount(refusedOwn)} of its own ${messages(legitimate)} ${plural(refusedOwn, 'fails', 'fail')}, and p=${verdict.policy} asks receivers to ${verdict.policy === 'reject' ? 'refuse' : 'treat as spam'} what fails. Repair it first.`,
  }
}

/** Without a record that receivers can use there is no policy, and no more reports come. */
function noRecord({ readiness }: Known): Attention | undefined {
  if (readiness?.record.state === 'none')
    return { kind: 'no_record', says: 'There is no DMARC record now, so reports stop. Publish one.' }
  if (readiness?.record.state !== 'broken') return undefined
  return {
    kind: 'no_record',
    says: 'Receivers cannot use its DMARC record, and act as if there were none. Correct it.',
  }
}

function dropped({ standing: { messages: n, pass, before } }: Known): Attention | undefined {
  if (n < MANY || before.messages < MANY) return undefined
  const [was, is] = [before.pass / before.messages, pass / n]
  if (was - is < DROP) return undefined
  return {
    kind: 'dropped',
    says: `${percentDown(pass, n)} of its mail passed, ${percentDown(before.pass, before.messages)} in the 30 days before. See which source fails now.`,
  }
}

function blocked({ readiness }: Known): Attention | undefined {
  const verdict = verdictOf(readiness, 'next') ?? verdictOf(readiness, 'applied')
  if (verdict?.ready !== 'no') return undefined
  const first = verdict.missing.find(({ key }) => key !== undefined) ?? verdict.missing[0]
  return {
    kind: 'blocked',
    says: first?.says ?? `It is not ready for p=${verdict.policy}.`,
  }
}

function missing({ standing: { days, lastDay }, settled }: Known): Attention | undefined {
  const look = 'See whether its DMARC record still names the reports address.'
  if (lastDay === undefined)
    return { kind: 'missing', says: `No report about these ${STANDING_DAYS} days has come. ${look}` }
  const silent = settled - lastDay
  if (silent < SILENT_DAYS) return undefined
  const steady = days().filter(({ day }) => day > lastDay - STEADY_OF).length
  if (steady < STEADY_DAYS) return undefined
  return {
    kind: 'missing',
    says: `No report about the ${silent} days after ${dateOfDay(lastDay)} has come. ${look}`,
  }
}

function tls({ standing }: Known): Attention | undefined {
  const { sessions, failures } = standing.tls ?? { sessions: 0, failures: 0 }
  if (sessions === 0 || failures / sessions < TLS_FAILURES) return undefined
  return {
    kind: 'tls',
    says: `${amount(failures)} of ${amount(sessions)} TLS sessions to its mail servers failed. See why.`,
  }
}

/** Without readiness nobody knows whose mail it is. */
function failing({ standing: { messages: n, pass }, readiness }: Known): Attention | undefined {
  if (readiness || n < MANY || pass / n >= LOW) return undefined
  return {
    kind: 'failing',
    says: `${messages(n - pass)} failed. Whose mail that is is not counted yet.`,
  }
}

function ready({ readiness }: Known): Attention | undefined {
  const verdict = verdictOf(readiness, 'next')
  if (verdict?.ready !== 'yes') return undefined
  // What weakens a policy that is published goes before the next one.
  const offered = readiness?.next.find(({ testing }) => !testing)
  const tag = offered ? `${offered.scope}=${offered.policy}` : `p=${verdict.policy}`
  return { kind: 'ready', says: `It is ready for ${tag}${offered ? ': look at the next record' : ''}.` }
}

function tooLittle({ readiness }: Known): Attention | undefined {
  if (!readiness || readiness.data.enough) return undefined
  return { kind: 'too_little', says: 'There are not enough reports for an answer yet.' }
}

function uncounted({ readiness }: Known): Attention | undefined {
  if (readiness) return undefined
  return { kind: 'uncounted', says: 'Whether a stricter policy is allowed is not counted yet.' }
}

function fineWords({ readiness }: Known): string {
  const main = mainOf(readiness)
  if (main?.applied === undefined) return 'Nothing needs you. Its DMARC record could not be looked up.'
  return `Nothing needs you: p=${main.applied} is in force.`
}
