import type { Change } from '../../../core/fix.ts'
import { verbatim } from '../../../core/verbatim.ts'
import { beginningOf, inLines, LONGEST_TXT, txtChange } from '../../fixing/changes.ts'
import { hostOfAddress, leavesOut } from '../../fixing/unregistered-words.ts'
import {
  type AppliedPolicy,
  asksForReports,
  compared,
  inheritedFrom,
  policyOf,
  unusablePolicies,
} from './policy.ts'
import { type DmarcDiscovery, isFaulty } from './record.ts'
import { repairDmarc } from './repair.ts'
import { type DmarcRecord, readDmarcRecord } from './tags.ts'
import type { DmarcStep } from './walk.ts'

/** What can be published in place of what stands at a name; without a change: what to think of in its place. */
export interface DmarcOffer {
  change?: Change
  record?: DmarcRecord
  /** Understandable beside the fault. */
  advice: string
}

/** The record for a name that keeps all that its owner wrote. `fails`: this very message would be refused by it. */
export function offerFor(step: DmarcStep, discovery: DmarcDiscovery, fails: boolean): DmarcOffer {
  const at = `_dmarc.${step.name}`
  if (step.alias !== undefined) {
    return { advice: `${at} is an alias of ${step.alias}: the record is to be corrected there.` }
  }
  const repair = repairDmarc(step.texts)
  if ('open' in repair) return { advice: withoutRepair(at, step, repair.open) }
  const { kept, gone } = withoutUnregistered(repair.text, discovery.unregistered)
  const text =
    step.name === discovery.recordDomain || isFaulty(step) ? withReports(kept, step, discovery) : kept
  const record = readDmarcRecord(text)
  const before = appliesNow(step, discovery)
  const after = policyOf(record)
  const effect = effectOf(before, after, step, discovery)
  if (fails && compared(before, after) === 'tighter') {
    return {
      advice: `This message passes neither by SPF nor by DKIM in the name of ${discovery.domain}, so with the record as it is meant (${inWords(after)}) receivers would not take it. Let your mail pass first, then correct the TXT record of ${at}.`,
    }
  }
  if (!repair.namesPolicy && compared(before, after) === 'looser') {
    return {
      advice: `${today(before, step, discovery)}, and the TXT record of ${at} names no policy (p=). Remove it to leave that as it is, or write ${verbatim('v=DMARC1;')} and p= with the policy that you mean.`,
    }
  }
  const change = txtChange(at, text, beginningOf(step.texts, 'v=DMARC1'))
  const left = gone.length > 0 ? `\n${leavesOut(gone)}` : ''
  return { change, record, advice: `${effect}Publish: ${inLines([change])}${left}` }
}

/** A record as it is written here, without addresses for reports that anybody could come to read. */
function withoutUnregistered(
  text: string,
  names: ReadonlySet<string> = new Set(),
): { kept: string; gone: string[] } {
  const gone: string[] = []
  const isHeld = (address: string) => {
    const isGone = names.has(hostOfAddress(address))
    if (isGone) gone.push(address)
    return !isGone
  }
  const tags = text.split('; ').flatMap((tag) => {
    const [, name, list] = /^(rua|ruf)=(.*)$/.exec(tag) ?? []
    if (name === undefined || list === undefined) return [tag]
    const held = list.split(',').filter(isHeld)
    return held.length > 0 ? [`${name}=${held.join(',')}`] : []
  })
  return { kept: tags.join('; '), gone: [...new Set(gone)] }
}

/** With an address for reports, where none is named and the domain takes mail. */
function withReports(text: string, { name }: DmarcStep, { receiving }: DmarcDiscovery): string {
  const more = `; rua=mailto:dmarc@${name}`
  const isWanted = receiving[name] === 'yes' && text.length + more.length <= LONGEST_TXT
  return isWanted && readDmarcRecord(text).tags['rua'] === undefined ? `${text}${more}` : text
}

/** What receivers act on at a name today. */
export function appliesNow(
  step: DmarcStep,
  { record, recordDomain }: Pick<DmarcDiscovery, 'record' | 'recordDomain'>,
): AppliedPolicy {
  if (step.state === 'record') return policyOf(step.record)
  const inherits = recordDomain !== undefined && step.name.endsWith(`.${recordDomain}`)
  return inherits ? inheritedFrom(record) : policyOf(undefined)
}

/** What receivers do now, as the beginning of a sentence. */
function today(before: AppliedPolicy, { name }: DmarcStep, { recordDomain }: DmarcDiscovery): string {
  const by = recordDomain && recordDomain !== name ? `, by the record of ${recordDomain}` : ''
  return inWords(before) === 'p=none'
    ? 'Today receivers act on no policy'
    : `Today receivers apply ${inWords(before)} to ${name}${by}`
}

function effectOf(
  before: AppliedPolicy,
  after: AppliedPolicy,
  step: DmarcStep,
  discovery: DmarcDiscovery,
): string {
  const change = compared(before, after)
  if (change === 'same') return ''
  const caution =
    change === 'tighter'
      ? ': publish it once the reports, or your own tests, show that all your mail passes DMARC'
      : ''
  return `${today(before, step, discovery)}; with this record they apply ${inWords(after)}${caution}. `
}

/** The policies that apply, in the words of a record. */
function inWords({ p, sp, np }: AppliedPolicy): string {
  const below = [...(sp === p ? [] : [`sp=${sp}`]), ...(np === sp ? [] : [`np=${np}`])]
  return [`p=${p}`, ...below].join(', ')
}

/** How to think about what leaves open which record is meant. */
function withoutRepair(at: string, { texts, record, state }: DmarcStep, open: readonly string[]): string {
  const tags = open.filter((tag) => /^[a-z]{1,10}$/.test(tag))
  if (record && state === 'record' && unusablePolicies(record).length > 0) return policyAdvice(record, at)
  const policy = tags.some((tag) => tag === 'p' || tag === 'sp' || tag === 'np')
  const thought = policy
    ? ' If you do not know which policy is meant, take none: it asks for nothing but reports, and the stricter ones follow once these show that all your mail passes.'
    : ''
  if (texts.length > 1) {
    const where = tags.length > 0 ? ` They differ in ${tags.join(', ')}.` : ''
    return `Leave one record at ${at}, with the report addresses of all of them.${where}${thought}`
  }
  if (tags.length > 0 && state === 'unreadable') {
    return `In the TXT record of ${at} write ${tags.join(', ')} once only: they hold different values.${thought}`
  }
  return `Write the TXT record of ${at} anew: ${verbatim('v=DMARC1;')} first, then tags of the form tag=value, each with a semicolon behind it, keeping the policy and the addresses that you mean.${thought}`
}

/** A policy that is none takes the record's other policies with it; which one is meant is for the owner to say. */
export function policyAdvice(record: DmarcRecord, at: string): string {
  const unusable = unusablePolicies(record)
  const names = unusable.map((tag) => `${tag}=`).join(' and ')
  const others = (['p', 'sp', 'np'] as const).filter((tag) => !unusable.includes(tag) && record.tags[tag])
  const kept = others.map((tag) => `${tag}=${record.tags[tag]}`).join(', ')
  const reports = asksForReports(record) ? 'send reports and act on no policy' : 'take no notice'
  const again = kept ? ` As soon as it is right, ${kept} applies too.` : ''
  return `Receivers ${reports} of this record until it is corrected. In the TXT record of ${at} write none, quarantine or reject behind ${names}. none asks for nothing${kept ? ' there' : ' and changes nothing'}; quarantine and reject strike your own mail too where it fails DMARC, so write them once the reports show that it all passes.${again}`
}
