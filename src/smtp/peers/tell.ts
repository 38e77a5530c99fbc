import { REPLIES, type RefusingReply } from '../replies.ts'
import type { Session } from '../session.ts'
import { readAttributes, type TellingVerb } from './attributes.ts'
import type { NamedPeers } from './peers.ts'

const COMMAND = /^(XCLIENT|XFORWARD)(?: |$)/i

/** The command by which a relay tells of a client; absent: another, or from somebody else, to whom it is unknown. */
export function tellingVerb({ relayed }: Session, line: string): TellingVerb | undefined {
  const verb = relayed && COMMAND.exec(line)?.[1]?.toUpperCase()
  return verb === 'XCLIENT' || verb === 'XFORWARD' ? verb : undefined
}

/** Takes down what the command tells; gives the reply when it is refused. */
export function tell(
  session: Session,
  verb: TellingVerb,
  line: string,
  inTransaction: boolean,
): RefusingReply | undefined {
  if (inTransaction) return REPLIES.transactionOpen
  const attributes = readAttributes(verb, line)
  if ('unreadable' in attributes) {
    return { code: 501, text: `5.5.4 ${attributes.unreadable}`, reason: 'unknown_parameter' }
  }
  session.relayed?.tell(verb, attributes)
  return undefined
}

/** The refusal of MAIL where nobody told which client a message would be from, and somebody has to. */
export function refusalUntold(
  { peer, relayed }: Pick<Session, 'peer' | 'relayed'>,
  { mustTell }: Pick<NamedPeers, 'mustTell'>,
): RefusingReply | undefined {
  if (peer.kind === 'proxy') return REPLIES.proxyKnowsNoClient
  return mustTell && relayed && !relayed.client() ? REPLIES.relayTellsNothing : undefined
}

export const isLmtp = ({ peer }: Pick<Session, 'peer'>): boolean => peer.kind === 'relay' && peer.lmtp

/** The network that sends the next message; '' where a relay did not tell. */
export const senderNetwork = ({ relayed, network }: Pick<Session, 'relayed' | 'network'>): string =>
  relayed && relayed.client()?.address === undefined ? '' : network
