import type { Poster, PostRequest } from '../../../net/post-ports.ts'
import { sentOf } from '../answered.ts'
import { masked } from '../masking.ts'
import type { Sending, Sent } from '../sending.ts'

/** What an answer means to a service, beside its status. */
export interface Meaning {
  says?: string
  gone?: true
}

export interface Posting {
  /** Header fields whose values may be shown; of all others the name alone. */
  shows: readonly string[]
  /** What the service says of a request that it did not take. */
  means?(response: NonNullable<Sent['response']>): Meaning
}

/** Posts for a channel: what is told of it shows neither the address nor a token. */
export async function post(
  poster: Poster,
  { destination, target, at }: Sending,
  asked: PostRequest,
  { shows, means }: Posting,
): Promise<Sent> {
  const headers = Object.fromEntries(
    Object.entries(asked.headers).map(([name, value]) => [
      name,
      shows.includes(name.toLowerCase()) ? value : '***',
    ]),
  )
  const request = { method: asked.method, url: destination.shown, headers }
  const sent = sentOf(await poster.post(asked), request, at)
  if (sent.outcome !== 'refused' || !sent.response) return masked(sent, target)
  const wait =
    sent.response.status === 429 ? (sent.retryAfterMs ?? waitIn(sent.response.body)) : sent.retryAfterMs
  return masked(
    { ...sent, ...means?.(sent.response), ...(wait !== undefined && { retryAfterMs: wait }) },
    target,
  )
}

/** Some say only in the answer how long to wait: Discord and Telegram in seconds, Matrix in milliseconds. */
function waitIn(body: string): number | undefined {
  const { retry_after: seconds, retry_after_ms: milliseconds, parameters } = jsonOf(body)
  if (typeof milliseconds === 'number' && milliseconds >= 0) return Math.ceil(milliseconds)
  const inside =
    typeof parameters === 'object' && parameters !== null && 'retry_after' in parameters
      ? parameters.retry_after
      : seconds
  return typeof inside === 'number' && inside >= 0 ? Math.ceil(inside * 1000) : undefined
}

/** Nothing was sent: what is kept of the destination is not of its kind. */
export const misplaced = ({ destination }: Sending): Sent => ({
  tookMs: 0,
  outcome: 'unreached',
  says: 'The destination is of another kind than its address. Enter the address again.',
  request: { method: 'POST', url: destination.shown, headers: {} },
})

/** JSON of an answer, as far as it is an object. */
export function jsonOf(body: string): Readonly<Record<string, unknown>> {
  try {
    const read: unknown = JSON.parse(body)
    return typeof read === 'object' && read !== null ? { ...read } : {}
  } catch {
    return {}
  }
}
