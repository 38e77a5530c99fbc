import { inNetwork, normaliseAddress } from '../../net/ip.ts'

/** Resolvers for everybody, by whose address no list can tell who asks (as of November 2026). */
const PUBLIC: readonly (readonly [name: string, networks: readonly string[]])[] = [
  ['Google', ['8.8.8.8', '8.8.4.4', '2001:4860:4860::/48']],
  ['Cloudflare', ['1.1.1.0/24', '1.0.0.0/24', '2606:4700:4700::/48']],
  ['Quad9', ['9.9.9.0/24', '149.112.112.0/24', '2620:fe::/48']],
  ['OpenDNS', ['208.67.222.0/24', '208.67.220.0/24', '2620:119:35::/48', '2620:119:53::/48']],
  ['Level 3', ['4.2.2.0/29']],
  ['Yandex', ['77.88.8.0/24', '2a02:6b8::feed:0/112']],
  ['AdGuard', ['94.140.14.0/24', '94.140.15.0/24', '2a10:50c0::/32']],
  ['CleanBrowsing', ['185.228.168.0/24', '185.228.169.0/24', '2a0d:2a00::/32']],
  ['Control D', ['76.76.2.0/24', '76.76.10.0/24', '2606:1a40::/32']],
  ['Verisign', ['64.6.64.6', '64.6.65.6']],
  ['DNS.WATCH', ['84.200.69.80', '84.200.70.40']],
  ['DNS0.EU', ['193.110.81.0/24', '185.253.5.0/24']],
  ['DNS4EU', ['86.54.11.0/24']],
  ['114DNS', ['114.114.114.0/24', '114.114.115.0/24']],
  ['AliDNS', ['223.5.5.5', '223.6.6.6']],
]

/** The address of a server as the config writes it: ip, ip:port or [ip]:port. */
export const addressIn = (server: string): string =>
  /^\[([^\]]+)\]/.exec(server)?.[1] ?? /^([^:]+):\d+$/.exec(server)?.[1] ?? server

/** Whose public resolver that is. */
export function publicResolverOf(server: string): { name: string; address: string } | undefined {
  const address = normaliseAddress(addressIn(server))
  if (address === undefined) return undefined
  const [name] = PUBLIC.find(([, networks]) => networks.some((network) => inNetwork(address, network))) ?? []
  return name === undefined ? undefined : { name, address }
}
