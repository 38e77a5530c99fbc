import { type Answer, ask, type FailedAnswer, type Fetcher, type Resolver } from '../../../net/ports.ts'
import { receivesMail } from '../../reading/domains/receiving.ts'
import { organisationOf } from '../../reading/domains/sender-domain.ts'
import { type CaaView, findCaa } from './caa.ts'
import { type DaneHost, findDane } from './dane.ts'
import { fetchStsPolicy, type StsFetch } from './sts-policy.ts'
import { findStsRecord, type StsRecord } from './sts-record.ts'
import { findTlsReport, type TlsReportRecord } from './tls-report.ts'

/** How a domain asks that mail to it be carried: what it publishes, and whether that can be used. */
export interface TransportView {
  domain: string
  /** Where mail to it goes, most preferred first. `refuses`: a null MX. */
  mail: { state: 'hosts' | 'refuses' | 'failed'; hosts: string[]; validated: boolean }
  sts: StsRecord
  /** Absent: there is no record, so no sender asks for a policy. */
  policy?: StsFetch
  report: TlsReportRecord
  /** Whether TLS reports could go to an address at the domain; absent: none is to be named. */
  receives?: 'yes' | 'no' | 'undetermined'
  dane: DaneHost[]
  caa: CaaView
}

/** Hosts that are asked about DANE. */
const MOST_HOSTS = 4
/** Hosts that a policy is held against: of a domain with as many, some may be missing. */
export const MOST_NAMED = 50

/** MTA-STS and TLS-RPT are not inherited (RFC 8461 3.4, RFC 8460 3); CAA is (RFC 8659 3). */
export async function examineTransport(
  domain: string,
  resolver: Resolver,
  fetcher: Fetcher,
): Promise<TransportView> {
  const [mail, sts, report, caa] = await Promise.all([
    findHosts(domain, resolver),
    findStsRecord(domain, resolver),
    findTlsReport(domain, resolver),
    findCaa(domain, organisationOf(domain) ?? domain, resolver),
  ])
  // A record that senders cannot use may be corrected only where the policy behind it shuts nobody out.
  const isAsked = sts.state !== 'none' && sts.state !== 'failed'
  const isNameless = report.state === 'none' || report.state === 'no-address'
  const [dane, policy, receives] = await Promise.all([
    Promise.all(mail.hosts.slice(0, MOST_HOSTS).map((host) => findDane(host, resolver))),
    isAsked ? fetchStsPolicy(domain, fetcher, resolver) : undefined,
    isNameless && (isAsked || report.state !== 'none') ? receivesMail(domain, resolver) : undefined,
  ])
  return { domain, mail, sts, ...(policy && { policy }), report, ...(receives && { receives }), dane, caa }
}

async function findHosts(domain: string, resolver: Resolver): Promise<TransportView['mail']> {
  const answer: Answer<'MX'> | FailedAnswer = await ask(resolver, domain, 'MX')
  if (answer.kind === 'failure') {
    return { state: answer.reason === 'bad-name' ? 'hosts' : 'failed', hosts: [], validated: false }
  }
  const records = answer.kind === 'records' ? answer.records : []
  const sorted = records.toSorted((a, b) => a.preference - b.preference)
  const named = [...new Set(sorted.map(({ exchange }) => exchange).filter((name) => name !== ''))]
  if (records.length > 0 && named.length === 0) return { state: 'refuses', hosts: [], validated: answer.ad }
  // RFC 5321 5.1: without an MX the domain itself is the host.
  const hosts = named.length > 0 ? named.slice(0, MOST_NAMED) : [domain]
  return { state: 'hosts', hosts, validated: answer.ad }
}
