import type { Poster } from '../../../net/post-ports.ts'
import { sentOf } from '../answered.ts'
import type { Send } from '../sending.ts'
import { signedHeaders } from './signature.ts'

/** Sends to webhooks as Standard Webhooks 1.0 says: the body as it is kept, signed anew at each attempt. */
export function createWebhookSend({ poster }: { poster: Poster }): Send {
  return async ({ destination, target, delivery, signingSecrets, at }) => {
    const { messageId, body } = delivery
    const headers = {
      'content-type': 'application/json',
      ...signedHeaders(signingSecrets, { id: messageId, at, body }),
    }
    const request = { method: 'POST', url: destination.shown, headers }
    const unsent = (says: string) => ({ tookMs: 0, outcome: 'unreached' as const, says, request })
    if (target.kind !== 'webhook') return unsent('The destination is no webhook.')
    if (signingSecrets.length === 0)
      return unsent('There is no secret to sign with. Make a new one for this webhook.')
    const posted = await poster.post({ url: target.url, method: 'POST', headers, body })
    return sentOf(posted, request, at)
  }
}
