import type { ProbeFailure } from '../probe-ports.ts'

const BY_CODE: Readonly<Record<string, ProbeFailure>> = {
  ECONNREFUSED: 'refused',
  ConnectionRefused: 'refused',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  EACCES: 'unreachable',
  ETIMEDOUT: 'timeout',
  ECONNRESET: 'closed',
  EPIPE: 'closed',
}

/** Why a connection brought nothing. */
export function failureOf(cause: Error & { code?: unknown }): ProbeFailure {
  const known = BY_CODE[String(cause.code)]
  if (known) return known
  return /ssl|tls|certificate|handshake|wrong.version|alert/i.test(`${cause.code} ${cause.message}`)
    ? 'tls'
    : 'other'
}
