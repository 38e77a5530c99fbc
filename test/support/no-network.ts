/**
 * Preloaded before every test (bunfig.toml): a name look-up or a connection beyond loopback throws, so that no test
 * can rest on somebody else's network without anyone noticing. It does not reach into processes a test starts.
 */
import { mock } from 'bun:test'
import dgram from 'node:dgram'
import dns from 'node:dns'
import dnsPromises from 'node:dns/promises'
import net from 'node:net'
import { classifyAddress } from '../../src/net/ip.ts'

function isHere(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '')
  return ['', 'localhost', '0.0.0.0', '::'].includes(bare) || classifyAddress(bare) === 'loopback'
}

function demandHere(host: unknown, what: string): void {
  if (typeof host === 'string' && !isHere(host))
    throw new Error(`A test reached for the network: ${what} ${host}`)
}

type Patchable = Record<string, (this: unknown, ...args: unknown[]) => unknown>

/** Puts a demand before a method; what does not exist stays so. */
function guard(owner: object, method: string, demand: (args: unknown[], self: unknown) => void): void {
  const patchable = owner as Patchable
  const original = patchable[method]
  if (typeof original !== 'function') return
  const guarded: Patchable[string] = function (...args) {
    demand(args, this)
    return original.apply(this, args)
  }
  patchable[method] = Object.assign(guarded, original)
}

const QUESTIONS = /^(?:resolve|reverse$)/

/** A resolver object may ask when all its servers are on loopback (the tests' own). */
function guardResolver(prototype: object): void {
  for (const method of Object.getOwnPropertyNames(prototype).filter((name) => QUESTIONS.test(name))) {
    guard(prototype, method, ([name], self) => {
      for (const server of (self as dns.Resolver).getServers()) {
        demandHere(
          server.replace(/^\[(.*)\](?::\d+)?$|^([^:]*):\d+$/, '$1$2'),
          `asking for ${String(name)} at`,
        )
      }
    })
  }
}

/** The functions of node:dns itself ask the system's servers: never in a test. */
function deniedModule<T extends object>(real: T): T {
  const denied = { ...real } as Record<string, unknown>
  for (const name of Object.keys(denied)) {
    if (QUESTIONS.test(name)) {
      denied[name] = (host: unknown) => {
        throw new Error(`A test reached for the network: node:dns ${name} ${String(host)}`)
      }
    }
  }
  const lookup = denied['lookup']
  if (typeof lookup === 'function') {
    denied['lookup'] = (host: unknown, ...rest: unknown[]) => {
      demandHere(net.isIP(String(host)) ? '' : host, 'node:dns lookup')
      return lookup(host, ...rest)
    }
  }
  return denied as T
}

guardResolver(dns.Resolver.prototype)
guardResolver(dnsPromises.Resolver.prototype)
const promises = deniedModule(dnsPromises)
const callbacks = { ...deniedModule(dns), promises }
for (const name of ['node:dns/promises', 'dns/promises']) {
  await mock.module(name, () => ({ ...promises, default: promises }))
}
for (const name of ['node:dns', 'dns']) {
  await mock.module(name, () => ({ ...callbacks, default: callbacks }))
}

function hostOf([first, second]: unknown[]): unknown {
  if (Array.isArray(first)) return hostOf(first)
  if (typeof first === 'object' && first !== null) {
    const options = first as { host?: unknown; hostname?: unknown; path?: unknown; unix?: unknown }
    return options.path || options.unix ? undefined : (options.host ?? options.hostname)
  }
  return typeof first === 'number' ? second : undefined
}

guard(net.Socket.prototype, 'connect', (args) => demandHere(hostOf(args), 'connecting to'))
guard(Bun, 'connect', (args) => demandHere(hostOf(args), 'connecting to'))
for (const method of ['send', 'sendto', 'connect']) {
  guard(dgram.Socket.prototype, method, (args) =>
    demandHere(
      args.slice(1).find((arg) => typeof arg === 'string'),
      'sending to',
    ),
  )
}

const udpSocket = Bun.udpSocket
Object.assign(Bun, {
  udpSocket: async (options: { connect?: { hostname?: string } }) => {
    demandHere(options.connect?.hostname, 'sending to')
    const socket = await udpSocket(options as never)
    guard(socket, 'send', ([, , host]) => demandHere(host, 'sending to'))
    return socket
  },
})

function demandUrlHere(target: unknown, options?: unknown): void {
  if (typeof options === 'object' && options !== null && 'unix' in options) return
  const url = new URL(target instanceof Request ? target.url : String(target))
  if (/^(?:https?|wss?):$/.test(url.protocol)) demandHere(url.hostname, 'fetching from')
}

guard(globalThis, 'fetch', ([target, options]) => demandUrlHere(target, options))
globalThis.WebSocket = new Proxy(globalThis.WebSocket, {
  construct(target, args: [string]) {
    demandUrlHere(args[0])
    return new target(...args)
  },
})
