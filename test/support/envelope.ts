import type { Conduct, Envelope } from '../../src/core/message.ts'

/** Of a client that keeps to the rules. */
export const CONDUCT: Conduct = {
  hello: 'EHLO',
  beforeGreeting: 0,
  behindStartTls: 0,
  unanswered: [],
  pipelined: true,
  commands: 6,
  bareLf: 0,
}

/** An envelope of a well-run sender over TLS, changed as named. */
export function envelope(changes: Partial<Envelope> = {}): Envelope {
  return {
    transport: 'smtp',
    clientAddress: '192.0.2.10',
    helo: 'mail.example.org',
    mailFrom: 'bounce@example.org',
    rcptTo: 'abcdefghijkl@test.example',
    mailParameters: {},
    tls: { version: 'TLSv1.3', cipher: 'TLS_AES_256_GCM_SHA384' },
    connectedAt: new Date('2026-11-20T12:00:00Z'),
    receivedAt: new Date('2026-11-20T12:00:01Z'),
    transcript: [],
    ...(changes.transport !== 'file' && { conduct: CONDUCT }),
    ...changes,
  }
}
