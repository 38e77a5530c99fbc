import { classifyAddress, clientNetwork, inNetwork, normaliseAddress } from '../../net/ip.ts'
import type { Log } from '../../services/ports.ts'

/** Whoever could have so many addresses beside this machine is told of no further. */
const MOST_PEERS = 20

/** Kinds of addresses of a peer that may be a proxy of ours: a stranger's header is ignored without a word. */
const NEAR: ReadonlySet<string> = new Set(['loopback', 'private', 'ula', 'cgnat', 'link-local'])

/** Warns, once for each, of a peer on this machine or network that says for whom it asks and is not believed. */
export function createUnnamedProxyWarning(
  log: Log,
  trustedProxies: () => readonly string[],
): (peer: string, headers: Headers) => void {
  const known = new Set<string>()
  return (peer, headers) => {
    const name = ['x-forwarded-for', 'forwarded'].find((one) => headers.has(one))
    if (name === undefined || known.size >= MOST_PEERS || !NEAR.has(classifyAddress(peer) ?? '')) return
    const network = clientNetwork(peer) ?? peer
    const named = trustedProxies()
    if (known.has(network) || named.some((block) => inNetwork(peer, block))) return
    known.add(network)
    const header = name === 'forwarded' ? 'Forwarded' : 'X-Forwarded-For'
    const all = [...named, normaliseAddress(peer) ?? peer].map((block) => block.replace(/\/(?:32|128)$/, ''))
    const line = `trusted_proxies = [${all.map((block) => JSON.stringify(block)).join(', ')}]`
    log.warn(
      { peer: normaliseAddress(peer) ?? peer, header, config: line },
      `Requests arrive with ${header} from a peer that http.trusted_proxies does not name: all visitors behind it count as one, and share its limits. If it is your reverse proxy, put this into [http] of mailgauge.toml: ${line}`,
    )
  }
}
