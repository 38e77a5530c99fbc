import { inNetwork } from '../../net/ip.ts'

/** The operator's own hosts in front of this one, as addresses or blocks. */
export interface NamedPeers {
  /** Load balancers: each of their connections begins with a PROXY header. */
  proxies: readonly string[]
  /** Mail servers that hand mail on and may tell of its client by XCLIENT and XFORWARD. */
  relays: readonly string[]
  /** Mail of which a relay tells nothing is refused. */
  mustTell: boolean
}

/** Nobody is trusted. */
export const NO_PEERS: NamedPeers = { proxies: [], relays: [], mustTell: false }

/** Whom a connection is from, before anything is said on it. */
export type Peer =
  /** The sender's own server. */
  | { kind: 'direct'; address: string }
  /** The sender's own server, as a load balancer names it. */
  | { kind: 'proxied'; address: string; port: number; proxy: string }
  /** A load balancer itself, which looks whether we live, or knows no client. */
  | { kind: 'proxy'; address: string }
  /** A mail server of the operator's; `lmtp` is the protocol. `local`: it came over a socket of the file system. */
  | { kind: 'relay'; address: string; lmtp: boolean; local: boolean }

/** What a peer over a socket of the file system counts as. */
export const THIS_MACHINE = '127.0.0.1'

export const isAmong = (address: string, networks: readonly string[]): boolean =>
  networks.some((network) => inNetwork(address, network))

/** Whom a connection to the SMTP listener is from that no header goes before. */
export function peerAt(address: string, { relays }: NamedPeers): Peer {
  return isAmong(address, relays)
    ? { kind: 'relay', address, lmtp: false, local: false }
    : { kind: 'direct', address }
}
