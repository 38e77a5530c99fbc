import { ask, type DnsFailureReason, type Resolver } from '../../net/ports.ts'
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
  reason?: DnsFailureReason
}

export type DmarcLookup = (name: string) => Promise<DmarcStep>

/** RFC 9989 4.10: a name with more labels is cut to this many after the first question. */
const MOST_LABELS = 7

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
  const nearMisses: string[] = []
  if (answer.kind === 'failure' && answer.reason !== 'bad-name') {
    return { name, state: 'failed', reason: answer.reason, nearMisses }
  }
  const texts = answer.kind === 'records' ? answer.records.map(({ text }) => text) : []
  const records = texts.filter(isDmarcRecord)
  nearMisses.push(...texts.filter((text) => !isDmarcRecord(text) && /dmarc/i.test(text.slice(0, 40))))
  const [text] = records
  if (text === undefined) return { name, state: 'none', nearMisses }
  const record = readDmarcRecord(text)
  if (records.length > 1) return { name, state: 'several', record, nearMisses }
  return { name, state: record.unreadable ? 'unreadable' : 'record', record, nearMisses }
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
