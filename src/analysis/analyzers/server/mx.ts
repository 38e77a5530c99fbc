import type { Change } from '../../../core/fix.ts'
import { canReceive, mailDomain, type Receiving } from '../../../mail/hosts/receiving.ts'
import {
  mxChange,
  type ReceivingFault,
  receivingFaults,
  receivingInWords,
} from '../../../mail/hosts/receiving-faults.ts'
import { nameHost, usualHosts } from '../../../mail/mending/own-host.ts'
import { sameOrganisation } from '../../../mail/sender-domain.ts'
import { isPublicAddress } from '../../../net/ip.ts'
import {
  type Analyzer,
  type Conclusion,
  conclude,
  type Finding,
  neutral,
  undetermined,
} from '../../analyzer.ts'
import type { AnalysisContext } from '../../context.ts'

const WEIGHT = 0.5
/** What still leaves a way to receive costs nothing. */
const COSTS: Record<ReceivingFault['code'], number> = {
  'mx-no-domain': 0.5,
  'mx-no-records': 0.5,
  'mx-no-host': 0.5,
  'mx-null': 0.5,
  'mx-dangling': 0,
  'mx-address': 0,
  'mx-not-public': 0,
  'mx-alias': 0,
  'mx-null-beside': 0,
}

const ROLES = ['From', 'Return-Path', 'Reply-To'] as const
type Role = (typeof ROLES)[number]
const MOST_DOMAINS = 4

interface Judged {
  domain: string
  roles: Role[]
  receiving: Receiving
}

/** Whether answers, bounces and replies have somewhere to go. */
export const mx: Analyzer = {
  name: 'mx',
  group: 'server',
  weight: WEIGHT,
  async run(context: AnalysisContext): Promise<Conclusion> {
    const domains = domainsOf(context)
    if (domains.size === 0) return neutral('The message names no domain that mail could be sent back to.')
    const asked = [...domains].slice(0, MOST_DOMAINS)
    const resolver = context.dns('server')
    const judged = await Promise.all(
      asked.map(async ([domain, roles]) => {
        const isReachable = reachableFor(domain, context.settings.demoDomain)
        return { domain, roles, receiving: await canReceive(domain, resolver, isReachable) }
      }),
    )
    const mended = await Promise.all(judged.map((one) => mend(one, judged, context)))
    const findings = judged.flatMap((one, index) => findingsOf(one, mended[index] ?? []))
    return judge(judged, findings, domains.size - asked.length)
  },
}

function domainsOf({ message, envelope }: AnalysisContext): Map<string, Role[]> {
  const at = envelope.mailFrom?.lastIndexOf('@') ?? -1
  const named: [Role, string][] = [
    ...message.from.slice(0, MOST_DOMAINS).map(({ domain }): [Role, string] => ['From', domain]),
    ['Return-Path', at < 0 ? '' : (envelope.mailFrom?.slice(at + 1) ?? '')],
    ...message.replyTo.slice(0, MOST_DOMAINS).map(({ domain }): [Role, string] => ['Reply-To', domain]),
  ]
  const domains = new Map<string, Role[]>()
  for (const [role, domain] of named) {
    const name = mailDomain(domain)
    if (name !== undefined) domains.set(name, [...new Set([...(domains.get(name) ?? []), role])])
  }
  return domains
}

/** The hosts of the demo domain live on this machine; those of every other domain must be reachable from outside. */
function reachableFor(domain: string, demoDomain: string | undefined): (address: string) => boolean {
  const isDemo = demoDomain !== undefined && (domain === demoDomain || domain.endsWith(`.${demoDomain}`))
  return isDemo ? () => true : isPublicAddress
}

/** The records that would let a domain receive: at the host of a sibling, or at the usual name, on the sending host. */
async function mend(
  { domain, receiving }: Judged,
  judged: readonly Judged[],
  { client, dns }: AnalysisContext,
): Promise<Change[]> {
  if (receiving.kind !== 'cannot' && receiving.kind !== 'refuses') return []
  const siblings = judged.filter((one) => sameOrganisation(one.domain, domain)).map((one) => one.receiving)
  const hosts = siblings.flatMap((one) => (one.kind === 'receives' && one.by === 'mx' ? one.hosts : []))
  const working = hosts.find(({ state }) => state === 'reachable')
  if (working) return [mxChange(domain, working.name)]
  if (client.kind !== 'public') return []
  const host = await nameHost(client.address, usualHosts([domain]), dns('server'))
  if (!host) return []
  // Where the name has an address already, that is where the mail goes.
  const isNew = host.changes.some((change) => change.kind === 'dns' && change.records.length === 1)
  return [mxChange(domain, host.name), ...(isNew ? host.changes : [])]
}

function judge(judged: readonly Judged[], findings: readonly Finding[], notAsked: number): Conclusion {
  const open = judged.filter(({ receiving }) => receiving.kind === 'unknown')
  const evidence = evidenceOf(judged)
  if (notAsked > 0) evidence['not_asked'] = `${notAsked} further domains`
  if (open.length > 0 && !findings.some((finding) => finding.cost > 0)) {
    const names = open.map(({ domain }) => domain).join(', ')
    return undetermined(`Whether ${names} can receive mail could not be found out: no answer.`, evidence)
  }
  const names = judged.map(({ domain, roles }) => `${domain} (${roles.join(', ')})`).join(', ')
  return conclude(WEIGHT, { findings, passed: `Mail can be sent back to ${names}.`, evidence })
}

function evidenceOf(judged: readonly Judged[]): Record<string, string> {
  const perRole = ROLES.map((role) => {
    const entries = judged.filter(({ roles }) => roles.includes(role))
    return [
      role.toLowerCase().replace('-', '_'),
      entries.map(({ domain, receiving }) => receivingInWords(domain, receiving)).join('; '),
    ] as const
  })
  return Object.fromEntries(perRole.filter(([, words]) => words !== ''))
}

function findingsOf({ domain, roles, receiving }: Judged, mended: readonly Change[]): Finding[] {
  const faults = receivingFaults(domain, `${domain} (${roles.join(', ')})`, receiving, mended)
  return faults.map((fault) => ({ ...fault, cost: COSTS[fault.code] }))
}
