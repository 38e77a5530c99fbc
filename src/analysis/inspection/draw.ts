import type {
  DrawnBimi,
  DrawnDmarc,
  DrawnKey,
  DrawnMx,
  DrawnSts,
  DrawnTlsReports,
} from '../../core/domain-health.ts'
import type { BimiDiscovery } from '../../mail/authentication/bimi/discovery.ts'
import type { DkimKeyReport } from '../../mail/authentication/dkim/key.ts'
import { inheritedFrom, isIgnored, policyOf } from '../../mail/authentication/dmarc/policy.ts'
import type { DmarcDiscovery } from '../../mail/authentication/dmarc/record.ts'
import type { TransportView } from '../../mail/server/transport-policy/examine.ts'
import type { Answer, FailedAnswer } from '../../net/ports.ts'

/** What strangers publish is drawn up to here. */
const LONGEST = 600
const MOST_ADDRESSES = 10
const MOST_HOSTS = 20

const short = (text: string) => text.slice(0, LONGEST)

export function drawKey({
  selector,
  state,
  usable,
  revoked,
  type,
  bits,
  testing,
  chain,
}: DkimKeyReport): DrawnKey {
  const via = chain.at(-1)
  return {
    selector: short(selector),
    state:
      state === 'failed'
        ? 'failed'
        : state !== 'found'
          ? 'missing'
          : revoked
            ? 'revoked'
            : usable
              ? 'usable'
              : 'unusable',
    ...(type && { type }),
    ...(bits !== undefined && { bits }),
    ...(testing && { testing }),
    ...(via !== undefined && { via: short(via) }),
  }
}

export function drawDmarc(name: string, { failure, record, recordDomain }: DmarcDiscovery): DrawnDmarc {
  // A record of its own applies, whatever stands above it.
  if (failure && recordDomain !== name) return { state: 'failed', reports: [] }
  if (!record || recordDomain === undefined || isIgnored(record)) return { state: 'none', reports: [] }
  const isOwn = recordDomain === name
  const { p } = isOwn ? policyOf(record) : inheritedFrom(record)
  const addresses = (record.tags['rua'] ?? '').split(',').map((uri) => uri.trim())
  return {
    state: isOwn ? 'own' : 'inherited',
    at: recordDomain,
    record: short(record.text),
    policy: p,
    reports: addresses
      .filter((uri) => uri !== '')
      .slice(0, MOST_ADDRESSES)
      .map(short),
  }
}

export function drawMx(answer: Answer<'MX'> | FailedAnswer): DrawnMx {
  if (answer.kind === 'failure') return { state: answer.reason === 'bad-name' ? 'none' : 'failed', hosts: [] }
  const records = answer.kind === 'records' ? answer.records : []
  const named = records.filter(({ exchange }) => exchange !== '')
  if (records.length === 0) return { state: 'none', hosts: [] }
  if (named.length === 0) return { state: 'refuses', hosts: [] }
  const sorted = named.toSorted((a, b) => a.preference - b.preference).slice(0, MOST_HOSTS)
  return {
    state: 'hosts',
    hosts: sorted.map(({ preference, exchange }) => ({ preference, name: short(exchange) })),
  }
}

export function drawTransport({ sts, policy, report }: TransportView): {
  sts: DrawnSts
  tlsReports: DrawnTlsReports
} {
  return { sts: drawSts(sts, policy), tlsReports: drawTlsReports(report) }
}

function drawSts(sts: TransportView['sts'], policy: TransportView['policy']): DrawnSts {
  if (sts.state === 'none') return { state: 'none' }
  if (sts.state === 'failed' || policy?.state === 'failed') return { state: 'failed' }
  const isUsable = sts.state === 'record' && policy?.state === 'policy' && policy.policy.faults.length === 0
  if (!isUsable) return { state: 'faulty' }
  const { mode } = policy.policy
  return { state: 'policy', ...(mode && { mode }), id: short(sts.id) }
}

function drawTlsReports({ state, texts = [] }: TransportView['report']): DrawnTlsReports {
  if (state === 'none' || state === 'failed') return { state }
  const [record] = texts
  return {
    state: state === 'record' ? 'record' : 'faulty',
    ...(record !== undefined && { record: short(record) }),
  }
}

export function drawBimi({ state, at, record }: BimiDiscovery): DrawnBimi {
  if (state === 'none' || state === 'failed') return { state }
  if (state !== 'record' || !record || record.faults.length > 0) return { state: 'faulty', at }
  if (record.logo === '' && record.evidence === '') return { state: 'declined', at }
  return {
    state: 'record',
    at,
    logo: short(record.logo),
    ...(record.evidence !== '' && { hasCertificate: true }),
  }
}
