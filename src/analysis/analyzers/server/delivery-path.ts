import type { Through } from '../../../core/message.ts'
import type { DeliveryPath, PathHop } from '../../../mail/server/delivery-path/delivery-path.ts'
import type { Platform } from '../../../mail/server/delivery-path/platform.ts'
import { inWords, judgePath, type PathCode } from '../../../mail/server/delivery-path/remarks.ts'
import { type Analyzer, conclude, neutral, priced } from '../../analyzer.ts'

const WEIGHT = 0
const COSTS = {
  'path-clock-skew': 0,
  'path-slow': 0,
  'path-plain-hop': 0,
  'path-too-long': 0,
} satisfies Record<PathCode, number>

/** The servers the message passed, for information: all but the last hop is what others claim. */
export const deliveryPath: Analyzer = {
  name: 'delivery-path',
  group: 'server',
  title: 'Delivery path',
  asks: 'Which servers did the message pass, and how fast?',
  why: 'It shows where a message lay waiting and which server changed it.',
  who: 'Whoever runs the server that the hop names.',
  weight: WEIGHT,
  costs: COSTS,
  run({ facts, envelope: { through } }) {
    const path = facts.path()
    const platform = {
      ...describePlatforms(path.platforms),
      ...(through && { received_through: throughInWords(through) }),
    }
    if (path.hops.length === 0) {
      return neutral('The message has no Received field, so its way is not known.', platform)
    }
    return conclude(WEIGHT, {
      findings: priced(judgePath(path), COSTS),
      passed: summaryOf(path),
      evidence: {
        hops: String(path.hops.length + path.notShown),
        ...(path.total !== undefined && { total_time: signed(path.total) }),
        ...platform,
        ...Object.fromEntries(path.hops.map((hop, index) => [`hop_${index + 1}`, describeHop(hop)])),
        ...(path.notShown > 0 && { not_shown: `${path.notShown} earlier hops` }),
      },
    })
  },
}

function summaryOf({ hops, notShown, total, platforms }: DeliveryPath): string {
  const count = hops.length + notShown
  const time = total !== undefined && total >= 0 ? ` in ${inWords(total)}` : ''
  const by = platforms[0] ? `, sent by ${platforms[0].name}` : ''
  return `The message took ${count} ${count === 1 ? 'hop' : 'hops'}${time}${by}.`
}

/** `127.0.0.1, a mail server, which named the client by XFORWARD`. */
function throughInWords({ kind, peer = 'a local socket', told, local }: Through): string {
  const host = kind === 'proxy' ? 'a load balancer' : 'a mail server'
  if (local) return `${peer}, ${host}, on which the message was made`
  return `${peer}, ${host}, which ${told === undefined ? 'did not name the client' : `named the client by ${told}`}`
}

function describePlatforms([first, ...others]: readonly Platform[]): Record<string, string> {
  if (!first) return { platform: 'not recognised' }
  return {
    platform: first.name,
    platform_kind: first.kind,
    platform_signs: first.signs.join(', '),
    ...(others.length > 0 && {
      also_involved: others.map(({ name, signs }) => `${name} (${signs.join(', ')})`).join('; '),
    }),
  }
}

function signed(seconds: number): string {
  return `${seconds < 0 ? '-' : ''}${inWords(Math.abs(seconds))}`
}

const UNLIKE_PUBLIC: Readonly<Record<string, string>> = {
  private: 'private',
  loopback: 'loopback',
  'link-local': 'link-local',
  cgnat: 'carrier NAT',
  ula: 'private',
  'other-special': 'reserved',
}

/** `mail.example.org [192.0.2.1] to mx.example.net, ESMTPS, TLSv1.3 TLS_AES_256_GCM_SHA384, Postfix, after 2 s`. */
function describeHop(hop: PathHop): string {
  const { from, clientAddress, addressClass, by, protocol, tls, encrypted, software, delay } = hop
  const kind = UNLIKE_PUBLIC[addressClass ?? '']
  const address = clientAddress && `[${clientAddress}${kind === undefined ? '' : `, ${kind}`}]`
  const client = [from === clientAddress ? undefined : from, address].filter(Boolean).join(' ')
  const plain = encrypted === undefined ? undefined : encrypted ? 'encrypted' : 'not encrypted'
  const parts = [
    [client || (by === undefined ? 'unreadable' : 'client not named'), by && `to ${by}`]
      .filter(Boolean)
      .join(' '),
    protocol,
    tls ? `${tls.version} ${tls.cipher}` : plain,
    software,
    delay === undefined
      ? undefined
      : delay < 0
        ? `${inWords(-delay)} before the hop before it`
        : `after ${inWords(delay)}`,
  ]
  return parts.filter((part) => part !== undefined).join(', ')
}
