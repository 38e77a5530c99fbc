import { lookup } from 'dnsbl'
import { createGate } from './gate.ts'
import type { RosterProbe } from './ports.ts'

export interface RosterProbeOptions {
  /** 'ip', 'ip:port' or '[ip]:port': the project's own servers, never the package's public ones, which lists refuse. */
  servers: readonly string[]
  /** For one question. */
  timeoutMs?: number
  /** Whether a server is there, found out by asking it for the name. dnsbl asks through node:dns, which in Bun keeps a
   * processor busy until the time is up when nothing listens at the server's port. */
  reachable(server: string, name: string): Promise<boolean>
}

const LISTED_POINT = '127.0.0.2'
const LISTED_NAME = '2.0.0.127'
const CLEAN_POINT = '127.0.0.1'
const TIMEOUT_MS = 5000

/**
 * The self-test of IP lists. dnsbl says "not listed" also of a list that did not answer or refused, and "listed" of
 * one that answers everything: at the two test points both mean that the list cannot be used from here.
 */
export function createRosterProbe(options: RosterProbeOptions): RosterProbe {
  const { servers, reachable, timeoutMs = TIMEOUT_MS } = options
  // Its timer cancels whatever is under way: one question at a time.
  const oneAtATime = createGate(1)
  const isListed = (address: string, zone: string, asked: string[]) =>
    oneAtATime(() => lookup(address, zone, { servers: asked, timeout: timeoutMs }))

  async function present(name: string): Promise<string[]> {
    const there = await Promise.all(servers.map((server) => reachable(server, name)))
    return servers.filter((_server, index) => there[index])
  }

  return {
    async probe(zone) {
      if (servers.length === 0) return { usable: false, reason: 'no DNS server is set' }
      const asked = await present(`${LISTED_NAME}.${zone}`)
      if (asked.length === 0) return { usable: false, reason: 'no DNS server can be reached' }
      if (!(await isListed(LISTED_POINT, zone, asked))) {
        return {
          usable: false,
          reason: `it does not list its test address ${LISTED_POINT}: it is gone, does not answer, or refuses questions from this DNS server`,
        }
      }
      if (await isListed(CLEAN_POINT, zone, asked)) {
        return {
          usable: false,
          reason: `it lists ${CLEAN_POINT}, which no list may: it answers everything, or refuses questions from this DNS server`,
        }
      }
      return { usable: true }
    },
  }
}
