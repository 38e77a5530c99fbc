import { isGlobalAddress, parseAddress } from '../ip.ts'
import { type Answer, ask, type FailedAnswer, type FetchFailureReason, type Resolver } from '../ports.ts'

/** A web address that may be fetched, as far as its text tells. */
export interface Target {
  url: URL
  secure: boolean
  /** A name without a trailing dot, or an IP address without brackets. */
  host: string
  isAddress: boolean
  port: number
}

const LONGEST_URL = 4_096
const PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 }
/** Addresses of one host that are tried. */
export const MOST_ADDRESSES = 3

/** Reads a web address: http or https on the ports of the web, without a user. Undefined: it may not be fetched. */
export function readTarget(text: string, base?: URL): Target | undefined {
  const target = readAnyPort(text, base)
  return target && Object.values(PORTS).includes(target.port) ? target : undefined
}

/** The same on any port but 0. */
export function readAnyPort(text: string, base?: URL): Target | undefined {
  if (text.length > LONGEST_URL) return undefined
  const url = URL.parse(text, base)
  if (url?.username !== '' || url.password !== '') return undefined
  const usual = PORTS[url.protocol]
  if (usual === undefined) return undefined
  const port = url.port === '' ? usual : Number(url.port)
  if (port === 0) return undefined
  url.hash = ''
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  if (host === '') return undefined
  return { url, secure: url.protocol === 'https:', host, isAddress: parseAddress(host) !== undefined, port }
}

/** Where the host lives, by our own resolver: every address of it must be reachable by anybody, or none is used. */
export async function publicAddresses(
  { host, isAddress }: Target,
  resolver: Resolver,
): Promise<string[] | FetchFailureReason> {
  if (isAddress) return isGlobalAddress(host) ? [host] : 'not-public'
  const answers = await Promise.all([ask(resolver, host, 'A'), ask(resolver, host, 'AAAA')])
  const addresses = answers.flatMap((answer) => (answer.kind === 'records' ? answer.records : []))
  if (!addresses.every(isGlobalAddress)) return 'not-public'
  if (addresses.length > 0) return addresses.slice(0, MOST_ADDRESSES)
  return answers.some(isTimeout) ? 'timeout' : 'network'
}

function isTimeout(answer: Answer<'A' | 'AAAA'> | FailedAnswer): boolean {
  return answer.kind === 'failure' && answer.reason === 'timeout'
}
