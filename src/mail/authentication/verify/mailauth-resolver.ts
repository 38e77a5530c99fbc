import {
  DnsFailure,
  type DnsFailureReason,
  type MxRecord,
  type RecordType,
  type Resolver,
} from '../../../net/ports.ts'

/** DNS as mailauth asks for it: `node:dns` records, and errors that carry a code. */
export type MailauthResolver = (name: string, type: string) => Promise<string[]>

/** What mailauth reads out of an error: ENOTFOUND and ENODATA are answers, EBADNAME is permanent, the rest temporary. */
const CODES: Record<DnsFailureReason, string> = {
  timeout: 'ETIMEOUT',
  servfail: 'ESERVFAIL',
  refused: 'EREFUSED',
  network: 'ECONNREFUSED',
  malformed: 'EBADRESP',
  'bad-name': 'EBADNAME',
  limit: 'ELIMIT',
  'not-asked': 'ENOTASKED',
}

const TYPES: readonly string[] = ['A', 'AAAA', 'MX', 'TXT', 'PTR', 'CNAME'] satisfies RecordType[]

/**
 * Puts mailauth's questions to our resolver. `badName` is what a name that cannot be asked counts as: SPF calls it a
 * permanent error, for a key record it is simply not there.
 */
export function mailauthResolver(
  resolver: Resolver,
  badName: 'EBADNAME' | 'ENOTFOUND' = 'EBADNAME',
): MailauthResolver {
  return async (name, type) => {
    const records = await recordsOrError(resolver, name, type, badName)
    // mailauth's types know neither MX objects nor lists of TXT strings; its code reads both.
    return records as string[]
  }
}

async function recordsOrError(
  resolver: Resolver,
  name: string,
  type: string,
  badName: string,
): Promise<unknown[]> {
  if (!isAsked(type)) throw coded(name, 'ENOTIMP')
  try {
    const answer = await resolver.query(name, type)
    if (answer.kind === 'nxdomain') throw coded(name, 'ENOTFOUND')
    if (answer.kind === 'nodata') throw coded(name, 'ENODATA')
    return answer.records.flatMap(toNode)
  } catch (cause) {
    if (!(cause instanceof DnsFailure)) throw cause
    throw coded(name, cause.reason === 'bad-name' ? badName : CODES[cause.reason])
  }
}

function isAsked(type: string): type is 'A' | 'AAAA' | 'MX' | 'TXT' | 'PTR' | 'CNAME' {
  return TYPES.includes(type)
}

type NodeRecord = string | string[] | { exchange: string; priority: number }

function toNode(record: string | MxRecord | { text: string }): NodeRecord[] {
  if (typeof record === 'string') return [record]
  if ('text' in record) return [[record.text]]
  // A host that is no name at all (an address, a single label) matches nobody; mailauth would end with permerror.
  return isHostName(record.exchange) ? [{ exchange: record.exchange, priority: record.preference }] : []
}

function isHostName(exchange: string): boolean {
  const labels = exchange.split('.')
  return exchange === '' || (labels.length > 1 && /[a-z]/i.test(labels.at(-1) ?? ''))
}

function coded(name: string, code: string): Error {
  return Object.assign(new Error(`${code} ${name}`), { code })
}
