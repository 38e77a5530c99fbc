import type { AnalysisRequest } from './analysis-protocol.ts'

/** Behind the command of a process that is started before there is a message for it. */
export const AHEAD = 'ahead'

const MESSAGE = `From: Sender <sender@example.org>
To: reader@example.net
Subject: A warm start
Date: Fri, 20 Nov 2026 12:00:00 +0000
Message-ID: <warm@example.org>
MIME-Version: 1.0
Content-Type: multipart/alternative; boundary="b"

--b
Content-Type: text/plain; charset=utf-8

Hello, see https://www.example.org/news
--b
Content-Type: text/html; charset=utf-8

<html><head><style>p { color: #222; margin: 0 auto }</style></head><body><p style="width: 50%">Hello,
see <a href="https://www.example.org/news">the news</a>.</p></body></html>
--b--
`

/** The first message of a process takes six times the processor time of the next: it is one of ours while nobody waits. */
export async function warmUp(analyse: (request: AnalysisRequest) => Promise<unknown>): Promise<void> {
  const now = new Date()
  try {
    await analyse({
      raw: Buffer.from(MESSAGE.replaceAll('\n', '\r\n')),
      envelope: {
        transport: 'smtp',
        clientAddress: '192.0.2.1',
        helo: 'mail.example.org',
        mailFrom: 'sender@example.org',
        rcptTo: 'reader@example.net',
        mailParameters: {},
        tls: 'none',
        connectedAt: now,
        receivedAt: now,
        transcript: [],
      },
      settings: { hostname: 'mx.example.net', lists: [], listStates: [] },
      dns: { servers: [], timeoutMs: 1_000, tries: 1, offline: true },
      leaveOut: [],
      waitAtMost: 1_000,
    })
  } catch {
    // Real messages will tell.
  }
}
