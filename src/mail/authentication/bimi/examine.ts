import type { Fetcher, Resolver } from '../../../net/ports.ts'
import { judgeMarkCertificate, type MarkCertificate } from './certificate.ts'
import { type BimiDiscovery, type BimiSubject, discoverBimi } from './discovery.ts'
import { markRoots } from './roots.ts'
import { type LogoReading, readLogo } from './svg.ts'

/** Why a file that the record names cannot be had. `failed`: it could not be found out. */
export type Unfetched = 'tls' | 'not-public' | 'not-https' | 'redirects' | 'missing' | 'too-large' | 'failed'

export interface LogoView extends LogoReading {
  host: string
  /** Octets of the drawing, unpacked. */
  octets: number
  contentType: string
}

/** What a domain publishes for BIMI, fetched and judged. */
export interface BimiView {
  discovery: BimiDiscovery
  /** Absent: the record names none. */
  logo?: LogoView | { unfetched: Unfetched; host: string }
  certificate?: MarkCertificate | { unfetched: Unfetched | 'unreadable'; host: string }
  /** The drawing in the certificate, judged where the record names no other. */
  markedLogo?: LogoReading
  /** The drawing in the certificate is another than the one the record names. */
  logosDiffer: boolean
}

/** A logo should have 32 KB at most; more than this is not read. */
const MOST_LOGO_OCTETS = 65_536
const MOST_EVIDENCE_OCTETS = 131_072
const MOST_REDIRECTS = 3

/** Finds the record and judges the files it names. */
export async function examineBimi(
  subject: BimiSubject,
  resolver: Resolver,
  fetcher: Fetcher,
  now: Date,
  /** PEM files of roots that the operator trusts beside the known ones. */
  ownRoots: readonly string[] = [],
): Promise<BimiView> {
  const discovery = await discoverBimi(subject, resolver)
  const { record } = discovery
  if (!record || record.faults.length > 0) return { discovery, logosDiffer: false }
  const [logo, certificate] = await Promise.all([
    record.logo === '' ? undefined : fetchLogo(record.logo, fetcher),
    record.evidence === ''
      ? undefined
      : fetchCertificate(record.evidence, fetcher, (pem) =>
          judgeMarkCertificate(pem, namesFor(subject, discovery.selector), now, markRoots(ownRoots)),
        ),
  ])
  const inside =
    certificate && 'logo' in certificate && certificate.logo ? readLogo(certificate.logo) : undefined
  const isRead = logo !== undefined && 'bytes' in logo
  return {
    discovery,
    ...(logo && { logo }),
    ...(certificate && { certificate }),
    ...(inside && { markedLogo: inside }),
    logosDiffer: isRead && inside !== undefined && !logo.bytes.equals(inside.bytes),
  }
}

/** A certificate may hold the domain, its organization, or one selector of them. */
function namesFor({ domain, organisation }: BimiSubject, selector: string): string[] {
  return [domain, organisation].flatMap((name) => [name, `${selector}._bimi.${name}`])
}

async function fetchLogo(url: string, fetcher: Fetcher): Promise<NonNullable<BimiView['logo']>> {
  const host = hostOf(url)
  const file = await fetchFile(url, MOST_LOGO_OCTETS, fetcher)
  if (typeof file === 'string') return { unfetched: file, host }
  const reading = readLogo(file.bytes)
  return { ...reading, host, octets: reading.bytes.length, contentType: file.contentType }
}

async function fetchCertificate(
  url: string,
  fetcher: Fetcher,
  judge: (pem: string) => MarkCertificate | undefined,
): Promise<NonNullable<BimiView['certificate']>> {
  const host = hostOf(url)
  const file = await fetchFile(url, MOST_EVIDENCE_OCTETS, fetcher)
  if (typeof file === 'string') return { unfetched: file, host }
  return judge(file.bytes.toString('latin1')) ?? { unfetched: 'unreadable', host }
}

async function fetchFile(
  url: string,
  maxBytes: number,
  fetcher: Fetcher,
): Promise<{ bytes: Buffer; contentType: string } | Unfetched> {
  const answer = await fetcher.fetch({ url, method: 'GET', maxBytes, maxRedirects: MOST_REDIRECTS })
  if (answer.kind === 'failure') {
    const { reason } = answer
    if (reason === 'tls' || reason === 'not-public' || reason === 'redirects') return reason
    // Another port, a user: nobody else would fetch it either.
    return reason === 'bad-address' ? 'missing' : 'failed'
  }
  if (![...answer.redirects, answer.url].every((hop) => hop.startsWith('https://'))) return 'not-https'
  if (answer.status >= 500 || answer.status === 429 || answer.status === 408) return 'failed'
  if (answer.status !== 200) return 'missing'
  if (answer.truncated) return 'too-large'
  return { bytes: Buffer.from(answer.body, 'base64'), contentType: answer.contentType }
}

function hostOf(url: string): string {
  return URL.parse(url)?.hostname ?? ''
}
