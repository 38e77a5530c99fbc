import type { Socket } from 'node:net'
import { normaliseAddress } from '../../net/ip.ts'
import { REPLIES, type RefusingReply } from '../replies.ts'
import { awaitHeader } from './await-header.ts'
import { isAmong, type NamedPeers, type Peer, peerAt, THIS_MACHINE } from './peers.ts'

export interface ArrivalDeps {
  peers: NamedPeers
  /** Connections at once that may wait for their header. */
  mostWaiting: number
  /** Milliseconds a header may take. */
  headerWithin: number
  admit(socket: Socket, peer: Peer): void
  reject(socket: Socket, address: string, reply: RefusingReply, delay: number): void
  /** For the operator: a load balancer did not do as it should. */
  misled(address: string, why: string): void
  /** How long who is rejected waits for the reply. */
  refusalDelay: number
}

/** Finds out whom new connections are from. */
export interface Arrivals {
  smtp(socket: Socket): void
  lmtp(socket: Socket, isLocal: boolean): void
  /** Ends the connections that wait for their header. */
  stop(): void
}

export function createArrivals(deps: ArrivalDeps): Arrivals {
  const { peers, mostWaiting, headerWithin, admit, reject, refusalDelay } = deps
  const waiting = new Set<Socket>()

  function behindProxy(socket: Socket, proxy: string): void {
    if (waiting.size >= mostWaiting) {
      reject(socket, proxy, REPLIES.tooManyConnections, refusalDelay)
      return
    }
    waiting.add(socket)
    socket.once('close', () => waiting.delete(socket))
    awaitHeader(socket, headerWithin, (heard) => {
      waiting.delete(socket)
      if ('failed' in heard) {
        deps.misled(proxy, heard.failed)
        reject(socket, proxy, REPLIES.noProxyHeader, refusalDelay)
      } else if (heard.client) admit(socket, { kind: 'proxied', ...heard.client, proxy })
      else admit(socket, { kind: 'proxy', address: proxy })
    })
  }

  return {
    smtp(socket) {
      const address = normaliseAddress(socket.remoteAddress ?? '')
      if (address === undefined) socket.destroy()
      else if (isAmong(address, peers.proxies)) behindProxy(socket, address)
      else admit(socket, peerAt(address, peers))
    },
    lmtp(socket, isLocal) {
      const address = isLocal ? THIS_MACHINE : normaliseAddress(socket.remoteAddress ?? '')
      if (address === undefined) socket.destroy()
      else if (isLocal || isAmong(address, peers.relays))
        admit(socket, { kind: 'relay', address, lmtp: true, local: isLocal })
      else reject(socket, address, REPLIES.peerNotNamed, refusalDelay)
    },
    stop() {
      for (const socket of waiting) socket.destroy()
    },
  }
}
