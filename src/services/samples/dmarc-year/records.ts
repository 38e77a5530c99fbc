import type {
  AggregateRecord,
  Disposition,
  DkimResult,
  OverrideReason,
  PublishedPolicy,
  SpfResult,
} from '../../../core/aggregate/report.ts'
import type { Chance } from './chance.ts'
import { rounded } from './chance.ts'
import type { Receiver } from './receivers.ts'
import { current, isWeekend, type Mail, type Scenario, type Sender } from './scenario.ts'

/** A row of a report, and who in truth sent it. */
export interface SampleRecord extends Omit<AggregateRecord, 'results'> {
  sender: string
  signatures: DkimResult[]
  spfs: SpfResult[]
  reasons: OverrideReason[]
}

/** Messages of one day and receiver. `day` is of the calendar, `at` counted from the first day of the year. */
export interface Seen {
  scenario: Scenario
  receiver: Receiver
  policy: PublishedPolicy
  day: number
  at: number
  chance: Chance
}

const YEAR = 365
/** Days are not like one another by so much, up and down. */
const UNEVEN = 0.15
/** Of signed messages, those whose key a receiver could not look up: what nobody can help, and no source is broken for. */
const KEY_NOT_FOUND = 0.0008

/** The rows about one sender. */
export function recordsOf(seen: Seen, sender: Sender): SampleRecord[] {
  const { at, chance, day, receiver } = seen
  const mail = current(sender.phases, at)?.mail
  if (!mail || isQuiet(sender, seen)) return []
  const ips = addressesOf(sender, day, chance)
  const messages = (messagesOf(seen, sender) * receiver.share) / ips.length
  return ips.flatMap((ip) => {
    const count = rounded(messages, chance('count', day, sender.id, receiver.orgName, ip))
    return count > 0 ? rowsOf(seen, sender, mail, ip, count) : []
  })
}

function isQuiet({ bursts, id }: Sender, { day, chance }: Seen): boolean {
  if (!bursts) return false
  const span = Math.floor(day / bursts.every)
  const first = Math.floor(chance('burst', span, id) * (bursts.every - bursts.days + 1))
  const at = day - span * bursts.every
  return at < first || at >= first + bursts.days
}

/** On all days of the year the same, or other addresses each day. */
function addressesOf({ ips, ipsPerDay, id }: Sender, day: number, chance: Chance): readonly string[] {
  if (ipsPerDay === undefined || ipsPerDay >= ips.length) return ips
  const first = Math.floor(chance('address', day, id) * ips.length)
  return Array.from({ length: ipsPerDay }, (_, at) => ips[(first + at) % ips.length] as string)
}

function messagesOf({ scenario, day, at, chance }: Seen, { id, share, weekend }: Sender): number {
  const grown = 1 + (scenario.growth - 1) * (at / YEAR)
  const uneven = 1 - UNEVEN + 2 * UNEVEN * chance('volume', day, id)
  return scenario.size * share * grown * uneven * (isWeekend(day) ? weekend : 1)
}

function rowsOf(seen: Seen, sender: Sender, mail: Mail, ip: string, count: number): SampleRecord[] {
  const row = (messages: number, some: Mail) =>
    messages > 0 ? judged(seen, { sender: sender.id, ip, count: messages, mail: some }) : []
  if (!mail.aligned.dkim || count === 0) return row(count, mail)
  const { day, chance, receiver } = seen
  const lost = Math.min(
    count,
    rounded(count * KEY_NOT_FOUND, chance('key', day, sender.id, receiver.orgName, ip)),
  )
  return [...row(count - lost, mail), ...row(lost, withoutKey(mail))]
}

const withoutKey = (mail: Mail): Mail => ({
  ...mail,
  signatures: mail.signatures.map((one) => ({ ...one, result: 'temperror' })),
  aligned: { ...mail.aligned, dkim: false },
})

interface Judging {
  sender: string
  ip: string
  count: number
  mail: Mail
}

/** What the receiver did, by the policy and its own mind. */
function judged(seen: Seen, { sender, ip, count, mail }: Judging): SampleRecord[] {
  const { receiver, policy, scenario } = seen
  const headerFrom = mail.headerFrom ?? scenario.domain
  const record = (messages: number, disposition: Disposition, reasons: OverrideReason[]): SampleRecord => ({
    sender,
    ip,
    count: messages,
    dkim: mail.aligned.dkim,
    spf: mail.aligned.spf,
    disposition,
    headerFrom,
    ...(receiver.envelope.from && { envelopeFrom: mail.envelopeFrom }),
    ...(receiver.envelope.to && { envelopeTo: 'customer.example' }),
    signatures: [...mail.signatures],
    spfs: [mail.spf],
    reasons,
  })
  const isNew = receiver.format === 'rfc9990'
  const asked = policyFor(policy, headerFrom !== scenario.domain)
  if (mail.aligned.dkim || mail.aligned.spf)
    return [record(count, isNew && asked !== 'none' ? 'pass' : 'none', [])]
  if (asked === 'none') return [record(count, 'none', [])]
  const passedOn = mail.transit && receiver.says?.[mail.transit]
  if (passedOn) return [record(count, 'none', [passedOn])]
  if (isNew && policy.testing) return [record(count, milder(asked), [{ type: 'policy_test_mode' }])]
  const sampled = isNew ? count : sampledOf(seen, sender, ip, count)
  return [
    ...(sampled > 0 ? [record(sampled, asked, [])] : []),
    ...(sampled < count ? [record(count - sampled, milder(asked), [{ type: 'sampled_out' }])] : []),
  ]
}

const milder = (disposition: Disposition): Disposition => (disposition === 'reject' ? 'quarantine' : 'none')

function policyFor({ p, sp }: PublishedPolicy, isBelow: boolean): Disposition {
  const asked = isBelow ? (sp ?? p) : p
  return asked === 'reject' || asked === 'quarantine' ? asked : 'none'
}

function sampledOf({ policy, day, chance }: Seen, sender: string, ip: string, count: number): number {
  const { pct = 100 } = policy
  return Math.min(count, rounded((count * pct) / 100, chance('sampled', day, sender, ip)))
}
