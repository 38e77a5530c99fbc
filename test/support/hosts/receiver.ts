import { Webhook } from 'standardwebhooks'
import { mailgauge } from '../binary.ts'
import type { OneHost } from './hosts.ts'

export interface Receiver {
  url: string
  /** The webhook-ids under which each message was told of, as often as it was. */
  came: ReadonlyMap<string, readonly string[]>
  /** What came with a signature or a time that the standard's own library refuses. */
  unverified: readonly string[]
  /** Whatever comes from now on is verified by the secret. */
  verifyBy(secret: string): void
  stop(): Promise<void>
}

/** Takes whatever is posted. */
export function startReceiver(): Receiver {
  const came = new Map<string, string[]>()
  const unverified: string[] = []
  let webhook: Webhook | undefined
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      const headers = Object.fromEntries(request.headers)
      const body = await request.text()
      try {
        webhook?.verify(body, headers)
      } catch (cause) {
        unverified.push(String(cause))
      }
      const { data } = JSON.parse(body) as { data: { message_id?: string } }
      const about = data.message_id ?? ''
      came.set(about, [...(came.get(about) ?? []), headers['webhook-id'] ?? ''])
      return new Response(null, { status: 204 })
    },
  })
  return {
    url: `http://127.0.0.1:${server.port}/hook`,
    came,
    unverified,
    verifyBy(secret) {
      webhook = new Webhook(secret)
    },
    stop: () => server.stop(true),
  }
}

/** What hosts need to post to it. */
export const TO_LOOPBACK = 'allow_private = ["127.0.0.0/8"]'

/** Has scored tests of the account told to the receiver. */
export async function tellScored(host: OneHost, account: string, receiver: Receiver): Promise<void> {
  const about = ['--account', account, '--types', 'test.scored', '--json']
  const made = await mailgauge(['alerts', 'add', 'webhook', 'CI', receiver.url, ...about], {
    cwd: host.folder,
  })
  if (made.code !== 0) throw new Error(made.stderr)
  receiver.verifyBy((JSON.parse(made.stdout) as { secret: string }).secret)
}
