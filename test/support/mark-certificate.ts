import { generateKeyPairSync, type KeyObject, sign, X509Certificate } from 'node:crypto'

/** DER (X.690): tag, length, content. */
function der(tag: number, ...content: Uint8Array[]): Buffer {
  const body = Buffer.concat(content)
  if (body.length < 0x80) return Buffer.concat([Buffer.from([tag, body.length]), body])
  const digits = body.length.toString(16)
  const length = Buffer.from(digits.padStart(digits.length + (digits.length % 2), '0'), 'hex')
  return Buffer.concat([Buffer.from([tag, 0x80 | length.length]), length, body])
}

const sequence = (...content: Uint8Array[]) => der(0x30, ...content)
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))
/** 1.3.6.1.4.1.53087.1.13 */
const MARK_TYPE = '2b06010401839e5f010d'
const ECDSA_WITH_SHA256 = sequence(oid('2a8648ce3d040302'))

function time(at: Date): Buffer {
  return der(0x18, Buffer.from(`${at.toISOString().slice(0, 19).replaceAll(/\D/g, '')}Z`))
}

function nameOf(common: string, markType?: string): Buffer {
  const part = (id: string, value: string) => der(0x31, sequence(oid(id), der(0x0c, Buffer.from(value))))
  return sequence(part('550403', common), ...(markType ? [part(MARK_TYPE, markType)] : []))
}

const extension = (id: string, value: Uint8Array) => sequence(oid(id), der(0x04, value))

export interface CertificateWanted {
  name: string
  /** Absent: signed by itself. */
  issuer?: Issued
  ca?: boolean
  /** DNS names. */
  names?: string[]
  /** Issued for BIMI. */
  forMarks?: boolean
  markType?: string
  /** The drawing in the logotype. */
  logo?: Uint8Array
  from?: string
  to?: string
}

export interface Issued {
  name: string
  key: KeyObject
  pem: string
}

/** A P-256 certificate with what a Mark Certificate needs (RFC 5280, RFC 3709). */
export function issue(wanted: CertificateWanted): Issued {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { name, issuer, names = [], logo } = wanted
  const extensions = [
    ...(wanted.ca ? [extension('551d13', sequence(Buffer.from([0x01, 0x01, 0xff])))] : []),
    ...(wanted.forMarks ? [extension('551d25', sequence(oid('2b0601050507031f')))] : []),
    ...(names.length > 0
      ? [extension('551d11', sequence(...names.map((dns) => der(0x82, Buffer.from(dns)))))]
      : []),
    ...(logo ? [extension('2b0601050507010c', logotype(logo))] : []),
  ]
  const signed = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([0x11])),
    ECDSA_WITH_SHA256,
    nameOf(issuer?.name ?? name),
    sequence(time(new Date(wanted.from ?? '2026-01-01')), time(new Date(wanted.to ?? '2027-01-01'))),
    nameOf(name, wanted.markType),
    publicKey.export({ type: 'spki', format: 'der' }),
    ...(extensions.length > 0 ? [der(0xa3, sequence(...extensions))] : []),
  )
  const signature = sign('sha256', signed, issuer?.key ?? privateKey)
  const bytes = sequence(signed, ECDSA_WITH_SHA256, der(0x03, Buffer.from([0]), signature))
  return { name, key: privateKey, pem: new X509Certificate(bytes).toString() }
}

/** Only what a reader looks for: the drawing as a data: address. */
function logotype(logo: Uint8Array): Buffer {
  return sequence(der(0x16, Buffer.from(`data:image/svg+xml;base64,${Buffer.from(logo).toString('base64')}`)))
}
