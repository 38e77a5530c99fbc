import { normaliseAddress } from '../../net/ip.ts'

/** The client of a connection, as the load balancer names it. */
export interface ProxiedClient {
  /** Canonical; IPv4-mapped IPv6 as IPv4. */
  address: string
  port: number
}

/** What the first octets of a connection come to. */
export type ProxyHeader =
  /** They may be the beginning of a header. */
  | { kind: 'more' }
  /** They are none, for this reason. */
  | { kind: 'bad'; why: string }
  /** Of so many octets. Without a client: a connection of the load balancer itself, or of a client that it does not know. */
  | { kind: 'header'; length: number; client?: ProxiedClient }

/** A client by its address and port; absent where these are none. */
export function clientOf(address: string, port: number): ProxiedClient | undefined {
  const canonical = normaliseAddress(address)
  return canonical === undefined || port > 65_535 ? undefined : { address: canonical, port }
}
