import type { X509Certificate } from 'node:crypto'
import { findExtension } from './der.ts'
import { certificatesIn, MOST_CERTIFICATES } from './pem.ts'
import { authorityNamed, hasSigned, type MarkRoot, markRoots, ROOTS_DATE, rootOf } from './roots.ts'

/** A Mark Certificate with its chain (draft-fetch-validation-vmc-wchuang). */
export interface MarkCertificate {
  /** VMC: a registered or government mark; CMC: a mark in prior use, a modified or a pending one. unknown: it does not say. */
  kind: 'VMC' | 'CMC' | 'unknown'
  issuer: string
  /** ISO date. */
  validTo: string
  /** The authority that the chain ends in, by its name. */
  root: string
  /** Present: it is a known one, or one of the operator's. */
  known?: Pick<MarkRoot, 'authority' | 'note'>
  /** The root's own certificate is in the file. */
  hasRoot: boolean
  /** Certificates whose signatures were verified, the mark's own included. */
  verified: number
  /** The logo inside, as it is packed there. */
  logo?: Buffer
  faults: CertificateFault[]
}

/** What can be wrong with a mark certificate. */
export type CertificateCode =
  | 'bimi-certificate-self-signed'
  | 'bimi-certificate-signature'
  | 'bimi-certificate-chain'
  | 'bimi-certificate-purpose'
  | 'bimi-certificate-name'
  | 'bimi-certificate-no-logo'
  | 'bimi-certificate-expired'
  | 'bimi-certificate-not-yet-valid'
  | 'bimi-certificate-unknown-root'

export interface CertificateFault {
  code: CertificateCode
  says: string
  /** It may be none: the authority whose root it is, by its name, and whose certificate is not at hand. */
  unsure?: string
}

/** id-kp-BrandIndicatorforMessageIdentification. */
const MARK_PURPOSE = '1.3.6.1.5.5.7.3.31'
/** id-pe-logotype, 1.3.6.1.5.5.7.1.12 (RFC 3709 4.1). */
const LOGOTYPE = '2b0601050507010c'
/** The mark type in the subject (Mark Certificate Requirements 1.7, 7.1.4.2). */
const MARK_TYPE = /^1\.3\.6\.1\.4\.1\.53087\.1\.13=(.{1,60})$/m
const VERIFIED = /^(?:Registered|Government) Mark/i
const COMMON = /^(?:Prior Use|Modified Registered|Pending Registration|New Mark)/i

/** Judges an evidence document; `names` are the names one of which it must hold. Undefined: it is none. */
export function judgeMarkCertificate(
  pem: string,
  names: readonly string[],
  now: Date,
  roots: readonly MarkRoot[] = markRoots(),
): MarkCertificate | undefined {
  const certificates = certificatesIn(pem)
  const mark = certificates.find((certificate) => !certificate.ca) ?? certificates[0]
  if (!mark) return undefined
  const { chain, faults } = buildChain(mark, certificates)
  const last = chain.at(-1) ?? mark
  const root = faults.length === 0 ? rootOf(last, roots) : undefined
  const rootFaults = faults.length > 0 || root ? faults : [unknownRoot(last)]
  const whole = root && !isSelfIssued(last) ? [...chain, root.certificate] : chain
  const logotype = findExtension(mark.raw, LOGOTYPE)
  const logo = logotype && embeddedLogo(logotype)
  return {
    kind: kindOf(mark),
    issuer: nameIn(mark.issuer),
    validTo: isoDate(mark.validTo),
    root: nameIn(last.issuer),
    ...(root && { known: toldOf(root) }),
    hasRoot: isSelfIssued(last),
    verified: chain.length,
    ...(logo && { logo }),
    faults: [...markFaults(mark, names, logo !== undefined), ...timeFaults(whole, now), ...rootFaults],
  }
}

const toldOf = ({ authority, note }: MarkRoot): NonNullable<MarkCertificate['known']> => ({
  ...(authority !== undefined && { authority }),
  ...(note !== undefined && { note }),
})

function kindOf({ subject }: X509Certificate): MarkCertificate['kind'] {
  const type = MARK_TYPE.exec(subject)?.[1] ?? ''
  if (VERIFIED.test(type)) return 'VMC'
  return COMMON.test(type) ? 'CMC' : 'unknown'
}

/** Follows the issuers within the file, each signature verified. */
function buildChain(
  mark: X509Certificate,
  certificates: readonly X509Certificate[],
): { chain: X509Certificate[]; faults: CertificateFault[] } {
  const chain = [mark]
  if (isSelfIssued(mark)) {
    return { chain, faults: [{ code: 'bimi-certificate-self-signed', says: 'it is signed by itself' }] }
  }
  for (let current = mark; chain.length < MOST_CERTIFICATES; ) {
    const named = certificates.filter((other) => !chain.includes(other) && other.subject === current.issuer)
    const issuer = named.find((other) => other.ca && hasSigned(other, current))
    if (!issuer) {
      if (named.length > 0) return { chain, faults: [BAD_SIGNATURE] }
      return { chain, faults: chain.length === 1 ? [NO_CHAIN] : [] }
    }
    chain.push(issuer)
    if (isSelfIssued(issuer)) break
    current = issuer
  }
  return { chain, faults: [] }
}

const BAD_SIGNATURE: CertificateFault = {
  code: 'bimi-certificate-signature',
  says: 'a signature in its chain does not verify',
}
const NO_CHAIN: CertificateFault = {
  code: 'bimi-certificate-chain',
  says: 'the file does not hold the certificate of its issuer',
}

function unknownRoot(last: X509Certificate): CertificateFault {
  const name = nameIn(last.issuer)
  const code = 'bimi-certificate-unknown-root'
  // A root in the file would have to be the one that is known: the name alone proves nothing.
  const unsure = isSelfIssued(last) ? undefined : authorityNamed(name)
  return unsure === undefined
    ? {
        code,
        says: `its chain ends in ${name}, which is not among the mark authorities known on ${ROOTS_DATE}`,
      }
    : {
        code,
        says: `its chain ends in ${name}, a root of ${unsure} whose certificate is not at hand here`,
        unsure,
      }
}

function isSelfIssued(certificate: X509Certificate): boolean {
  return certificate.subject === certificate.issuer && hasSigned(certificate, certificate)
}

function markFaults(mark: X509Certificate, names: readonly string[], hasLogo: boolean): CertificateFault[] {
  const faults: CertificateFault[] = []
  const held = (mark.subjectAltName ?? '')
    .toLowerCase()
    .split(/,\s?/)
    .map((name) => name.replace(/^dns:/, ''))
  if (!mark.keyUsage?.includes(MARK_PURPOSE)) {
    faults.push({ code: 'bimi-certificate-purpose', says: `it is not issued for BIMI (${MARK_PURPOSE})` })
  }
  if (!names.some((name) => held.includes(name))) {
    faults.push({ code: 'bimi-certificate-name', says: 'it does not hold the domain of From' })
  }
  if (!hasLogo) faults.push({ code: 'bimi-certificate-no-logo', says: 'it holds no logo' })
  return faults
}

function timeFaults(chain: readonly X509Certificate[], now: Date): CertificateFault[] {
  const time = now.getTime()
  if (chain.some(({ validTo }) => Date.parse(validTo) < time)) {
    return [{ code: 'bimi-certificate-expired', says: 'it or a certificate of its chain has expired' }]
  }
  if (chain.some(({ validFrom }) => Date.parse(validFrom) > time)) {
    return [
      { code: 'bimi-certificate-not-yet-valid', says: 'it or a certificate of its chain is not valid yet' },
    ]
  }
  return []
}

/** RFC 6170 5.2 and RFC 3709 4.1: the drawing stands in the logotype as a data: address. */
function embeddedLogo(logotype: Buffer): Buffer | undefined {
  const text = logotype.toString('latin1')
  const at = text.indexOf('data:image/svg+xml')
  const marker = ';base64,'
  const comma = at < 0 ? -1 : text.indexOf(marker, at)
  // Parameters between the type and the data are short.
  if (comma < 0 || comma - at > 60) return undefined
  const start = comma + marker.length
  let end = start
  while (end < text.length && /[A-Za-z0-9+/=]/.test(text[end] ?? '')) end++
  return end > start ? Buffer.from(text.slice(start, end), 'base64') : undefined
}

/** The common name in a distinguished name, else the organization. */
function nameIn(distinguished: string): string {
  const parts = distinguished.slice(0, 4_000).split('\n')
  const named = parts.find((part) => part.startsWith('CN=')) ?? parts.find((part) => part.startsWith('O='))
  const name = named?.slice(named.indexOf('=') + 1).replaceAll('\\', '') ?? ''
  return /^[\x20-\x7e]{1,120}$/.test(name) ? name : 'an authority without a readable name'
}

function isoDate(text: string): string {
  const time = Date.parse(text)
  return Number.isNaN(time) ? 'unreadable' : new Date(time).toISOString().slice(0, 10)
}
