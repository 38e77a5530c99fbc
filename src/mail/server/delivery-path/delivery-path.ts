import type { Envelope, TlsFacts } from '../../../core/message.ts'
import { type AddressClass, classifyAddress } from '../../../net/ip.ts'
import type { ParsedMessage } from '../../reading/message.ts'
import { readDate } from '../../reading/mime/date.ts'
import { rawValue } from '../../reading/mime/fields.ts'
import { parseReceived, type ReceivedHop } from '../../reading/received.ts'
import { hostOf, protocolOf } from './names.ts'
import { type Platform, recognisePlatforms } from './platform.ts'

/** One handing-over, as its receiving server tells of it. Names, addresses and known words only, never free text. */
export interface PathHop {
  /** The client: the name it gave itself, and its address as the server saw it. */
  from?: string
  clientAddress?: string
  addressClass?: AddressClass
  /** The receiving server. */
  by?: string
  /** ESMTPS (RFC 3848). */
  protocol?: string
  tls?: TlsFacts
  /** Absent: the field does not tell. */
  encrypted?: boolean
  software?: string
  at?: Date
  /** Seconds since the last hop before it that told a time, or since the Date field; negative: a clock is wrong. */
  delay?: number
  /** The handing-over to us, which no field tells of. */
  ours: boolean
}

/** The way of a message, from what its Received fields claim (RFC 5321 4.4) and from our own session. */
export interface DeliveryPath {
  /** In the order the message took. */
  hops: PathHop[]
  /** Earlier hops that are left out. */
  notShown: number
  /** Seconds from the first time that is known to the last. */
  total?: number
  /** The services that had a hand in it, the surest first. */
  platforms: Platform[]
}

const MOST_HOPS = 50

/** `ourName`: what our server calls itself. */
export function readPath(message: ParsedMessage, envelope: Envelope, ourName: string): DeliveryPath {
  const fields = message.all('received')
  const own = envelope.transport === 'smtp' ? [ownHop(envelope, ourName)] : []
  const read = fields
    .slice(0, MOST_HOPS - own.length)
    .map((field) => hopOf(parseReceived(rawValue(field))))
    .toReversed()
  const untimed = [...read, ...own]
  const sentAt = readDate(message.date).at
  const hops = untimed.map((hop, index) => withDelay(hop, timeBefore(untimed, index) ?? sentAt))
  const times = [sentAt, ...hops.map(({ at }) => at)].flatMap((at) => (at ? [at.getTime()] : []))
  const [first, last] = [times[0], times.at(-1)]
  return {
    hops,
    notShown: Math.max(0, fields.length - (MOST_HOPS - own.length)),
    ...(first !== undefined && last !== undefined && times.length > 1 && { total: seconds(last - first) }),
    platforms: recognisePlatforms(message, {
      ...(envelope.helo !== undefined && { client: envelope.helo }),
      hosts: read.flatMap(({ from, by }) => [from, by].filter((host) => host !== undefined)),
      returnPath: envelope.mailFrom ?? '',
    }),
  }
}

const seconds = (milliseconds: number) => Math.round(milliseconds / 1000)

function hopOf({
  helo,
  clientAddress,
  by,
  with: word,
  tls,
  encrypted,
  software,
  date,
}: ReceivedHop): PathHop {
  const protocol = protocolOf(word)
  const isEncrypted = encrypted ?? protocol?.encrypted
  return {
    ...client(helo, clientAddress),
    ...given('by', hostOf(by)),
    ...given('protocol', protocol?.name),
    ...given('tls', tls),
    ...given('encrypted', isEncrypted),
    ...given('software', software),
    ...given('at', date),
    ours: false,
  }
}

/** The handing-over to us: by the sender's server, or by the relay, whose own field tells of the sender's. */
function ownHop(envelope: Envelope, ourName: string): PathHop {
  const { through, receivedAt } = envelope
  if (through?.kind !== 'relay') return handedOver(envelope, ourName)
  const { helo, peer, tls, protocol } = through
  const facts = typeof tls === 'object' ? tls : undefined
  const plain = protocol === 'LMTP' ? 'LMTP' : 'ESMTP'
  return {
    ...client(helo, peer),
    by: ourName,
    protocol: facts ? `${plain}S` : plain,
    ...(facts && { tls: { version: facts.version, cipher: facts.cipher } }),
    encrypted: facts !== undefined,
    at: receivedAt,
    ours: true,
  }
}

function handedOver({ helo, clientAddress, tls, receivedAt, conduct }: Envelope, ourName: string): PathHop {
  const facts = typeof tls === 'string' ? undefined : tls
  const plain = conduct?.hello === 'HELO' ? 'SMTP' : 'ESMTP'
  return {
    ...client(helo, clientAddress),
    by: ourName,
    protocol: facts ? 'ESMTPS' : plain,
    ...(facts && { tls: { version: facts.version, cipher: facts.cipher } }),
    ...(tls !== 'unknown' && { encrypted: facts !== undefined }),
    at: receivedAt,
    ours: true,
  }
}

function client(helo: string | undefined, address: string | undefined): Partial<PathHop> {
  const addressClass = address === undefined ? undefined : classifyAddress(address)
  return {
    ...given('from', hostOf(helo)),
    ...given('clientAddress', address),
    ...given('addressClass', addressClass),
  }
}

function given<K extends keyof PathHop>(key: K, value: PathHop[K] | undefined): Partial<PathHop> {
  return value === undefined ? {} : { [key]: value }
}

/** When the last hop before this one that told a time was. */
function timeBefore(hops: readonly PathHop[], index: number): Date | undefined {
  return hops.slice(0, index).findLast(({ at }) => at !== undefined)?.at
}

function withDelay(hop: PathHop, before: Date | undefined): PathHop {
  return hop.at && before ? { ...hop, delay: seconds(hop.at.getTime() - before.getTime()) } : hop
}
