import { randomInt } from 'node:crypto'
import { createGate } from '../gate.ts'
import { type Answer, DnsFailure, type DnsFailureReason, type RecordType, type Resolver } from '../ports.ts'
import { askOverTcp, askOverUdp, type Outcome } from './exchange.ts'
import { type DnsResponse, MalformedMessage, RCODE } from './message-format.ts'
import { askableName, badName, LONGEST_CHAIN } from './name.ts'
import { isReferral, type Reading, readAnswer } from './reading.ts'
import { type DnsServer, parseServer } from './server-address.ts'
import { createServerOrder, type ServerOrder } from './server-order.ts'

export interface StubOptions {
  /** 'ip', 'ip:port' or '[ip]:port', asked in this order. With none, every question fails. */
  servers: readonly string[]
  /** For one question in all: every try, server and alias. */
  timeoutMs: number
  /** How often each server is asked. */
  tries: number
  /** Questions under way at once; the others wait. */
  maxInFlight?: number
}

const MOST_IN_FLIGHT = 200

/** Asks recursive resolvers over UDP, and over TCP where an answer was cut off. Keeps no answers. */
export function createStubResolver(options: StubOptions): Resolver {
  const servers = options.servers.map((text) => {
    const server = parseServer(text)
    if (!server) throw new Error(`"${text}" is not the address of a DNS server: ip, ip:port or [ip]:port`)
    return server
  })
  const admit = createGate(options.maxInFlight ?? MOST_IN_FLIGHT)
  const order = createServerOrder(servers)

  return {
    async query(name, type) {
      const asked = askableName(name)
      if (asked === undefined) throw badName(name, type)
      return admit(() => {
        const deadline = performance.now() + options.timeoutMs
        return followChain(asked, type, { order, tries: options.tries, deadline })
      })
    },
  }
}

interface Asking {
  order: ServerOrder
  tries: number
  /** On the clock of `performance`. */
  deadline: number
}

/** Asks, and asks on where an answer stops at a CNAME. */
async function followChain<T extends RecordType>(name: string, type: T, asking: Asking): Promise<Answer<T>> {
  const chain: string[] = []
  let ttl = Number.POSITIVE_INFINITY
  let ad = true
  let at = name
  while (true) {
    const { reading, authenticated } = await askInTurn(at, type, asking)
    if (reading.kind === 'endless') break
    if (reading.chain.some((target) => target === name || chain.includes(target))) break
    chain.push(...reading.chain)
    ttl = Math.min(ttl, reading.ttl)
    ad &&= authenticated
    if (chain.length > LONGEST_CHAIN) break
    if (reading.kind !== 'continues') return { ...reading, ttl, ad, chain }
    at = reading.at
  }
  // What resolvers say of a chain that does not end.
  throw new DnsFailure(name, type, 'servfail')
}

interface Said<T extends RecordType> {
  reading: Reading<T>
  authenticated: boolean
}

/** Asks one server after the other until one says something of the name. */
async function askInTurn<T extends RecordType>(name: string, type: T, asking: Asking): Promise<Said<T>> {
  const attempts = asking.order.attempts(asking.tries)
  const refusing: DnsServer[] = []
  const failures: DnsFailureReason[] = []
  for (const [index, server] of attempts.entries()) {
    if (refusing.includes(server)) continue
    const left = asking.deadline - performance.now()
    if (left <= 0) failures.push('timeout')
    if (left <= 0) break
    const said = await askServer(server, name, type, left / (attempts.length - index))
    if (typeof said !== 'string') {
      asking.order.answered(server)
      return said
    }
    failures.push(said)
    if (said === 'refused') refusing.push(server)
    if (said === 'timeout' || said === 'network') asking.order.silent(server)
  }
  throw new DnsFailure(name, type, MOST_TELLING.find((reason) => failures.includes(reason)) ?? 'network')
}

const MOST_TELLING: readonly DnsFailureReason[] = ['servfail', 'refused', 'malformed', 'timeout', 'network']

/** What a server says that does not know EDNS (RFC 6891 7). */
const WITHOUT_EDNS: readonly number[] = [RCODE.formErr, RCODE.notImp, RCODE.badVers]

async function askServer<T extends RecordType>(
  server: DnsServer,
  name: string,
  type: T,
  waitAtMost: number,
): Promise<Said<T> | DnsFailureReason> {
  const until = performance.now() + waitAtMost
  let outcome = await exchange(server, { name, type, edns: true }, until)
  if (outcome.kind === 'response' && WITHOUT_EDNS.includes(outcome.response.rcode)) {
    outcome = await exchange(server, { name, type, edns: false }, until)
  }
  return outcome.kind === 'failure' ? outcome.reason : readSaid(outcome.response, name, type, server)
}

async function exchange(
  server: DnsServer,
  { name, type, edns }: { name: string; type: RecordType; edns: boolean },
  until: number,
): Promise<Outcome> {
  const left = () => Math.max(1, until - performance.now())
  const question = () => ({ id: randomInt(0x1_0000), name, type })
  const outcome = await askOverUdp({ server, question: question(), edns, waitAtMost: left() })
  if (outcome.kind === 'failure' || !outcome.response.truncated) return outcome
  return askOverTcp({ server, question: question(), edns, waitAtMost: left() })
}

function readSaid<T extends RecordType>(
  response: DnsResponse,
  name: string,
  type: T,
  server: DnsServer,
): Said<T> | DnsFailureReason {
  const { rcode } = response
  if (rcode === RCODE.refused || rcode === RCODE.notImp) return 'refused'
  if (rcode === RCODE.formErr) return 'malformed'
  if ((rcode !== RCODE.ok && rcode !== RCODE.nxDomain) || isReferral(response)) return 'servfail'
  try {
    return {
      reading: readAnswer(response, name, type),
      authenticated: response.authenticated && server.loopback,
    }
  } catch (cause) {
    if (cause instanceof MalformedMessage) return 'malformed'
    throw cause
  }
}
