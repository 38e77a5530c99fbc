import type { SourceMark } from '../../../core/aggregate/source-mark.ts'
import type { AggregateWindow } from '../../../store/aggregates.ts'
import type { SourceStatus } from '../../aggregates/aggregates.ts'
import { statusOf } from '../../aggregates/source-status.ts'
import type { Tally } from './address.ts'
import type { Group } from './grouping.ts'
import type { Known } from './once.ts'
import type { NamedSender } from './outside.ts'

/** What is seen of a source, and what it says. */
export interface Evidence {
  tally: Tally
  fail: number
  status: SourceStatus
  /** At least half of its failing messages carry a signature of the domain's own that does not verify. */
  isChanged: boolean
  /** At least half of its failing messages passed SPF or DKIM for a domain that is not aligned. */
  isForeign: boolean
  mark?: SourceMark
  sender?: NamedSender
  /** The term of the domain's own SPF record that names it: those addresses that send most of its mail. */
  term?: string
  isSpfKnown: boolean
  isOwnHost: boolean
  isApart: boolean
  /** Absent: no message of it ever passed. */
  lastPassed?: number
  lastSeen: number
  /** It has sent for weeks from few addresses, as a server of the domain's own would. */
  isSteady: boolean
  firstSeen: number
  /** It passed, and has stopped: what came since is too much for chance. */
  hasStopped: boolean
  /** Domains other than the domain's own that authenticated its mail, and services among them. */
  foreign: { dkim: string[]; spf: string[] }
  /** Google signs for it as for the domain: <example-org>.<date>.gappssmtp.com. */
  isOwnTenant: boolean
  isList: boolean
  isForwarder: boolean
  /** Of all messages of the domain, those of this source. */
  share: number
  /** Domains of the domain's own organisation by which its mail was authenticated, or was to be. */
  own: { dkim: string[]; spf: string[]; passed: string[] }
}

/** What a group of addresses shows. */
export function evidenceOf(
  group: Group,
  known: Known,
  { window, messages }: { window: AggregateWindow; messages: number },
): Evidence {
  const { tally, addresses, sender, isApart } = group
  const mark = known.markOf(group.key)?.mark
  const fail = tally.messages - tally.pass
  const passedDays = addresses.flatMap(({ lastPassed }) => lastPassed ?? [])
  const lastPassed = passedDays.length > 0 ? Math.max(...passedDays) : undefined
  const lastSeen = Math.max(...addresses.map((one) => one.lastSeen))
  const firstSeen = Math.min(...addresses.map((one) => one.firstSeen))
  const term = termOf(group)
  const names = domainsOf(group, known)
  const types = [sender, ...names.services].map((one) => one?.type)
  return {
    tally,
    fail,
    status: statusOf(tally),
    isChanged: fail > 0 && tally.broken * 2 >= fail,
    isForeign: fail > 0 && tally.unaligned * 2 >= fail,
    ...(mark && { mark }),
    ...(sender && { sender }),
    ...(term !== undefined && { term }),
    isSpfKnown: addresses.every((one) => one.isSpfKnown),
    isOwnHost: addresses.every((one) => one.isOwnHost),
    isApart,
    ...(lastPassed !== undefined && { lastPassed }),
    lastSeen,
    firstSeen,
    isSteady:
      addresses.length <= STEADY.addresses &&
      lastSeen - firstSeen >= STEADY.days &&
      tally.messages >= STEADY.messages,
    hasStopped: hasStopped({
      ...{ tally, lastPassed, lastSeen, days: spanOf(window, firstSeen, lastSeen) },
      counted: known.since?.get(group.key),
    }),
    foreign: names.foreign,
    own: names.own,
    isOwnTenant: sender?.type === 'mailbox' && names.foreign.dkim.some(isTenantOf(known.domain)),
    isList: types.includes('list'),
    isForwarder: sender?.type === 'forwarding',
    share: messages > 0 ? tally.messages / messages : 0,
  }
}

function termOf({ addresses, tally }: Group): string | undefined {
  const named = addresses.filter(({ term }) => term !== undefined)
  const [most] = named.toSorted((a, b) => b.tally.messages - a.tally.messages || (a.ip < b.ip ? -1 : 1))
  const messages = named.reduce((sum, one) => sum + one.tally.messages, 0)
  return messages * 2 >= tally.messages ? most?.term?.text : undefined
}

const isTenantOf = (domain: string) => (name: string) =>
  name.startsWith(`${domain.replaceAll('.', '-')}.`) && name.endsWith('.gappssmtp.com')

const spanOf = ({ from, to }: AggregateWindow, first: number, last: number) =>
  Math.max(1, Math.min(to, last) - Math.max(from, first) + 1)

const STEADY = { addresses: 3, days: 30, messages: 30 }
const BY_CHANCE = 0.01
const MOSTLY = 0.5

/** Whether none of the messages since the last one that passed would have passed by chance, at the rate of the window. As long as they
 * were not counted, they are taken for as many as on other days: more than on a weekend. */
function hasStopped({
  tally: { messages, pass },
  lastPassed,
  lastSeen,
  days,
  counted,
}: {
  tally: Tally
  lastPassed: number | undefined
  lastSeen: number
  days: number
  counted: number | undefined
}): boolean {
  if (lastPassed === undefined || lastPassed >= lastSeen) return false
  if (pass === 0) return true
  const since = counted ?? (messages / days) * (lastSeen - lastPassed)
  // What failed all along has not stopped: so does a forwarder that changes most of what it passes on.
  if (pass < (messages - since) * MOSTLY) return false
  return (1 - pass / messages) ** since < BY_CHANCE
}

/** So many domains of a source are told; they are sorted, so that the same ones are. */
export const MOST_DOMAINS = 10

function domainsOf({ addresses }: Group, { domain, organisationOf, senders }: Known) {
  const organisation = organisationOf(domain) ?? domain
  const isOwn = (name: string) => name === domain || (organisationOf(name) ?? name) === organisation
  const found = { dkim: new Set<string>(), spf: new Set<string>(), passed: new Set<string>() }
  const foreign = { dkim: new Set<string>(), spf: new Set<string>() }
  for (const { traits } of addresses) {
    for (const { kind, domain: name, passed } of traits) {
      if (isOwn(name)) {
        found[kind].add(name)
        if (passed) found.passed.add(name)
      } else if (passed) foreign[kind].add(name)
    }
  }
  const some = (names: Set<string>) => [...names].sort().slice(0, MOST_DOMAINS)
  return {
    own: { dkim: some(found.dkim), spf: some(found.spf), passed: some(found.passed) },
    foreign: { dkim: some(foreign.dkim), spf: some(foreign.spf) },
    services: [
      ...[...foreign.dkim].map((name) => senders.byDomain(name, 'dkim')),
      ...[...foreign.spf].map((name) => senders.byDomain(name, 'spf')),
    ],
  }
}
