import type { SetUpItem, SoughtSetUp, ToPublish } from '../../../../core/aggregate/set-up.ts'
import { beginningOf, txtChange } from '../../../fixing/changes.ts'
import { offerFor } from '../offer.ts'
import { compared, isIgnored, policyOf, unusablePolicies } from '../policy.ts'
import { type DmarcFound, isFaulty, isOwn } from '../record.ts'
import { type DmarcProblem, type DmarcRecord, readDmarcRecord } from '../tags.ts'
import type { DmarcLookup, DmarcStep } from '../walk.ts'
import { type Named, readNamed, remarksOn } from './named.ts'
import { repeated, withAddress, withPlainAddress } from './with-address.ts'

type Sought = Pick<SoughtSetUp, 'domain' | 'address' | 'accounts' | 'host'>

const base = (zone: string) => ({
  notes: [] as string[],
  publish: [] as ToPublish[],
  by: 'owner' as const,
  zone,
})

/** Whether the DMARC record that applies to a domain names a reports address of its account; else the record that does, with
 * which receivers treat all mail as they do by now. */
export async function judgeNaming(
  found: DmarcFound,
  sought: Sought,
  lookup: DmarcLookup,
): Promise<SetUpItem> {
  const { domain } = sought
  const { record, recordDomain, failure } = found
  if (!record && failure) return unanswered(domain)
  const { organisation } = found.publicSuffixView
  if (record && recordDomain !== undefined && !isOwn(recordDomain, organisation))
    return ofSuffix(found, sought)
  if (!record || recordDomain === undefined) return withoutRecord(found, sought, lookup)
  const both = new Set([recordDomain, found.publicSuffixView.recordDomain ?? recordDomain])
  const steps = await Promise.all([...both].filter((name) => isOwn(name, organisation)).map(lookup))
  const judged = steps.map((step) => judgeStep(step, found, sought))
  const items = judged.filter(({ state }) => state !== 'ok')
  const [first = judged[0], ...others] = items
  if (!first) return unanswered(domain)
  return {
    ...first,
    notes: [...new Set([...first.notes, ...others.map(({ says }) => says), ...viewNotes(found)])],
    publish: [...first.publish, ...others.flatMap(({ publish }) => publish)],
    ...ownRecord(first, found, sought),
  }
}

const unanswered = (domain: string): SetUpItem => ({
  ...base(domain),
  state: 'unknown',
  says: `The DNS did not say which DMARC record applies to ${domain}.`,
})

/** Some receivers find another record, or none. */
function viewNotes({ viewsDiffer, publicSuffixView, recordDomain, domain }: DmarcFound): string[] {
  if (!viewsDiffer || publicSuffixView.recordDomain === recordDomain) return []
  const theirs = publicSuffixView.recordDomain
  return [
    `Receivers that go by the Public Suffix List (RFC 7489) find ${theirs === undefined ? 'no DMARC record' : `the record of ${theirs}`} for ${domain}.`,
  ]
}

/** The record of one name that applies. */
function judgeStep(step: DmarcStep, found: DmarcFound, sought: Sought): SetUpItem {
  const text = step.record?.text ?? ''
  const item = { ...base(step.name), notes: noteLines(step, found) }
  const named = readNamed(step.record ?? readDmarcRecord(text), sought)
  const { notes, faults } = remarksOn(named, sought)
  item.notes.push(...notes)
  const whose = step.name === sought.domain ? '' : ` The record of ${step.name} applies to ${sought.domain}.`
  if (named.ours?.isRead) {
    const other = named.ours.domain === sought.domain ? '' : `, that of ${named.ours.domain}`
    return {
      ...item,
      notes: [...item.notes, ...faults],
      state: 'ok',
      says: `The record names ${named.ours.address}${other}.${whose}`,
    }
  }
  const says = named.ours
    ? `The record names ${named.ours.address} in a form that receivers do not read: ${named.ours.fault}${whose}`
    : `The record does not name ${addressFor(step.name, sought)}.${whose}`
  return {
    ...item,
    notes: [...item.notes, ...faults],
    state: named.ours ? 'wrong' : 'missing',
    says,
    ...toWrite(step, named, found, sought),
  }
}

/** At a name whose reports have an address of their own, that one is named. */
function addressFor(name: string, { accounts, address }: Sought): string {
  return accounts.find(({ domain }) => domain === name)?.address ?? address
}

/** What to write in the record that is there. */
function toWrite(
  step: DmarcStep,
  { ours }: Named,
  found: DmarcFound,
  sought: Sought,
): Pick<SetUpItem, 'publish' | 'advice'> {
  const address = addressFor(step.name, sought)
  const text = step.record?.text ?? ''
  if (step.record && isIgnored(step.record)) return repaired(step, found, sought)
  const extended = ours ? withPlainAddress(text, ours.uri, ours.address) : withAddress(text, address)
  if (extended === undefined) return tooLong(text) ?? repaired(step, found, sought)
  return offered(step, extended, [text])
}

/** An alias leads to the name where the record stands. */
function offered(
  step: DmarcStep,
  text: string,
  texts: readonly string[],
): Pick<SetUpItem, 'publish' | 'advice'> {
  const { name, alias } = step
  const change = txtChange(alias ?? `_dmarc.${name}`, text, beginningOf(texts, 'v=DMARC1'))
  return {
    publish: [{ change, instead: texts.join('\n') }],
    ...(alias !== undefined && {
      advice: `_dmarc.${name} is an alias of ${alias}: publish it there, or have whoever runs that record do it.`,
    }),
  }
}

const MOST_SENSIBLE = 1_900

function tooLong(text: string): Pick<SetUpItem, 'publish' | 'advice'> | undefined {
  if (text.length < MOST_SENSIBLE) return undefined
  return {
    publish: [],
    advice: `The record has ${text.length} characters, and no room for another address. Remove addresses from rua= that nobody reads, then add this one.`,
  }
}

/** The one record that was meant, where it asks receivers for just what they do by now; else what to do first. */
function repaired(step: DmarcStep, found: DmarcFound, sought: Sought): Pick<SetUpItem, 'publish' | 'advice'> {
  const offer = offerFor(step, { ...found, problems: [], destinations: [], receiving: {} }, false)
  const text = offer.record && withAddress(offer.record.text, addressFor(step.name, sought))
  const before = step.state === 'record' ? step.record : found.record
  const isSame = offer.record !== undefined && asksForTheSame(before, offer.record)
  if (text === undefined || !isSame) {
    return {
      publish: [],
      advice: `Correct the record first, then add ${addressFor(step.name, sought)} to it. ${offer.advice}`,
    }
  }
  return offered(step, text, step.texts)
}

/** Receivers treat all mail alike by both. What passes counts where a policy applies. */
function asksForTheSame(before: DmarcRecord | undefined, after: DmarcRecord): boolean {
  const policy = policyOf(before)
  if (compared(policy, policyOf(after)) !== 'same') return false
  if (Object.values(policy).every((one) => one === 'none')) return true
  return (['adkim', 'aspf', 'pct', 'psd'] as const).every((tag) => before?.tags[tag] === after.tags[tag])
}

function noteLines(step: DmarcStep, { steps, publicSuffixView }: DmarcFound): string[] {
  const { organisation } = publicSuffixView
  const broken = steps.filter(
    (one) => one.name !== step.name && isFaulty(one) && isOwn(one.name, organisation),
  )
  const unusable = step.record && !isIgnored(step.record) && unusablePolicies(step.record).length > 0
  return [
    ...broken.map(({ name }) => `Receivers cannot use what stands at _dmarc.${name}.`),
    ...(step.record?.problems ?? []).filter(isListInCapitals).map(({ says }) => says),
    ...(unusable
      ? ['The record names no valid policy, so receivers act on none. It still asks for reports.']
      : []),
  ]
}

const isListInCapitals = ({ code, fix = '' }: DmarcProblem) =>
  code === 'dmarc-tag-case' && fix.startsWith('rua=')

/** No record that receivers can use applies to the domain. */
async function withoutRecord(found: DmarcFound, sought: Sought, lookup: DmarcLookup): Promise<SetUpItem> {
  const { organisation } = found.publicSuffixView
  const { domain } = sought
  const faulty = found.steps.find((step) => isFaulty(step) && isOwn(step.name, organisation))
  if (faulty) {
    return {
      ...base(faulty.name),
      state: 'wrong',
      says: `Receivers cannot use what stands at _dmarc.${faulty.name}: ${faultOf(faulty)}`,
      ...repaired(faulty, found, sought),
    }
  }
  const isOwned = sought.accounts.some((one) => one.domain === organisation)
  const at = isOwned ? organisation : domain
  const step = await lookup(at)
  if (step.state === 'failed') return unanswered(domain)
  const item = { ...base(at), state: 'missing' as const, says: `There is no DMARC record for ${domain}.` }
  if (step.alias !== undefined) {
    const advice = `_dmarc.${at} is an alias of ${step.alias}, where there is no DMARC record: have one published there that names ${sought.address} in rua=, or put a TXT record in the place of the alias.`
    return { ...item, advice }
  }
  const text = `v=DMARC1; p=none; rua=mailto:${addressFor(at, sought)}`
  const notes = ['p=none asks receivers for reports, and to treat mail as they do now.']
  if (at !== organisation) {
    notes.push(
      `A record of ${organisation} that comes later does not apply to ${domain} as long as this one is there.`,
    )
  }
  return { ...item, notes, publish: [{ change: txtChange(`_dmarc.${at}`, text, 'v=DMARC1') }] }
}

function faultOf({ state, texts }: DmarcStep): string {
  if (state === 'several') return `there are ${texts.length} DMARC records, and they ignore all of them.`
  if (state === 'unreadable') return 'the record cannot be read.'
  return 'a DMARC record must begin with v=DMARC1; exactly.'
}

/** A registry's record applies: one of the domain's own would take the place of its policy, with some receivers and not with others. */
function ofSuffix({ recordDomain = '' }: DmarcFound, { domain, address }: Sought): SetUpItem {
  return {
    ...base(domain),
    state: 'missing',
    says: `${domain} has no DMARC record of its own, and that of ${recordDomain} applies, which is not yours to change.`,
    advice: `Publish a record at _dmarc.${domain} with the policy that you want for its mail, and with rua=mailto:${address}. Its p= takes the place of the policy of ${recordDomain}.`,
  }
}

/** Whoever cannot change the record of the organization can have one for the name alone, with the policy that applies by now. */
function ownRecord(item: SetUpItem, found: DmarcFound, sought: Sought): Pick<SetUpItem, 'otherwise'> {
  const { record, recordDomain, viewsDiffer, steps } = found
  const { domain, address, accounts } = sought
  const isAccounts = accounts.some((one) => one.domain === recordDomain)
  if (item.state === 'ok' || !record || recordDomain === domain || isAccounts || viewsDiffer) return {}
  const own = steps.find(({ name }) => name === domain)
  const isFree = own?.state === 'none' && own.texts.length === 0 && own.alias === undefined
  const text = isFree ? repeated(record, address) : undefined
  if (text === undefined) return {}
  return {
    otherwise: {
      change: txtChange(`_dmarc.${domain}`, text, 'v=DMARC1'),
      says: `If you cannot change the DNS of ${recordDomain}, publish a record for ${domain} itself. It repeats the policy that applies to it now; what ${recordDomain} changes later no longer reaches it.`,
    },
  }
}
