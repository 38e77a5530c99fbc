import { MINUTE, rateOf } from '../../core/access/rate.ts'
import { type Clock, type FetchAnswer, type Fetcher, ticksOf } from '../../net/ports.ts'
import type { RegistrationAnswer, RegistrationFailure, Registrations } from '../../net/registry-ports.ts'
import { createLimit } from '../access/client-limit.ts'
import type { Log } from '../ports.ts'

/** What is known of RDAP. */
export interface RdapKnowledge {
  /** The domain that was registered at a registry, in which this one stands. */
  registrableOf(domain: string): string | undefined
  /** Where the registry of a domain tells of it. */
  addressOf(domain: string): string | undefined
  read(
    body: string,
    domain: string,
    now: Date,
  ): { kind: 'registered'; at: string } | Extract<RegistrationAnswer, { kind: 'unknown' }>
}

export interface RegistrationsDeps {
  /** Over the guard: a registry may lead anywhere. */
  fetcher: Fetcher
  clock: Clock
  log: Pick<Log, 'info'>
  rdap: RdapKnowledge
}

const HOUR_MS = 3_600_000
/** For how long an answer, and a failure, is known. */
const KNOWN_MS = 24 * HOUR_MS
const FAILED_MS = HOUR_MS
/** Domains that are remembered. */
const MOST_KNOWN = 10_000
/** Questions under way, in all and to one server: more are not asked, so that nobody waits for others. */
const MOST_AT_ONCE = 16
const MOST_AT_ONE_SERVER = 4
/** An hour, to one server: whoever sends mail of ever new domains makes a question of each. */
const TO_SERVER = rateOf(600, 60 * MINUTE, 99)
const MOST_BYTES = 262_144
/** From a registry to another (RFC 7480 section 5.2). */
const MOST_REDIRECTS = 3
/** A server that wants fewer questions is left alone for so long. */
const LEAST_REST_MS = 60_000
const MOST_REST_MS = 24 * HOUR_MS

/** Asks registries by RDAP when domains were registered; remembers what they said, and who wants fewer questions. */
export function createRegistrations(deps: RegistrationsDeps): Registrations {
  const { fetcher, clock, rdap, log } = deps
  const known = new Map<string, { answer: RegistrationAnswer; until: number }>()
  const asking = new Map<string, Promise<RegistrationAnswer>>()
  const busy = new Map<string, number>()
  const resting = new Map<string, number>()
  const toServer = createLimit(TO_SERVER, clock)

  async function ask(domain: string, url: string, host: string): Promise<RegistrationAnswer> {
    busy.set(host, (busy.get(host) ?? 0) + 1)
    try {
      const request = {
        url,
        method: 'GET' as const,
        maxBytes: MOST_BYTES,
        maxRedirects: MOST_REDIRECTS,
      }
      const fetched = await fetcher.fetch(request, (url) => url.protocol === 'https:')
      if (wantsRest(fetched)) leaveAlone(host, restOf(fetched, clock))
      return answerOf(fetched, (body) => rdap.read(body, domain, clock.now()))
    } finally {
      const left = (busy.get(host) ?? 1) - 1
      if (left > 0) busy.set(host, left)
      else busy.delete(host)
    }
  }

  function leaveAlone(host: string, forMs: number): void {
    resting.set(host, ticksOf(clock) + forMs)
    log.info(
      { registry: host, minutes: Math.round(forMs / 60_000) },
      'A registry wants fewer questions: it is left alone',
    )
  }

  function remember(domain: string, answer: RegistrationAnswer): RegistrationAnswer {
    known.delete(domain)
    const until = ticksOf(clock) + (answer.kind === 'registered' ? KNOWN_MS : FAILED_MS)
    known.set(domain, { answer, until })
    const [oldest] = known.size > MOST_KNOWN ? known.keys() : []
    if (oldest !== undefined) known.delete(oldest)
    return answer
  }

  function isResting(host: string): boolean {
    const until = resting.get(host) ?? 0
    if (until > ticksOf(clock)) return true
    resting.delete(host)
    return false
  }

  const isTooMany = (host: string): boolean =>
    asking.size >= MOST_AT_ONCE || (busy.get(host) ?? 0) >= MOST_AT_ONE_SERVER || toServer(host) > 0

  return {
    async of(domain) {
      if (rdap.registrableOf(domain) !== domain) return unknown('no-server')
      const url = rdap.addressOf(domain)
      if (url === undefined) return unknown('no-server')
      const found = known.get(domain)
      if (found && found.until > ticksOf(clock)) return found.answer
      const underWay = asking.get(domain)
      if (underWay) return underWay
      const { host } = new URL(url)
      if (isResting(host)) return unknown('limited')
      if (isTooMany(host)) return unknown('busy')
      const answer = ask(domain, url, host)
        .catch(() => unknown('network'))
        .then((said) => remember(domain, said))
        .finally(() => asking.delete(domain))
      asking.set(domain, answer)
      return answer
    },
  }
}

const unknown = (reason: RegistrationFailure): RegistrationAnswer => ({ kind: 'unknown', reason })

function answerOf(
  fetched: FetchAnswer,
  readBody: (body: string) => ReturnType<RdapKnowledge['read']>,
): RegistrationAnswer {
  if (fetched.kind === 'failure') {
    const { reason } = fetched
    return unknown(reason === 'limit' || reason === 'bad-address' ? 'redirects' : reason)
  }
  const { status, body, truncated, url } = fetched
  if (status === 404) return unknown('not-found')
  if (wantsRest(fetched)) return unknown('limited')
  if (status >= 300 && status < 400) return unknown('redirects')
  if (status !== 200) return unknown('status')
  if (truncated) return unknown('not-rdap')
  const read = readBody(Buffer.from(body, 'base64').toString('utf8'))
  return read.kind === 'registered' ? { ...read, server: new URL(url).hostname } : read
}

const wantsRest = (fetched: FetchAnswer): boolean =>
  fetched.kind === 'response' && [429, 503].includes(fetched.status)

/** How long Retry-After asks for (RFC 9110 section 10.2.3); an hour where it says nothing that can be read. */
function restOf(fetched: FetchAnswer, clock: Clock): number {
  const given = (fetched.kind === 'response' && fetched.retryAfter) || ''
  const asked = /^\d{1,9}$/.test(given) ? Number(given) * 1000 : Date.parse(given) - clock.now().getTime()
  return Number.isNaN(asked) ? HOUR_MS : Math.min(MOST_REST_MS, Math.max(LEAST_REST_MS, asked))
}
