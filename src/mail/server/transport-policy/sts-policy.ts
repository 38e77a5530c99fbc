import { ask, type Fetcher, type Resolver } from '../../../net/ports.ts'

export const STS_MODES = ['enforce', 'testing', 'none'] as const
export type StsMode = (typeof STS_MODES)[number]

/** A policy file as it was read (RFC 8461 3.2). */
export interface StsPolicy {
  mode?: StsMode
  /** Seconds. */
  maxAge?: number
  /** Patterns for the names of mail hosts, lower case. */
  mx: string[]
  /** What makes it invalid, in words. */
  faults: string[]
}

/** The policy as senders can fetch it, or why they cannot. */
export type StsFetch =
  | { state: 'policy'; policy: StsPolicy; contentType: string; text: string }
  | { state: 'redirect' }
  | { state: 'tls' }
  | { state: 'not-public' }
  | { state: 'no-host' }
  | { state: 'status'; status: number }
  /** It could not be found out. */
  | { state: 'failed' }

/** RFC 8461 3.2 suggests a limit of 64 kilobytes. */
const MOST_BYTES = 65_536
export const TOO_LONG = 'it is longer than 64 kilobytes'
const MOST_LINES = 1_000
const MOST_PATTERNS = 100
/** RFC 8461 3.2: about a year. */
export const LONGEST_AGE = 31_557_600

export const policyAddress = (domain: string) => `https://mta-sts.${domain}/.well-known/mta-sts.txt`

/** Fetches the policy as senders do: https alone, no redirect (RFC 8461 3.3). */
export async function fetchStsPolicy(
  domain: string,
  fetcher: Fetcher,
  resolver: Resolver,
): Promise<StsFetch> {
  const answer = await fetcher.fetch({
    url: policyAddress(domain),
    method: 'GET',
    maxBytes: MOST_BYTES,
    maxRedirects: 0,
  })
  if (answer.kind === 'failure') {
    if (answer.reason === 'tls' || answer.reason === 'not-public') return { state: answer.reason }
    if (answer.reason === 'network' && (await hasNoAddress(`mta-sts.${domain}`, resolver))) {
      return { state: 'no-host' }
    }
    return { state: 'failed' }
  }
  const { status, contentType, body, truncated } = answer
  if (status >= 300 && status < 400) return { state: 'redirect' }
  // The server says that it is its own momentary trouble.
  if (status >= 500 || status === 429 || status === 408) return { state: 'failed' }
  if (status !== 200) return { state: 'status', status }
  const text = Buffer.from(body, 'base64').toString('latin1')
  const policy = readStsPolicy(text)
  if (truncated) policy.faults.push(TOO_LONG)
  return { state: 'policy', policy, contentType, text }
}

async function hasNoAddress(host: string, resolver: Resolver): Promise<boolean> {
  const answers = await Promise.all([ask(resolver, host, 'A'), ask(resolver, host, 'AAAA')])
  return answers.every(({ kind }) => kind === 'nodata' || kind === 'nxdomain')
}

export function readStsPolicy(text: string): StsPolicy {
  const policy: StsPolicy = { mx: [], faults: [] }
  const fields = new Map<string, string>()
  for (const line of text.split('\n', MOST_LINES)) {
    if (line.trim() === '') continue
    const colon = line.indexOf(':')
    const key = line.slice(0, Math.max(0, colon)).trim()
    const value = line.slice(colon + 1).trim()
    if (!/^[A-Za-z0-9][A-Za-z0-9_.-]{0,31}$/.test(key))
      noteFault(policy, 'a line is not of the form "key: value"')
    else if (key === 'mx') readPattern(value, policy)
    // RFC 8461 3.2: of a key that stands twice the first counts.
    else if (!fields.has(key)) fields.set(key, value)
  }
  readFields(fields, policy)
  return policy
}

function readFields(fields: ReadonlyMap<string, string>, policy: StsPolicy): void {
  if (fields.get('version') !== 'STSv1') noteFault(policy, 'it has no "version: STSv1"')
  const mode = STS_MODES.find((known) => known === fields.get('mode'))
  if (mode) policy.mode = mode
  else noteFault(policy, 'its mode is none of enforce, testing and none')
  const age = fields.get('max_age') ?? ''
  if (/^[0-9]{1,10}$/.test(age) && Number(age) <= LONGEST_AGE) policy.maxAge = Number(age)
  else noteFault(policy, `its max_age is no number of seconds up to ${LONGEST_AGE}`)
  if (mode !== 'none' && policy.mx.length === 0) noteFault(policy, 'it names no mx')
}

function readPattern(value: string, policy: StsPolicy): void {
  const pattern = value.toLowerCase().replace(/\.$/, '')
  const isName = pattern.length <= 255 && /^(?:\*\.)?[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/.test(pattern)
  if (!isName) noteFault(policy, 'an mx is no host name and no pattern of the form *.name')
  else if (policy.mx.length < MOST_PATTERNS) policy.mx.push(pattern)
}

function noteFault(policy: StsPolicy, fault: string): void {
  if (!policy.faults.includes(fault)) policy.faults.push(fault)
}

/** Does one of the patterns name the host? A wildcard stands for exactly one label (RFC 8461 4.1). */
export function coversHost({ mx }: StsPolicy, host: string): boolean {
  const parent = host.slice(host.indexOf('.') + 1)
  return mx.some((pattern) =>
    pattern.startsWith('*.') ? pattern.slice(2) === parent && host.includes('.') : pattern === host,
  )
}
