import type { DetailedPeerCertificate, TLSSocket } from 'node:tls'
import type { ClientCertificate, TlsFacts } from '../core/message.ts'

const LONGEST_NAME = 500

/** What the handshake agreed on, and the certificate the client showed, judged by nobody. */
export function tlsFacts(socket: TLSSocket): TlsFacts {
  const cipher = socket.getCipher()
  const clientCertificate = certificateOf(socket)
  return {
    version: socket.getProtocol() ?? 'unknown',
    cipher: cipher?.standardName ?? cipher?.name ?? 'unknown',
    ...(clientCertificate && { clientCertificate }),
  }
}

function certificateOf(socket: TLSSocket): ClientCertificate | undefined {
  const shown: Partial<DetailedPeerCertificate> | undefined = socket.getPeerCertificate(true)
  if (!shown?.fingerprint256) return undefined
  return {
    subject: nameText(shown.subject),
    issuer: nameText(shown.issuer),
    fingerprint256: shown.fingerprint256,
    validFrom: shown.valid_from ?? '',
    validTo: shown.valid_to ?? '',
  }
}

/** `CN=mail.example.org, O=Example`; a name of several values repeats its key. */
function nameText(name: object | undefined): string {
  const parts = Object.entries(name ?? {}).flatMap(([key, value]) =>
    [value].flat().map((one) => `${key}=${String(one)}`),
  )
  return parts.join(', ').slice(0, LONGEST_NAME)
}
