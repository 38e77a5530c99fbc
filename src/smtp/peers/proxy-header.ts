import type { ProxyHeader } from './proxied-client.ts'
import { readTextHeader } from './proxy-header-v1.ts'
import { readBinaryHeader, SIGNATURE } from './proxy-header-v2.ts'

const FIRST_OF_TEXT = 0x50

/** Reads the header of the PROXY protocol, version 1 or 2, at the beginning of a connection. */
export function readProxyHeader(bytes: Uint8Array): ProxyHeader {
  const [first] = bytes
  if (first === undefined) return { kind: 'more' }
  if (first === FIRST_OF_TEXT) return readTextHeader(bytes)
  if (first === SIGNATURE[0]) return readBinaryHeader(bytes)
  return { kind: 'bad', why: 'it did not begin with a PROXY header' }
}
