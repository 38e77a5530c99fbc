import { WebhookVerificationError } from './errors.ts'
import type { WebhookEvent } from './schema.ts'

/** Headers as fetch, or as Node has them. */
export type WebhookHeaders =
  | Pick<Headers, 'get'>
  | Readonly<Record<string, string | readonly string[] | undefined>>

export interface WebhookOptions {
  /** How far webhook-timestamp may be off, in seconds. Default 300. */
  tolerance?: number
  /** Milliseconds since 1970, for tests. */
  now?: () => number
}

/** What was sent to a webhook, once its signature was verified. */
export interface VerifiedWebhook {
  /** The webhook-id: the same in each attempt and replay. Drop what you have taken before. */
  id: string
  event: WebhookEvent
}

const PREFIX = 'whsec_'
const SECONDS = /^\d{1,12}$/

/** Receives what Mailgauge sends to one webhook, by Standard Webhooks 1.0. */
export class Webhook {
  readonly #secrets: readonly Uint8Array<ArrayBuffer>[]
  readonly #tolerance: number
  readonly #now: () => number

  /** `secret`: `whsec_…`, as it was shown when the webhook was made; several while one takes the place of another. */
  constructor(secret: string | readonly string[], { tolerance = 300, now = Date.now }: WebhookOptions = {}) {
    this.#secrets = (typeof secret === 'string' ? [secret] : secret).map(secretBytes)
    if (this.#secrets.length === 0) throw new TypeError('A webhook needs a secret')
    this.#tolerance = tolerance
    this.#now = now
  }

  /** Gives the event that was sent. Throws WebhookVerificationError unless one of the secrets signed these very bytes, and not long
   * ago. `body`: as it came, not as JSON that was written again. */
  async verify(body: string | Uint8Array, headers: WebhookHeaders): Promise<VerifiedWebhook> {
    const id = headerIn(headers, 'webhook-id')
    const timestamp = headerIn(headers, 'webhook-timestamp')
    const signatures = headerIn(headers, 'webhook-signature')
    if (!SECONDS.test(timestamp)) throw new WebhookVerificationError('webhook-timestamp is no time')
    const off = this.#now() / 1000 - Number(timestamp)
    if (Math.abs(off) > this.#tolerance)
      throw new WebhookVerificationError(`webhook-timestamp is too ${off > 0 ? 'old' : 'new'}`)
    const text = typeof body === 'string' ? body : new TextDecoder('utf-8', { ignoreBOM: true }).decode(body)
    const signed = new TextEncoder().encode(`${id}.${timestamp}.${text}`)
    if (!(await this.#isSigned(signed, signatures)))
      throw new WebhookVerificationError('No signature matches')
    return { id, event: JSON.parse(text) as WebhookEvent }
  }

  async #isSigned(signed: Uint8Array<ArrayBuffer>, signatures: string): Promise<boolean> {
    const given = signatures
      .split(' ')
      .slice(0, 10)
      .flatMap((signature) => (signature.startsWith('v1,') ? (bytesOf(signature.slice(3)) ?? []) : []))
    for (const secret of this.#secrets) {
      const algorithm = { name: 'HMAC', hash: 'SHA-256' }
      const key = await crypto.subtle.importKey('raw', secret, algorithm, false, ['verify'])
      for (const one of given) {
        // In constant time.
        if (await crypto.subtle.verify('HMAC', key, one, signed)) return true
      }
    }
    return false
  }
}

function secretBytes(secret: string): Uint8Array<ArrayBuffer> {
  const bytes = secret.startsWith(PREFIX) ? bytesOf(secret.slice(PREFIX.length)) : undefined
  if (!bytes?.length) throw new TypeError('The secret of a webhook begins with whsec_, base64 follows')
  return bytes
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

function headerIn(headers: WebhookHeaders, name: string): string {
  const value = hasGet(headers) ? headers.get(name) : fieldOf(headers, name)
  if (!value) throw new WebhookVerificationError(`${name} is missing`)
  return value
}

const hasGet = (headers: WebhookHeaders): headers is Pick<Headers, 'get'> =>
  typeof (headers as Headers).get === 'function'

function fieldOf(headers: Exclude<WebhookHeaders, Pick<Headers, 'get'>>, name: string): string | undefined {
  const field = Object.keys(headers).find((key) => key.toLowerCase() === name)
  const value = field === undefined ? undefined : headers[field]
  return typeof value === 'string' || value === undefined ? value : value.join(' ')
}
