import type { Finding } from '../../../core/check.ts'
import type { Change } from '../../../core/fix.ts'
import { nameHost, usualHosts } from '../../../mail/fixing/own-host.ts'
import { isNeverPublic } from '../../../mail/reading/domains/private-names.ts'
import { sameOrganisation } from '../../../mail/reading/domains/sender-domain.ts'
import {
  mxChange,
  type ReceivingCode,
  receivingFaults,
  receivingInWords,
} from '../../../mail/server/mx/receiving-faults.ts'
import { RETURN_ROLES, type ReturnDomain } from '../../../mail/server/mx/return-domains.ts'
import { type MxNameCode, unregisteredMailHosts, withoutTold } from '../../../mail/server/mx/unregistered.ts'
import { type Analyzer, type Conclusion, conclude, neutral, priced, undetermined } from '../../analyzer.ts'
import type { AnalysisContext } from '../../context.ts'
import { DNS } from '../../telling/people.ts'

const WEIGHT = 0.5
/** What still leaves a way to receive costs nothing. */
const COSTS = {
  'mx-no-domain': 0.5,
  'mx-no-records': 0.5,
  'mx-no-host': 0.5,
  'mx-null': 0.5,
  'mx-dangling': 0,
  'mx-address': 0,
  'mx-not-public': 0,
  'mx-alias': 0,
  'mx-null-beside': 0,
  'mx-name-unregistered': 0,
} satisfies Record<ReceivingCode | MxNameCode, number>

/** Whether answers, bounces and replies have somewhere to go. */
export const mx: Analyzer = {
  name: 'mx',
  group: 'server',
  title: 'Return mail',
  asks: 'Can the sender’s domains receive replies and bounces?',
  why: 'Receivers distrust a sender that no answer and no bounce can reach.',
  who: DNS,
  weight: WEIGHT,
  costs: COSTS,
  async run(context: AnalysisContext): Promise<Conclusion> {
    const { asked, notAsked } = await context.facts.returnDomains()
    if (asked.length === 0) return neutral('The message names no domain that mail could be sent back to.')
    const fixed = await Promise.all(asked.map((one) => fix(one, asked, context)))
    const withHosts = asked.filter(({ receiving }) => namesHosts(receiving)).map(({ domain }) => domain)
    const { remarks, names } = await unregisteredMailHosts(withHosts, context.dns('server'))
    const findings = asked.flatMap((one, index) => {
      const told = { ...one, receiving: withoutTold(one.receiving, names) }
      return findingsOf(told, fixed[index] ?? [])
    })
    return judge(asked, [...priced(remarks, COSTS), ...findings], notAsked)
  },
}

/** It has MX records that name hosts. */
const namesHosts = (receiving: ReturnDomain['receiving']) =>
  receiving.kind === 'receives'
    ? receiving.by === 'mx'
    : receiving.kind !== 'refuses' && receiving.hosts.length > 0

/** The records that would let a domain receive: at the host of a sibling, or at the usual name, on the sending host. */
async function fix(
  { domain, receiving }: ReturnDomain,
  judged: readonly ReturnDomain[],
  { client, dns }: AnalysisContext,
): Promise<Change[]> {
  if (isNeverPublic(domain) || (receiving.kind !== 'cannot' && receiving.kind !== 'refuses')) return []
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

const UNREGISTERED: MxNameCode = 'mx-name-unregistered'

function judge(judged: readonly ReturnDomain[], findings: readonly Finding[], notAsked: number): Conclusion {
  const open = judged.filter(({ receiving }) => receiving.kind === 'unknown')
  const evidence = evidenceOf(judged)
  if (notAsked > 0) evidence['not_asked'] = `${notAsked} further domains`
  if (open.length > 0 && !findings.some((finding) => finding.cost > 0)) {
    const names = open.map(({ domain }) => domain).join(', ')
    return undetermined(`Whether ${names} can receive mail could not be found out: no answer.`, evidence)
  }
  const names = judged.map(({ domain, roles }) => `${domain} (${roles.join(', ')})`).join(', ')
  const unregistered = findings.filter(({ code }) => code === UNREGISTERED).map(({ says }) => says)
  const passed = `Mail can be sent back to ${names}.`
  return conclude(WEIGHT, { findings, passed, always: unregistered, evidence })
}

function evidenceOf(judged: readonly ReturnDomain[]): Record<string, string> {
  const perRole = RETURN_ROLES.map((role) => {
    const entries = judged.filter(({ roles }) => roles.includes(role))
    return [
      role.toLowerCase().replace('-', '_'),
      entries.map(({ domain, receiving }) => receivingInWords(domain, receiving)).join('; '),
    ] as const
  })
  return Object.fromEntries(perRole.filter(([, words]) => words !== ''))
}

function findingsOf({ domain, roles, receiving }: ReturnDomain, fixed: readonly Change[]): Finding[] {
  return priced(receivingFaults(domain, `${domain} (${roles.join(', ')})`, receiving, fixed), COSTS)
}
