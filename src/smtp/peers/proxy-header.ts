import { readTextHeader } from './proxy-header-v1.ts'
import { readBinaryHeader, SIGNATURE } from './proxy-header-v2.ts'

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

const FIRST_OF_TEXT = 0x50

/** Reads the header of the PROXY protocol, version 1 or 2, at the beginning of a connection. */
export function readProxyHeader(bytes: Uint8Array): ProxyHeader {
  const [first] = bytes
  if (first === undefined) return { kind: 'more' }
  if (first === FIRST_OF_TEXT) return readTextHeader(bytes)
  if (first === SIGNATURE[0]) return readBinaryHeader(bytes)
  return { kind: 'bad', why: 'it did not begin with a PROXY header' }
}
