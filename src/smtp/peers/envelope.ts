import type { Conduct, Envelope, Through, TlsFacts } from '../../core/message.ts'
import type { Peer } from './peers.ts'
import type { ToldClient } from './relayed.ts'

/** What a session knows of its two ends. */
interface Ends {
  peer: Peer
  /** What a relay told. */
  told: ToldClient | undefined
  /** The name given with EHLO, HELO or LHLO in this session. */
  helo: string | undefined
  tls: TlsFacts | 'none'
  conduct: Conduct
}

type Sender = Pick<Envelope, 'clientAddress' | 'helo' | 'tls' | 'conduct' | 'through'>

/** What an envelope tells of the sender's server: of this session only where it is the sender's own. */
export function envelopeBehind({ peer, told, helo, tls, conduct }: Ends): Sender {
  if (peer.kind === 'relay') return behindRelay(peer, told, helo, tls)
  const through: Through | undefined =
    peer.kind === 'proxied' ? { kind: 'proxy', peer: peer.proxy, told: 'PROXY' } : undefined
  return {
    clientAddress: peer.address,
    ...(helo !== undefined && { helo }),
    tls,
    conduct,
    ...(through && { through }),
  }
}

function behindRelay(
  peer: Peer & { kind: 'relay' },
  told: ToldClient | undefined,
  helo: string | undefined,
  tls: TlsFacts | 'none',
): Sender {
  const named = heloOf(told, undefined) ?? (told?.heloFollows ? helo : undefined)
  return {
    ...(told?.address !== undefined && { clientAddress: told.address }),
    ...(named !== undefined && { helo: named }),
    tls: 'unknown',
    through: {
      kind: 'relay',
      ...(!peer.local && { peer: peer.address }),
      ...(told && { told: told.by }),
      ...(told?.isLocal && { local: true }),
      protocol: peer.lmtp ? 'LMTP' : 'SMTP',
      ...(helo !== undefined && !told?.heloFollows && { helo }),
      tls,
    },
  }
}

/** The name of the client: as a relay told it, or as it was given in this session. */
export function heloOf(told: ToldClient | undefined, given: string | undefined): string | undefined {
  return told && !told.heloFollows ? told.helo : given
}
