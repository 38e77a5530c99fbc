import type { FetchAnswer, Fetcher } from '../../../net/ports.ts'
import { UNSUBSCRIBE_ADDRESS } from '../../data/unsubscribe-words.ts'
import { saysUnsubscribe } from '../../reading/links/unsubscribe-link.ts'
import { inWords, type WebLink } from '../../reading/links/view.ts'
import type { Remark } from '../../remark.ts'

/** What is said of links that were followed. */
export type LinkFollowedCode = 'link-dead' | 'link-redirects'

/** What following the links brought. */
export interface FollowedView {
  remarks: Remark<LinkFollowedCode>[]
  followed: number
  /** Not followed, because doing so might act for the reader. */
  leftAlone: number
  /** No answer came: it says nothing about the link. */
  unanswered: number
  redirected: number
}

/** Each takes a HEAD and perhaps a GET of the share. */
const MOST_FOLLOWED = 30
const MOST_REDIRECTS = 5
/** Redirects beyond this many are worth a word. */
const MANY_REDIRECTS = 3

/** Words in addresses behind which something happens when they are opened. */
const ACTS =
  /unsub|opt-?_?(?:in|out)|abmeld|desabon|desinscri|baja|cancel|delet|remov|confirm|verif|activat|aktiv|valid|bestaetig|best%C3%A4tig|freischalt|anmeld|einlog|kuendig|k%C3%BCndig|storn|bevestig|potwierd|aktyw|attiva|active|disiscri|iscriv|annul|approv|accept|declin|reject|rsvp|vote|join|invit|subscri|re-?set|passw|pwd|magic|log-?_?(?:in|out|off)|sign-?_?(?:in|up|out)|auth|sso|session|recover|otp|unlock|token|ticket|secret|code|key|pay|order|account|register|enrol|preference|download|share|checkout|cart|action|click|track|redirect|open/i
/** A part that nobody chose: long, with digits among letters, or long without a vowel's rhythm. */
const MACHINE_MADE = /^(?=.*\d)(?=.*[a-z])[\w.~%=+-]{12,}$|^[\w.~%=+-]{28,}$|^\d{7,}$/i
/** Letters of both cases among digits, as in the short codes of link counters. */
const MIXED = /^(?=.*\d)(?=.*[a-z])(?=.*[A-Z])[\w-]{5,}$/

/** Opening it may act for the reader or use something up. Whatever is not plainly a page for everybody counts. */
export function isDelicate({ link, url }: WebLink, unsubscribe: ReadonlySet<string>): boolean {
  if (link.scheme !== 'http' && link.scheme !== 'https') return true
  if (url.username !== '' || url.search !== '' || url.port !== '') return true
  if (unsubscribe.has(link.url) || UNSUBSCRIBE_ADDRESS.test(link.url)) return true
  return ACTS.test(link.text) || saysUnsubscribe(link.text) || isDelicateAddress(url)
}

/** The same of an address alone, such as a redirect leads to. */
function isDelicateAddress(url: URL): boolean {
  if (url.search !== '' || UNSUBSCRIBE_ADDRESS.test(url.href)) return true
  if (ACTS.test(`${url.hostname}${url.pathname}${url.hash}`)) return true
  return `${url.hostname.replaceAll('.', '/')}${url.pathname}/${url.hash}`
    .split(/[/#]/, 60)
    .some((part) => MACHINE_MADE.test(part) || MIXED.test(part))
}

/** Follows the plain links: HEAD, and GET where HEAD is no proof. */
export async function followLinks(
  web: readonly WebLink[],
  unsubscribe: ReadonlySet<string>,
  fetcher: Fetcher,
): Promise<FollowedView> {
  const once = [...new Map(web.map((one) => [addressOf(one.url), one])).values()]
  const delicate = new Set(web.filter((one) => isDelicate(one, unsubscribe)).map(({ url }) => addressOf(url)))
  const plain = once.filter(({ url }) => !delicate.has(addressOf(url)))
  const followed = plain.slice(0, MOST_FOLLOWED)
  const answers = await followAll(
    followed.map(({ url }) => url),
    fetcher,
  )
  const where = (test: (answer: FetchAnswer) => boolean) =>
    followed.filter((_, i) => test(answers[i] ?? { kind: 'failure', reason: 'not-asked' }))
  const isEndless = (answer: FetchAnswer) => answer.kind === 'failure' && answer.reason === 'redirects'
  return {
    remarks: [
      ...deadRemark(where(isDead)),
      ...chainRemark(where((answer) => isEndless(answer) || isLong(answer))),
    ],
    followed: followed.length,
    leftAlone: delicate.size,
    unanswered: where((answer) => answer.kind === 'failure' && !isEndless(answer)).length,
    redirected: where((answer) => answer.kind === 'response' && answer.redirects.length > 0).length,
  }
}

/** In the order given; one after the other for each host, so that no message puts a load on a site. */
async function followAll(urls: readonly URL[], fetcher: Fetcher): Promise<FetchAnswer[]> {
  const last = new Map<string, Promise<unknown>>()
  return Promise.all(
    urls.map((url) => {
      const before = last.get(url.host) ?? Promise.resolve()
      const answer = before.then(() => follow(addressOf(url), fetcher))
      last.set(url.host, answer)
      return answer
    }),
  )
}

/** What stands behind # is not sent. */
function addressOf(url: URL): string {
  return url.href.slice(0, url.href.length - url.hash.length)
}

async function follow(url: string, fetcher: Fetcher): Promise<FetchAnswer> {
  const shared = { url, maxRedirects: MOST_REDIRECTS }
  // A plain address may lead on to one that is made for its reader.
  const mayFollow = (next: URL) => !isDelicateAddress(next)
  const head = await fetcher.fetch({ ...shared, method: 'HEAD', maxBytes: 0 }, mayFollow)
  // Servers that do not know HEAD, or take it for a robot, answer it with a failure of their own.
  if (head.kind === 'failure' || head.status < 400) return head
  return fetcher.fetch({ ...shared, method: 'GET', maxBytes: 1_024 }, mayFollow)
}

function isDead(answer: FetchAnswer): boolean {
  if (answer.kind === 'failure') return false
  return answer.status === 404 || answer.status === 410 || answer.status >= 500
}

function isLong(answer: FetchAnswer): boolean {
  return answer.kind === 'response' && answer.redirects.length > MANY_REDIRECTS
}

function deadRemark(dead: readonly WebLink[]): Remark<LinkFollowedCode>[] {
  if (dead.length === 0) return []
  return [
    {
      code: 'link-dead',
      says: `${dead.length === 1 ? 'A link leads' : `${dead.length} links lead`} to a page that is gone or broken (${inWords(dead.map(({ host }) => host))}).`,
      advice: 'Correct the address or bring the page back.',
      reference: 'RFC 9110 sections 15.5.5, 15.5.11 and 15.6',
    },
  ]
}

function chainRemark(chains: readonly WebLink[]): Remark<LinkFollowedCode>[] {
  if (chains.length === 0) return []
  return [
    {
      code: 'link-redirects',
      says: `${chains.length === 1 ? 'A link passes' : `${chains.length} links pass`} through more than ${MANY_REDIRECTS} redirects (${inWords(chains.map(({ host }) => host))}).`,
      advice: 'Link to the page that is shown in the end.',
      reference: 'RFC 9110 section 15.4',
    },
  ]
}
