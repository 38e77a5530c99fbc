import { percentUp } from '../../../core/aggregate/share.ts'
import {
  ENFORCED,
  type Enforced,
  type Obstacle,
  type Readiness,
  type Simulation,
  type Verdict,
} from '../ready.ts'
import { amount, listed, messagesOf } from './figures.ts'
import { allAsOwn, byFailing, byPlace, failingOfWeight, isWithin, LIMIT_WORDS, repaired } from './limits.ts'
import { notesOn } from './notes.ts'
import { failingOf, ownMail } from './parts.ts'
import type { ScopedMail, ScopedSource } from './scoped.ts'

/** Sources that are named in a simulation, and in what stands against a policy. */
const MOST_AFFECTED = 20
const MOST_NAMED = 5

/** Which own mail it is, beside that of the domain itself. */
const BELOW: Readonly<Record<ScopedMail['scope'], string>> = {
  p: '',
  sp: ' from names below',
  np: ' from names below that do not exist',
}

/** What a policy does to mail that fails, as the end of a sentence. */
const DONE: Readonly<Record<Enforced, string>> = {
  quarantine: 'be treated as spam',
  reject: 'be refused',
}

/** Whether the mail of a scope allows each policy. */
export function verdictsOn(mail: ScopedMail, data: Readiness['data']): Verdict[] {
  return ENFORCED.map((policy) => {
    const shared = { policy, simulation: simulated(mail, policy), notes: notesOn(mail, policy) }
    if (!data.enough) {
      return {
        ...shared,
        ready: 'not_enough_data',
        missing: data.missing.map((says) => ({ kind: 'data', says })),
      }
    }
    const missing = obstacles(mail, policy)
    return { ...shared, ready: missing.length === 0 ? 'yes' : 'no', missing }
  })
}

/** The policy over the window, as if every receiver had applied it. */
function simulated({ sources, all }: ScopedMail, policy: Enforced): Simulation {
  const affected = sources
    .map(({ parts, key, name, standing, domain }) => ({
      key,
      name,
      standing,
      messages: failingOf(parts),
      ...(domain !== undefined && { domain }),
    }))
    .filter(({ messages }) => messages > 0)
    .sort((one, other) => other.messages - one.messages || byPlace(one, other))
  return {
    policy,
    messages: all.messages,
    legitimate: ownMail(all),
    refusedOwn: all.own,
    refusedForwarded: all.forwarded,
    refusedUnknown: all.undecided,
    refusedAbuse: all.abuse,
    bySource: affected.slice(0, MOST_AFFECTED),
  }
}

function obstacles(mail: ScopedMail, policy: Enforced): Obstacle[] {
  const failing = ownFailing(mail, policy)
  return [...failing, ...undecided(mail, policy, failing.length > 0), ...unread(mail)]
}

/** Own mail that the policy would apply to. */
function ownFailing(mail: ScopedMail, policy: Enforced): Obstacle[] {
  const { all } = mail
  const heavy = failingOfWeight(mail)
  const isPast = !isWithin(all, policy)
  if (!isPast && heavy.length === 0) return []
  const share: Obstacle[] = isPast
    ? [
        {
          kind: 'own_mail',
          says: `${percentUp(all.own, ownMail(all))} of your own mail${BELOW[mail.scope]} fails and would ${DONE[policy]} (${amount(all.own)} of ${messagesOf(ownMail(all))}): at most ${LIMIT_WORDS[policy]} may.`,
        },
      ]
    : []
  const named = inTheWay(mail, policy, heavy)
  return [
    ...share,
    ...named.slice(0, MOST_NAMED).map((source) => obstacle('own_source', repairFirst(source), source)),
    ...(named.length > MOST_NAMED
      ? [obstacle('own_source', `${sourcesMore(named.length - MOST_NAMED)} with mail that fails.`)]
      : []),
  ]
}

/** The sources that have to be repaired so that the policy is ready, those with most mail that fails first. */
function inTheWay(
  { all, sources }: ScopedMail,
  policy: Enforced,
  heavy: readonly ScopedSource[],
): ScopedSource[] {
  const left = { ...all }
  const failing = sources.filter(({ parts }) => parts.own > 0).sort(byFailing('own'))
  return failing.filter((source) => {
    if (isWithin(left, policy) && !heavy.includes(source)) return false
    left.own -= source.parts.own
    left.pass += source.parts.own
    return true
  })
}

function repairFirst({ name, parts, domain }: ScopedSource): string {
  const at = domain === undefined ? '' : ` in the name of ${domain}`
  const all = ownMail(parts)
  const fail = parts.own === 1 ? 'fails' : 'fail'
  if (parts.own * 2 <= all) {
    return `Find out why mail from ${name}${at} fails: ${amount(parts.own)} of ${messagesOf(all)} ${parts.own === 1 ? 'does' : 'do'}.`
  }
  const some = parts.own === all ? `all ${messagesOf(all)}` : `${amount(parts.own)} of ${messagesOf(all)}`
  return `Repair ${name} first: ${all === 1 ? 'the one message' : some} from it${at} ${fail}.`
}

/** Mail nobody decided about, where it decides: were it the domain's own, the policy would not be ready. Beside own mail that fails,
 * where it would be in the way once that is repaired. */
function undecided(mail: ScopedMail, policy: Enforced, isFailing: boolean): Obstacle[] {
  if (mail.all.undecided === 0) return []
  const whole = allAsOwn(isFailing ? repaired(mail) : mail)
  if (isWithin(whole.all, policy) && failingOfWeight(whole).length === 0) return []
  const sources = mail.sources.filter(({ parts }) => parts.undecided > 0).sort(byFailing('undecided'))
  const rest = mail.all.undecided - sources.reduce((sum, { parts }) => sum + parts.undecided, 0)
  return [
    ...sources.slice(0, MOST_NAMED).map((source) => obstacle('undecided', decideFirst(source), source)),
    ...(sources.length > MOST_NAMED
      ? [obstacle('undecided', `${sourcesMore(sources.length - MOST_NAMED)} to decide about.`)]
      : []),
    ...(rest > 0 ? [obstacle('undecided', scattered(rest))] : []),
  ]
}

const scattered = (messages: number) =>
  `${messagesOf(messages)} from addresses with little mail each passed SPF or DKIM for other domains and failed DMARC: it is not known whose they are.`

const sourcesMore = (count: number) => `${amount(count)} more ${count === 1 ? 'source' : 'sources'}`

const decideFirst = ({ name, parts, domain }: ScopedSource) =>
  `Decide first whether ${name} is yours: ${messagesOf(parts.undecided)} from it${domain === undefined ? '' : ` in the name of ${domain}`} ${parts.undecided === 1 ? 'fails' : 'fail'}.`

const obstacle = (kind: Obstacle['kind'], says: string, source?: ScopedSource): Obstacle => ({
  kind,
  says,
  ...(source && { key: source.key, ...(source.domain !== undefined && { domain: source.domain }) }),
})

/** Domains of the account that the policy would apply to, and whose mail is not known. */
function unread({ unread: domains }: ScopedMail): Obstacle[] {
  if (domains.length === 0) return []
  const named = [...domains].sort().slice(0, MOST_NAMED)
  const others = domains.length - named.length
  return [
    {
      kind: 'not_read',
      says: `The policy would apply to mail of ${listed(named)}${others > 0 ? ` and ${amount(others)} more` : ''} too, whose reports were not read here: look at ${domains.length === 1 ? 'its own page' : 'their own pages'}, or publish a DMARC record for ${domains.length === 1 ? 'it' : 'each'}.`,
    },
  ]
}
