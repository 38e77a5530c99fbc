import { ask, type DnsFailureReason, type Resolver } from '../../../net/ports.ts'
import { type DmarcRecord, isDmarcRecord, readDmarcRecord } from './tags.ts'

/** What stands at `_dmarc.<name>`. */
export interface DmarcStep {
  /** The domain that was looked at, without `_dmarc.`. */
  name: string
  /** several: more than one record, which counts as none; unreadable: discarded as a whole. */
  state: 'record' | 'none' | 'several' | 'unreadable' | 'failed'
  record?: DmarcRecord
  /** TXT records there that look meant for DMARC and are not it. */
  nearMisses: string[]
  /** All that is meant for DMARC there, records and near misses. */
  texts: string[]
  /** The name is an alias: what it leads to is answered in its place. */
  alias?: string
  reason?: DnsFailureReason
}

export type DmarcLookup = (name: string) => Promise<DmarcStep>

/** RFC 9989 4.10: a name with more labels is cut to this many after the first question. */
const MOST_LABELS = 7
const MOST_RECORDS = 10
const LONGEST_NEAR_MISS = 4_096

/** Each name is looked up once. */
export function dmarcLookup(resolver: Resolver): DmarcLookup {
  const steps = new Map<string, Promise<DmarcStep>>()
  return (name) => {
    const known = steps.get(name)
    if (known) return known
    const step = lookAt(name, resolver)
    steps.set(name, step)
    return step
  }
}

async function lookAt(name: string, resolver: Resolver): Promise<DmarcStep> {
  const answer = await ask(resolver, `_dmarc.${name}`, 'TXT')
  if (answer.kind === 'failure') {
    const none = { name, nearMisses: [], texts: [] }
    return answer.reason === 'bad-name'
      ? { ...none, state: 'none' }
      : { ...none, state: 'failed', reason: answer.reason }
  }
  const published = answer.kind === 'records' ? answer.records.map(({ text }) => text) : []
  const texts = published.filter((text) => isDmarcRecord(text) || isNearMiss(text)).slice(0, MOST_RECORDS)
  const records = texts.filter(isDmarcRecord)
  const nearMisses = texts.filter((text) => !isDmarcRecord(text))
  const alias = answer.chain.at(-1)
  const step = { name, nearMisses, texts, ...(alias !== undefined && { alias }) }
  const [text] = records
  if (text === undefined) return { ...step, state: 'none' }
  const record = readDmarcRecord(text)
  if (records.length > 1) return { ...step, state: 'several', record }
  return { ...step, state: record.unreadable ? 'unreadable' : 'record', record }
}

const POLICY_TAG = /(?:^|[;,\s"\\])[sn]?p {0,5}= {0,5}["']?[a-z]{1,20} {0,5}(?:[;,\s"\\]|$)/i
const REPORT_TAG = /(?:^|[;,\s"\\])ru[af] {0,5}=/i

/** What a service asks for to see whose domain it is: one name with one value. */
const VERIFICATION = /^[a-z0-9_.-]{0,40}dmarc[_.-][a-z0-9_.-]{1,40}=[^;,="\s]{1,200}$/i

/** It names DMARC, or holds a tag of its own. */
export function isNearMiss(published: string): boolean {
  const text = published.slice(0, LONGEST_NEAR_MISS)
  if (/^\W{0,5}v\s{0,5}=\s{0,5}(?:spf|dkim)/i.test(text) || VERIFICATION.test(text)) return false
  return /dmarc/i.test(text.slice(0, 40)) || POLICY_TAG.test(text) || REPORT_TAG.test(text)
}

/** The DNS Tree Walk, longest name first (RFC 9989 4.10): at most eight questions; ends at psd=y or psd=n, or at a failure. */
export async function walkTree(domain: string, lookup: DmarcLookup): Promise<DmarcStep[]> {
  const steps: DmarcStep[] = []
  let labels = domain.split('.')
  while (labels.length > 0) {
    const step = await lookup(labels.join('.'))
    steps.push(step)
    const psd = recordIn(step)?.tags['psd']
    if (step.state === 'failed' || psd === 'y' || psd === 'n') break
    labels = labels.length > MOST_LABELS ? labels.slice(-MOST_LABELS) : labels.slice(1)
  }
  return steps
}

/** The record of a step, if it is one that counts. */
export function recordIn(step: DmarcStep): DmarcRecord | undefined {
  return step.state === 'record' ? step.record : undefined
}

/** The Organizational Domain that a finished walk shows (RFC 9989 4.10.2). Undefined: a question failed. */
export function organisationOf(domain: string, steps: readonly DmarcStep[]): string | undefined {
  if (steps.some((step) => step.state === 'failed')) return undefined
  const found = steps.filter((step) => recordIn(step))
  for (const step of found) {
    const psd = recordIn(step)?.tags['psd']
    if (psd === 'n') return step.name
    if (psd === 'y' && step.name !== domain) {
      return domain
        .split('.')
        .slice(-(step.name.split('.').length + 1))
        .join('.')
    }
  }
  return found.at(-1)?.name ?? domain
}
