import { X509Certificate } from 'node:crypto'
import type { TlsFilesSeen } from '../../services/doctor/context.ts'
import { readConfiguredTls } from '../tls.ts'

/** The certificate for STARTTLS as its files are now. */
export function tlsFilesSeen(smtp: Parameters<typeof readConfiguredTls>[0], now: Date): TlsFilesSeen {
  const read = readConfiguredTls(smtp, now)
  if (!read) return { remarks: [] }
  if (read.fault !== undefined) return { fault: read.fault, remarks: [] }
  const own = new X509Certificate(read.tls.cert)
  return {
    remarks: read.remarks,
    validTo: new Date(own.validTo),
    fingerprint: own.fingerprint256.replaceAll(':', '').toLowerCase(),
  }
}
