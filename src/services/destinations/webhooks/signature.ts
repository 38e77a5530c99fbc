import { createHmac } from 'node:crypto'

/** What is signed: webhook-id, time of the attempt, body. */
export interface Signed {
  id: string
  at: Date
  body: string
}

/** The three headers of Standard Webhooks 1.0, with a signature by each secret. */
export function signedHeaders(secrets: readonly Uint8Array[], { id, at, body }: Signed) {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const content = `${id}.${timestamp}.${body}`
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => `v1,${hmac(secret, content)}`).join(' '),
  }
}

const hmac = (secret: Uint8Array, content: string) =>
  createHmac('sha256', secret).update(content).digest('base64')
