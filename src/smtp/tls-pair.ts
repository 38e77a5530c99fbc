import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { createSecureContext } from 'node:tls'
import type { TlsMaterial } from './engine.ts'

/** The files a certificate and its key come from. */
export interface TlsFiles {
  cert: string
  key: string
}

/** A sentence for the operator, and which of the two files it is about. */
export interface TlsRemark {
  about: keyof TlsFiles
  says: string
}

interface Block {
  label: string
  text: string
}

const BOUNDARY = /^\s*-----(BEGIN|END) ([A-Z0-9 ]{1,40})-----\s*$/

/** The PEM blocks of a text, in order. */
function blocksOf(text: string): Block[] {
  const blocks: Block[] = []
  let open: { label: string; lines: string[] } | undefined
  for (const line of text.split('\n')) {
    const [, what, label = ''] = BOUNDARY.exec(line.slice(0, 100)) ?? []
    if (what === 'BEGIN') open = { label, lines: [] }
    open?.lines.push(line.trim())
    if (what !== 'END' || !open) continue
    blocks.push({ label: open.label, text: `${open.lines.join('\n')}\n` })
    open = undefined
  }
  return blocks
}

const isCertificate = ({ label }: Block) => label === 'CERTIFICATE' || label === 'X509 CERTIFICATE'
const isKey = ({ label }: Block) => label.endsWith('PRIVATE KEY')
const isEncrypted = ({ label, text }: Block) => label.startsWith('ENCRYPTED') || text.includes('4,ENCRYPTED')

function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

/** Why TLS cannot be offered with this certificate and key, and what to do. Undefined: it can. */
export function tlsFault(pair: TlsMaterial, files: TlsFiles): TlsRemark | undefined {
  const certificates = readCertificates(pair.cert, files)
  if ('says' in certificates) return certificates
  const key = readKey(pair.key, files)
  if ('says' in key) return key
  return pairFault(certificates, key, files) ?? contextFault(pair, files)
}

function readCertificates(text: string, { cert }: TlsFiles): X509Certificate[] | TlsRemark {
  const blocks = blocksOf(text)
  const found = blocks.filter(isCertificate)
  const fault = (says: string): TlsRemark => ({ about: 'cert', says: `${cert} ${says}` })
  if (found.length === 0) {
    if (isDer(text)) return fault(`is in DER form. Convert it to PEM: openssl x509 -inform der -in ${cert}`)
    return fault(
      blocks.some(isKey)
        ? 'holds a private key and no certificate. Are tls_cert and tls_key swapped?'
        : 'holds no certificate in PEM form ("-----BEGIN CERTIFICATE-----"). Name the file with the certificate and its chain.',
    )
  }
  const read: X509Certificate[] = []
  for (const [index, block] of found.entries()) {
    const certificate = attempt(() => new X509Certificate(block.text))
    if (!certificate) {
      return fault(`cannot be used: certificate ${index + 1} in it is damaged. Put the file in place again.`)
    }
    read.push(certificate)
  }
  return read
}

/** As UTF-8, in which the second octet of DER is none. */
const isDer = (text: string) => text.startsWith('0\uFFFD')

function readKey(text: string, { key }: TlsFiles): KeyObject | TlsRemark {
  const blocks = blocksOf(text)
  const block = blocks.find(isKey)
  const fault = (says: string): TlsRemark => ({ about: 'key', says: `${key} ${says}` })
  if (!block) {
    if (isDer(text)) return fault(`is in DER form. Convert it to PEM: openssl pkey -inform der -in ${key}`)
    return fault(
      blocks.some(isCertificate)
        ? 'holds a certificate and no private key. Are tls_cert and tls_key swapped?'
        : 'holds no private key in PEM form ("-----BEGIN PRIVATE KEY-----"). Name the file with the key of tls_cert.',
    )
  }
  if (isEncrypted(block)) {
    return fault(`is encrypted. Mailgauge cannot ask for its passphrase; decrypt it: openssl pkey -in ${key}`)
  }
  try {
    return createPrivateKey(block.text)
  } catch (cause) {
    const unsupported = cause instanceof Error && cause.message.includes('UNSUPPORTED')
    return fault(
      unsupported
        ? 'cannot be used: its kind of key is not supported. Use an RSA or P-256 key.'
        : 'cannot be used: the private key in it is damaged. Put the file in place again.',
    )
  }
}

function pairFault(
  certificates: readonly X509Certificate[],
  key: KeyObject,
  files: TlsFiles,
): TlsRemark | undefined {
  const place = certificates.findIndex((certificate) => attempt(() => certificate.checkPrivateKey(key)))
  if (place === 0) return undefined
  if (place > 0) {
    const says = `${files.cert} is in the wrong order: the certificate of the key is number ${place + 1}. Put it first, and behind each certificate the one that issued it.`
    return { about: 'cert', says }
  }
  const says = `the key in ${files.key} does not belong to the certificate in ${files.cert}. Name the key that the certificate was issued for.`
  return { about: 'key', says }
}

/** What the TLS library itself refuses. */
function contextFault({ cert, key }: TlsMaterial, files: TlsFiles): TlsRemark | undefined {
  try {
    createSecureContext({ key, cert })
    return undefined
  } catch (cause) {
    const reason = cause instanceof Error ? (cause.message.split(':').at(-1) ?? '') : ''
    const words = reason.replaceAll('_', ' ').toLowerCase()
    const says = `${files.cert} cannot be used for TLS (${words}). Use a certificate with an RSA or P-256 key.`
    return { about: 'cert', says }
  }
}

const day = (date: Date) => date.toISOString().slice(0, 10)

/** What senders that verify will stumble over in a certificate that can be used. */
export function tlsRemarks(pair: TlsMaterial, file: string, hostname: string, now: Date): TlsRemark[] {
  const all = blocksOf(pair.cert).filter(isCertificate)
  const certificates = all.flatMap(({ text }) => attempt(() => new X509Certificate(text)) ?? [])
  const [own, ...issuers] = certificates
  if (!own) return []
  const remarks: string[] = []
  const [from, to] = [new Date(own.validFrom), new Date(own.validTo)]
  if (to < now) remarks.push(`the certificate in ${file} expired on ${day(to)}. Renew it.`)
  if (from > now) remarks.push(`the certificate in ${file} is not valid before ${day(from)}.`)
  if (own.checkHost(hostname) === undefined) {
    const names = (own.subjectAltName || own.subject || 'no name').slice(0, 200).replaceAll(/\p{Cc}/gu, ' ')
    remarks.push(
      `the certificate in ${file} is not for ${hostname} (smtp.hostname) but for ${names}. Use one that names it.`,
    )
  }
  const broken = issuers.findIndex((issuer, index) => !certificates[index]?.checkIssued(issuer))
  if (broken >= 0) {
    remarks.push(
      `in ${file}, certificate ${broken + 2} did not issue certificate ${broken + 1}. Put behind each certificate the one that issued it.`,
    )
  }
  return remarks.map((says) => ({ about: 'cert', says }))
}
