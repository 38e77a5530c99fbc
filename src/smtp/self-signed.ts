import { generateKeyPairSync, randomBytes, sign, X509Certificate } from 'node:crypto'
import type { TlsMaterial } from './engine.ts'

/** DER (X.690): tag, length, content. */
function der(tag: number, ...content: Uint8Array[]): Buffer {
  const body = Buffer.concat(content)
  if (body.length < 0x80) return Buffer.concat([Buffer.from([tag, body.length]), body])
  const length = Buffer.from(body.length.toString(16).padStart(body.length > 0xff ? 4 : 2, '0'), 'hex')
  return Buffer.concat([Buffer.from([tag, 0x80 | length.length]), length, body])
}

const sequence = (...content: Uint8Array[]) => der(0x30, ...content)
const octets = (content: Uint8Array) => der(0x04, content)
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))
const YES = Buffer.from([0x01, 0x01, 0xff])

/** RFC 5280 4.1.2.5: UTCTime until 2049, GeneralizedTime from 2050 on. */
function time(at: Date): Buffer {
  const digits = `${at.toISOString().slice(0, 19).replaceAll(/\D/g, '')}Z`
  return at.getUTCFullYear() < 2050 ? der(0x17, Buffer.from(digits.slice(2))) : der(0x18, Buffer.from(digits))
}

/** Object identifiers of RFC 5280 and RFC 5480. */
const ECDSA_WITH_SHA256 = '2a8648ce3d040302'
const COMMON_NAME = '550403'
const BASIC_CONSTRAINTS = '551d13'
const KEY_USAGE = '551d0f'
const EXTENDED_KEY_USAGE = '551d25'
const SUBJECT_ALT_NAME = '551d11'
const SERVER_AUTH = '2b06010505070301'

const extension = (id: string, critical: boolean, value: Uint8Array) =>
  sequence(oid(id), ...(critical ? [YES] : []), octets(value))

function extensions(hostname: string): Buffer {
  const digitalSignature = Buffer.from([0x03, 0x02, 0x07, 0x80])
  return der(
    0xa3,
    sequence(
      extension(BASIC_CONSTRAINTS, true, sequence()),
      extension(KEY_USAGE, true, digitalSignature),
      extension(EXTENDED_KEY_USAGE, false, sequence(oid(SERVER_AUTH))),
      extension(SUBJECT_ALT_NAME, !fitsSubject(hostname), sequence(der(0x82, Buffer.from(hostname)))),
    ),
  )
}

/** RFC 5280 ub-common-name: 64. A longer name stands in subjectAltName alone, which is critical then. */
const fitsSubject = (hostname: string) => hostname.length <= 64

function subject(hostname: string): Buffer {
  if (!fitsSubject(hostname)) return sequence()
  return sequence(der(0x31, sequence(oid(COMMON_NAME), der(0x0c, Buffer.from(hostname)))))
}

/** A P-256 key with a certificate for the host name (RFC 5280), signed by itself. */
export function selfSigned(hostname: string, validFrom: Date, validTo: Date): TlsMaterial {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const serial = randomBytes(16)
  // Positive, and without a leading zero octet.
  serial[0] = ((serial[0] ?? 0) & 0x3f) | 0x40
  const algorithm = sequence(oid(ECDSA_WITH_SHA256))
  const name = subject(hostname)
  const toBeSigned = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, serial),
    algorithm,
    name,
    sequence(time(validFrom), time(validTo)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    extensions(hostname),
  )
  const signature = sign('sha256', toBeSigned, privateKey)
  const certificate = sequence(toBeSigned, algorithm, der(0x03, Buffer.from([0]), signature))
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: new X509Certificate(certificate).toString(),
  }
}
