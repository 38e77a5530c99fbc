import { isIP, isIPv4 } from 'node:net'

/** Where a server listens. */
export interface ListenAddress {
  /** An address or host name, IPv6 without brackets. Absent: every address of this machine, IPv4 and IPv6. */
  host?: string
  /** 0: any free port. */
  port: number
}

/** A DNS server. */
export interface ServerAddress {
  host: string
  port: number
}

/** What `parseListen` reads, for people. */
export const LISTEN_EXAMPLES =
  'an address and port such as "127.0.0.1:8080", "[::1]:8080" or ":25" (every address)'

/** Reads `127.0.0.1:8080`, `[::1]:25`, `localhost:2525` or `:25`. */
export function parseListen(text: string): ListenAddress | undefined {
  const parts = /^(?:\[([0-9A-Fa-f:.]{2,45})\]|([A-Za-z0-9.-]{1,253}))?:(\d{1,5})$/.exec(text)
  const port = Number(parts?.[3])
  if (!parts || port > 65_535) return undefined
  const [, v6, name] = parts
  if (v6 !== undefined) return isIP(v6) === 6 ? { host: v6.toLowerCase(), port } : undefined
  if (name === undefined) return { port }
  return isIPv4(name) || isHostName(name) ? { host: name.toLowerCase(), port } : undefined
}

export function formatListen({ host, port }: ListenAddress): string {
  if (host === undefined) return `:${port}`
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`
}

/** Whether only this machine itself can reach the address. */
export function isLoopback({ host }: ListenAddress): boolean {
  if (host === undefined) return false
  return host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'))
}

/** Reads `9.9.9.9`, `9.9.9.9:5353`, `2620:fe::fe` or `[2620:fe::fe]:53`. */
export function parseServer(text: string): ServerAddress | undefined {
  if (isIP(text)) return { host: text.toLowerCase(), port: 53 }
  const listen = parseListen(text)
  if (!listen?.host || !isIP(listen.host) || listen.port === 0) return undefined
  return { host: listen.host, port: listen.port }
}

/** A service on this machine or another, over TCP or a Unix socket. */
export type SocketAddress = { host: string; port: number } | { path: string }

/** What `parseSocket` reads, for people. */
export const SOCKET_EXAMPLES = 'an address and port such as "127.0.0.1:783", or the absolute path of a socket'

/** Reads `127.0.0.1:783`, `localhost:783` or `/run/spamd.sock`. */
export function parseSocket(text: string): SocketAddress | undefined {
  if (text.startsWith('/')) return { path: text }
  const listen = parseListen(text)
  return listen?.host && listen.port > 0 ? { host: listen.host, port: listen.port } : undefined
}

/** What `parseLmtp` reads, for people. */
export const LMTP_EXAMPLES =
  'an address and port such as "127.0.0.1:2424", or the absolute path of a socket of at most 100 characters'

/** What systems take as the path of a socket. */
const LONGEST_SOCKET = 100

/** Reads `127.0.0.1:2424`, `[::1]:2424`, `:2424` or `/run/mailgauge/lmtp`. */
export function parseLmtp(text: string): ListenAddress | { path: string } | undefined {
  if (!text.startsWith('/')) return parseListen(text)
  return Buffer.byteLength(text) <= LONGEST_SOCKET ? { path: text } : undefined
}

/** What `parseServiceUrl` reads, for people. */
export const SERVICE_EXAMPLES =
  'an address such as "http://127.0.0.1:11333", or the absolute path of a socket'

/** Reads `http://127.0.0.1:11333` or `/run/rspamd/worker.sock`; no user, query or fragment. */
export function parseServiceUrl(text: string): { url: string } | { path: string } | undefined {
  if (text.startsWith('/')) return { path: text }
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol) || !/^https?:\/\//i.test(text)) return undefined
  return url.username || url.password || /[?#]/.test(text) ? undefined : { url: url.href }
}

/** What `parseBlock` reads, for people. */
export const BLOCK_EXAMPLES = 'an address or a block such as "10.0.0.0/8" or "2001:db8::/32"'

/** Reads `10.0.0.0/8`; a single address is a block of its own: 192.0.2.1/32. */
export function parseBlock(text: string): string | undefined {
  const [network = '', prefix, ...rest] = text.split('/')
  const version = isIP(network)
  if (version === 0 || rest.length > 0 || network.includes('%')) return undefined
  const most = version === 4 ? 32 : 128
  if (prefix === undefined) return `${network}/${most}`
  return /^\d{1,3}$/.test(prefix) && Number(prefix) <= most ? `${network}/${Number(prefix)}` : undefined
}

/** A host name of letters, digits and hyphens whose last label is not a number (RFC 1123 2.1). */
export function isHostName(text: string): boolean {
  if (text.length > 253) return false
  const labels = text.split('.')
  if (/^\d+$/.test(labels.at(-1) ?? '')) return false
  return labels.every((label) => /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/.test(label))
}
