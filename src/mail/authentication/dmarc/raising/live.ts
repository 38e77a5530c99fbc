import type { Governing, LivePolicy, PolicyByTag } from '../../../../core/aggregate/live-policy.ts'
import type { PublishedPolicy } from '../../../../core/aggregate/report.ts'
import type { Resolver } from '../../../../net/ports.ts'
import { inheritedFrom, policyOf, unusablePolicies } from '../policy.ts'
import { type DmarcFound, findDmarc, isFaulty, isOwn } from '../record.ts'
import type { DmarcRecord } from '../tags.ts'
import { type DmarcStep, dmarcLookup, recordIn } from '../walk.ts'

/** Looks up which DMARC record applies to a domain and to names below it, and what it asks of receivers. */
export async function lookAtPolicy(domain: string, resolver: Resolver): Promise<LivePolicy> {
  const found = await findDmarc(domain, dmarcLookup(resolver))
  const own = found.steps[0]
  if (!own || own.state === 'failed') return { state: 'unknown' }
  if (own.state === 'record') return ofOwn(own, found)
  if (isFaulty(own)) return { ...broken(own), ...inherited(found) }
  if (found.record && found.recordDomain !== undefined) return ofOther(found.recordDomain, found)
  if (found.failure) return { state: 'unknown' }
  const faulty = found.steps.find((step) => isFaulty(step) && isOwn(step.name, organisationsOf(found)[0]))
  return faulty ? broken(faulty) : { state: 'none', domain }
}

/** The organization by the Public Suffix List, and by the tree walk. */
const organisationsOf = ({ publicSuffixView, organisation }: DmarcFound): [string, string | undefined] => [
  publicSuffixView.organisation,
  organisation,
]

function ofOwn(step: DmarcStep, found: DmarcFound): LivePolicy {
  const { record } = step
  if (!record) return { state: 'unknown' }
  if (unusablePolicies(record).length > 0) return broken(step)
  const shared = { domain: step.name, text: record.text, policy: asReported(record) }
  const below = belowOf(step, found)
  return {
    state: 'found',
    ...shared,
    ...(step.alias !== undefined && { alias: step.alias }),
    itself: { domain: step.name, published: published(record), applied: policyOf(record) },
    ...(below && { below }),
    ...(!below && found.failure && { belowUnknown: true as const }),
  }
}

/** Names below are governed by the record of the organization; where views of it differ, by that which either takes for it. */
function belowOf(step: DmarcStep, found: DmarcFound): Governing | undefined {
  const organisations = organisationsOf(found)
  if (step.record && organisations.includes(step.name)) {
    return { domain: step.name, published: published(step.record), applied: policyOf(step.record) }
  }
  // Without an answer the organization is that of the list alone.
  const other = found.steps.find(({ name }) => name === (organisations[1] ?? organisations[0]))
  return other && governing(other)
}

function governing(step: DmarcStep): Governing | undefined {
  const record = recordIn(step)
  if (!record) return undefined
  const { sp, np } = published(record)
  return { domain: step.name, published: { p: sp, sp, np }, applied: inheritedFrom(record) }
}

function ofOther(name: string, found: DmarcFound): LivePolicy {
  const step = found.steps.find((one) => one.name === name)
  const text = found.record?.text
  return {
    state: 'inherited',
    domain: name,
    ...(text !== undefined && { text }),
    ...(found.record && { policy: asReported(found.record) }),
    ...(step?.alias !== undefined && { alias: step.alias }),
    ...(!isOwn(name, organisationsOf(found)[0]) && { registry: true as const }),
    ...inherited(found),
  }
}

function inherited({ record, recordDomain, steps }: DmarcFound): Pick<LivePolicy, 'itself' | 'below'> {
  const step = steps.find(({ name }) => name === recordDomain)
  const by = record && step && governing(step)
  return by ? { itself: by, below: by } : {}
}

function broken(step: DmarcStep): LivePolicy {
  const [text] = step.texts
  return {
    state: 'broken',
    domain: step.name,
    ...(text !== undefined && step.texts.length === 1 && { text }),
    ...(step.alias !== undefined && { alias: step.alias }),
    fault: faultOf(step),
  }
}

function faultOf({ state, texts, name }: DmarcStep): string {
  if (state === 'several') {
    return `There are ${texts.length} DMARC records at _dmarc.${name}: receivers act as if there were none.`
  }
  if (state === 'unreadable') return `The record at _dmarc.${name} cannot be read, and receivers ignore it.`
  if (state === 'record') {
    return `The record at _dmarc.${name} names no valid policy, so receivers act on none.`
  }
  return `The TXT record at _dmarc.${name} is not a DMARC record: it must begin with v=DMARC1; exactly.`
}

/** What each tag holds, or follows; t=y is not counted. */
function published(record: DmarcRecord): PolicyByTag {
  return policyOf({ ...record, tags: { ...record.tags, t: 'n' } })
}

/** The tags as reports name them. */
function asReported({ tags }: DmarcRecord): PublishedPolicy {
  const { p = '', sp, np, pct, fo } = tags
  return {
    p,
    ...(sp !== undefined && { sp }),
    ...(np !== undefined && { np }),
    adkim: tags['adkim'] === 's' ? 's' : 'r',
    aspf: tags['aspf'] === 's' ? 's' : 'r',
    ...(pct !== undefined && /^\d{1,3}$/.test(pct) && { pct: Number(pct) }),
    ...(fo !== undefined && { fo }),
    ...(tags['t'] === 'y' && { testing: true }),
  }
}
