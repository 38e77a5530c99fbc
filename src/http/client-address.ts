import { clientNetwork, inNetwork, normaliseAddress } from '../net/ip.ts'

/** More hops than any honest chain of proxies has. */
const MOST_HOPS = 20

/** Where a request comes from: the peer, or what trusted proxies say in X-Forwarded-For, read from the end. */
export function clientAddress(
  peer: string,
  forwardedFor: string | null,
  trustedProxies: readonly string[],
): string {
  const trusted = (address: string) => trustedProxies.some((network) => inNetwork(address, network))
  let client = normaliseAddress(peer) ?? peer
  const hops = (forwardedFor ?? '').split(',').slice(-MOST_HOPS).reverse()
  for (const hop of hops) {
    if (!trusted(client)) break
    const address = normaliseAddress(withoutPort(hop.trim()))
    if (address === undefined) break
    client = address
  }
  return client
}

/** The network that counts as one client: an IPv4 address, an IPv6 /64. */
export function clientGroup(address: string): string {
  return clientNetwork(address) ?? address
}

/** Some proxies add the port: 192.0.2.1:4711, [2001:db8::1]:4711. */
function withoutPort(hop: string): string {
  return /^\[([^\]]+)\](?::\d+)?$/.exec(hop)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(hop)?.[1] ?? hop
}
