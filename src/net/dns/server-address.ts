import { classifyAddress, normaliseAddress } from '../ip.ts'

export interface DnsServer {
  address: string
  port: number
  family: 4 | 6
  loopback: boolean
}

const DNS_PORT = 53

/** Reads 'ip', 'ip:port' or '[ip]:port'; an IPv6 link-local address may name its interface ('fe80::1%eth0'). */
export function parseServer(text: string): DnsServer | undefined {
  const parts = /^\[([^\]]*)\](?::([0-9]{1,5}))?$/.exec(text) ?? /^([^:]*):([0-9]{1,5})$/.exec(text)
  const host = parts?.[1] ?? text
  const port = Number(parts?.[2] ?? DNS_PORT)
  const [bare = '', zone] = host.split('%', 2)
  const address = normaliseAddress(bare)
  if (address === undefined || port < 1 || port > 65_535) return undefined
  if (zone !== undefined && (zone === '' || classifyAddress(address) !== 'link-local')) return undefined
  return {
    address: zone === undefined ? address : `${address}%${zone}`,
    port,
    family: address.includes(':') ? 6 : 4,
    loopback: classifyAddress(address) === 'loopback',
  }
}
