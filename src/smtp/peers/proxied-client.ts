import { normaliseAddress } from '../../net/ip.ts'
import type { ProxiedClient } from './proxy-header.ts'

/** A client by its address and port; absent where these are none. */
export function clientOf(address: string, port: number): ProxiedClient | undefined {
  const canonical = normaliseAddress(address)
  return canonical === undefined || port > 65_535 ? undefined : { address: canonical, port }
}
