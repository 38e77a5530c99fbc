import { getDomain } from 'tldts'
import type { DnsFailureReason, Resolver } from '../../../net/ports.ts'
import { receivesMail } from '../../reading/domains/receiving.ts'
import { type DmarcDestination, examineDestinations, readReportUris } from './destinations.ts'
import { isIgnored } from './policy.ts'
import { repairDmarc } from './repair.ts'
import { type DmarcProblem, type DmarcRecord, readDmarcRecord } from './tags.ts'
import { type DmarcLookup, type DmarcStep, dmarcLookup, organisationOf, recordIn, walkTree } from './walk.ts'

const MOST_NAMES = 3

/** The policy record of a domain, how it was found, and what is to be said of it. */
export interface DmarcDiscovery {
  domain: string
  /** The names that were looked at, longest first (RFC 9989 4.10). */
  steps: DmarcStep[]
  /** Present when a question failed that the outcome hangs on. */
  failure?: DnsFailureReason
  /** Where the policy record was found, and the record. */
  recordDomain?: string
  record?: DmarcRecord
  /** The Organizational Domain by the tree walk; absent when a question failed. */
  organisation?: string
  /** What receivers see that still go by the Public Suffix List (RFC 7489 3.2, 6.6.3). */
  publicSuffixView: { organisation: string; recordDomain?: string; failed?: true }
  /** The two views disagree about the organization or the record. */
  viewsDiffer: boolean
  problems: DmarcProblem[]
  destinations: DmarcDestination[]
  /** Whether reports could go to an address at the name, where a record for it names none. */
  receiving: Readonly<Record<string, DmarcDestination['receives']>>
  /** Names of addresses for reports that look unregistered: no record that is offered keeps them. */
  unregistered?: ReadonlySet<string>
}

/** The policy record of a domain and how it was found, without what its destinations say. */
export type DmarcFound = Omit<DmarcDiscovery, 'problems' | 'destinations' | 'receiving' | 'unregistered'>

/** Finds the DMARC record that applies to a domain (RFC 9989 4.10.1), and what receivers find by the Public Suffix List. */
export async function findDmarc(domain: string, lookup: DmarcLookup): Promise<DmarcFound> {
  const name = domain.toLowerCase().replace(/\.$/, '')
  const steps = await walkTree(name, lookup)
  const organisation = organisationOf(name, steps)
  const found = applying(name, steps, organisation)
  const failed = steps.find((step) => step.state === 'failed')
  const publicSuffixView = await viewByPublicSuffix(name, lookup)
  return {
    domain: name,
    steps,
    ...(failed?.reason && { failure: failed.reason }),
    ...(found?.record && { recordDomain: found.name, record: found.record }),
    ...(organisation !== undefined && { organisation }),
    publicSuffixView,
    viewsDiffer:
      failed === undefined &&
      !publicSuffixView.failed &&
      (organisation !== publicSuffixView.organisation || found?.name !== publicSuffixView.recordDomain),
  }
}

/** Finds and lints the DMARC record that applies to a domain, and looks at where its reports go. */
export async function discoverDmarc(domain: string, resolver: Resolver): Promise<DmarcDiscovery> {
  const found = await findDmarc(domain, dmarcLookup(resolver))
  const { steps, organisation, record, recordDomain, publicSuffixView } = found
  const uris = record ? readReportUris(record) : { wanted: [], problems: [] }
  const destinations =
    recordDomain === undefined
      ? []
      : await examineDestinations(uris.wanted, recordDomain, organisation ?? recordDomain, resolver)
  const step = steps.find(({ name }) => name === recordDomain)
  const reached = destinations.some(({ tag, receives }) => tag === 'rua' && receives !== 'no')
  const subject = { domain: found.domain, organisation: publicSuffixView.organisation, reached }
  const receiving = await askAhead(subject, steps, step, resolver)
  return {
    ...found,
    problems: [...steps.flatMap(stepProblems), ...(record?.problems ?? []), ...uris.problems],
    destinations,
    receiving,
  }
}

/** Is the name of the organization, so that its owner can change what stands there? */
export function isOwn(name: string, organisation: string): boolean {
  return name === organisation || name.endsWith(`.${organisation}`)
}

/** What stands at a name is meant for DMARC, and receivers cannot use it. */
export function isFaulty({ state, texts, record }: DmarcStep): boolean {
  if (state === 'record') return record !== undefined && isIgnored(record)
  return state === 'several' || state === 'unreadable' || (state === 'none' && texts.length > 0)
}

/** Asks what the records rest on that could be published in place of those there, so that the plan can try them. */
async function askAhead(
  { domain, organisation, reached }: { domain: string; organisation: string; reached: boolean },
  steps: readonly DmarcStep[],
  found: DmarcStep | undefined,
  resolver: Resolver,
): Promise<DmarcDiscovery['receiving']> {
  const faulty = steps.filter((step) => isFaulty(step) && isOwn(step.name, organisation))
  const own = found && isOwn(found.name, organisation) ? [found] : []
  const names = new Set([...faulty, ...own].map(({ name }) => name))
  if (!found) names.add(organisation)
  const receiving: Record<string, DmarcDestination['receives']> = {}
  for (const name of [...names].slice(0, MOST_NAMES)) {
    const step = steps.find((one) => one.name === name)
    // Where no address takes mail, one of the domain's own may have to stand in for them.
    const isNamed = step?.state === 'record' && Boolean(step.record?.tags['rua'])
    if (isNamed && (step !== found || reached)) continue
    receiving[name] = await receivesMail(name, resolver)
  }
  for (const { name, texts } of faulty.slice(0, MOST_NAMES)) {
    const repair = repairDmarc(texts)
    if (!('text' in repair)) continue
    const { wanted } = readReportUris(readDmarcRecord(repair.text))
    await examineDestinations(wanted, name, name === domain ? name : organisation, resolver)
  }
  return receiving
}

/** The domain's own record; else its organization's; else that of the public suffix above. */
function applying(
  name: string,
  steps: readonly DmarcStep[],
  organisation: string | undefined,
): DmarcStep | undefined {
  const found = steps.filter((step) => recordIn(step))
  const own = found.find((step) => step.name === name)
  if (own || organisation === undefined) return own
  const last = found.at(-1)
  const suffix = last && recordIn(last)?.tags['psd'] === 'y' ? last : undefined
  return found.find((step) => step.name === organisation) ?? suffix
}

async function viewByPublicSuffix(
  name: string,
  lookup: DmarcLookup,
): Promise<DmarcDiscovery['publicSuffixView']> {
  const organisation = getDomain(name, { allowPrivateDomains: true }) ?? name
  for (const candidate of new Set([name, organisation])) {
    const step = await lookup(candidate)
    if (recordIn(step)) return { organisation, recordDomain: candidate }
    if (step.state === 'failed') return { organisation, failed: true }
  }
  return { organisation }
}

function stepProblems(step: DmarcStep): DmarcProblem[] {
  const where = `_dmarc.${step.name}`
  const { name } = step
  if (step.state === 'several') {
    return [
      {
        code: 'dmarc-several-records',
        name,
        says: `There are several DMARC records at ${where}: receivers then act as if there were none.`,
      },
    ]
  }
  if (step.state === 'unreadable') {
    return [
      { code: 'dmarc-unreadable', name, says: `The record at ${where} cannot be read and is ignored.` },
      ...(step.record?.problems ?? []).map((problem) => ({ ...problem, name })),
    ]
  }
  if (step.state === 'none' && step.nearMisses.length > 0) {
    return [
      {
        code: 'dmarc-not-a-record',
        name,
        says: `There is a TXT record at ${where} that is not a DMARC record: it must begin with v=DMARC1; exactly.`,
      },
    ]
  }
  return []
}
