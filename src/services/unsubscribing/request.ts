import {
  ONE_CLICK_FAILURES,
  type OneClickFailure,
  type OneClickOutcome,
} from '../../core/unsubscribing/one-click.ts'
import type { Posted, Poster } from '../../net/post-ports.ts'

/** Milliseconds for the whole of it, with its questions to the DNS. */
export const ONE_CLICK_WITHIN_MS = 10_000

/** What RFC 8058 3.1 asks a receiver to send: this pair, and no cookie, no sign-in, nothing else that says who asks. */
const HEADERS = { 'Content-Type': 'application/x-www-form-urlencoded' } as const
const BODY = 'List-Unsubscribe=One-Click'

/** Sends the one-click request once. The poster follows no redirect and reaches public addresses alone. */
export async function sendOneClick(poster: Poster, url: string): Promise<OneClickOutcome> {
  const unfit = whyNotSent(url)
  if (unfit !== undefined) return { kind: 'failure', tookMs: 0, reason: 'bad-address', says: unfit }
  const posted = await poster.post({ url, method: 'POST', headers: HEADERS, body: BODY })
  return outcomeOf(posted, url)
}

/** The address is a stranger's: it gets to web servers alone. */
function whyNotSent(url: string): string | undefined {
  const parsed = URL.parse(url)
  if (parsed?.protocol !== 'https:') return 'The address does not begin with https://.'
  if (parsed.username !== '' || parsed.password !== '') return 'The address has a user or a password in it.'
  if (parsed.port !== '') return `The address names port ${parsed.port}. Requests are sent to port 443 alone.`
  return undefined
}

function outcomeOf(posted: Posted, url: string): OneClickOutcome {
  const { tookMs } = posted
  if (posted.kind === 'failure') {
    const reason = isKnown(posted.reason) ? posted.reason : 'network'
    return { kind: 'failure', tookMs, reason, says: reason === 'not-public' ? notPublic(url) : posted.says }
  }
  const isPage = /^text\/html\b|xhtml/i.test(posted.headers['content-type'] ?? '')
  const hasForm = isPage && /<form[\s>]/i.test(posted.body)
  return { kind: 'answer', tookMs, status: posted.status, ...(hasForm && { form: true }) }
}

const isKnown = (reason: string): reason is OneClickFailure =>
  ONE_CLICK_FAILURES.some((known) => known === reason)

/** Where a name leads inside is not told. */
const notPublic = (url: string) =>
  `${URL.parse(url)?.hostname ?? 'The address'} is, or leads to, an address of this machine or of a network that is not public.`
