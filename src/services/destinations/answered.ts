import type { Posted } from '../../net/post-ports.ts'
import type { Sent } from './sending.ts'

/** What became of an attempt over HTTP. `request`: as the delivery shows it, without secrets. */
export function sentOf(posted: Posted, request: Sent['request'], at: Date): Sent {
  const { tookMs } = posted
  if (posted.kind === 'failure') return { tookMs, request, outcome: 'unreached', says: posted.says }
  const { status, headers, body } = posted
  const retryAfterMs = [429, 503].includes(status) ? retryAfterOf(headers['retry-after'], at) : undefined
  return {
    tookMs,
    request,
    response: { status, headers, body },
    outcome: status >= 200 && status < 300 ? 'delivered' : 'refused',
    says: saysOf(status, retryAfterMs),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    ...(status === 410 && { gone: true as const }),
  }
}

function saysOf(status: number, retryAfterMs: number | undefined): string {
  if (status >= 200 && status < 300) return `Delivered: the answer was ${status}.`
  if (status >= 300 && status < 400)
    return `The answer was ${status}, a redirect, which is not followed. Enter the address that it leads to.`
  if (status === 410) return 'The answer was 410: nothing more is wanted there.'
  const wait = retryAfterMs === undefined ? '' : ` It asks to wait ${Math.ceil(retryAfterMs / 1000)} seconds.`
  return `The answer was ${status}.${wait}`
}

const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/

/** Milliseconds, by RFC 9110 10.2.3. */
function retryAfterOf(text: string | undefined, at: Date): number | undefined {
  if (text === undefined) return undefined
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000
  const until = HTTP_DATE.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(until) ? undefined : Math.max(0, until - at.getTime())
}
