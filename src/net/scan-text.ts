/** What an SMTP session said, fit for a header line of another protocol: printable ASCII, bounded. */
export function printable(text: string, most = 320): string {
  return text.slice(0, most).replace(/[^\x20-\x7e]/g, '?')
}

/** Why a connection to a scanner failed, in words. */
export function failureInWords(cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  return FAILURES[code] ?? 'the connection to it broke'
}

const FAILURES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens at its address',
  ConnectionRefused: 'nothing listens at its address',
  ENOENT: 'there is no socket at its path',
  FailedToOpenSocket: 'its socket could not be opened',
  EACCES: 'its socket may not be opened',
  ENOTFOUND: 'its host name has no address',
  EHOSTUNREACH: 'its host cannot be reached',
  ENETUNREACH: 'its host cannot be reached',
}

export function tooLate(timeoutMs: number): string {
  return `it did not answer within ${timeoutMs / 1000} seconds`
}
