import { X509Certificate } from 'node:crypto'
import type { TLSSocket } from 'node:tls'
import type { SeenCertificate } from '../probe-ports.ts'

const MOST_NAMES = 100

/** The certificate of a session that was begun whatever it is. */
export function certificateOf(socket: TLSSocket): SeenCertificate | undefined {
  const raw = socket.getPeerCertificate(true)?.raw
  if (!raw) return undefined
  try {
    const shown = new X509Certificate(raw)
    const reason = shown.issuer === shown.subject ? 'it is self-signed' : reasonOf(socket.authorizationError)
    return {
      names: namesOf(shown),
      validFrom: new Date(shown.validFrom),
      validTo: new Date(shown.validTo),
      issuer: oneLine(shown.issuer),
      fingerprint: shown.fingerprint256.replaceAll(':', '').toLowerCase(),
      ...(!socket.authorized && { untrusted: reason }),
    }
  } catch {
    return undefined
  }
}

function namesOf({ subjectAltName = '' }: X509Certificate): string[] {
  return subjectAltName
    .slice(0, 16_384)
    .split(', ')
    .flatMap((entry) => /^(?:DNS|IP Address):(.+)$/.exec(entry)?.[1]?.toLowerCase() ?? [])
    .slice(0, MOST_NAMES)
}

const oneLine = (text: string) => text.slice(0, 200).replaceAll(/\p{Cc}+/gu, ', ')

const REASONS: Readonly<Record<string, string>> = {
  SELF_SIGNED_CERT_IN_CHAIN: 'its chain ends at an authority that is not trusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'the certificate of its issuer is not sent with it',
  UNABLE_TO_GET_ISSUER_CERT: 'the certificate of its issuer is not sent with it',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'the certificate of its issuer is not sent with it, or is not trusted',
  CERT_HAS_EXPIRED: 'it, or one of its issuers, has expired',
  CERT_NOT_YET_VALID: 'it is not valid yet',
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error ?? 'unknown')
  return REASONS[code] ?? oneLine(code)
}
