import { BlockList, isIPv6 } from 'node:net'
import { formatListen } from '../addresses.ts'
import type { Config } from '../config.ts'
import type { Rule } from './rule.ts'

type LmtpAddress = Config['smtp']['lmtpListen'][number]

const isSocket = (address: LmtpAddress): address is { path: string } => 'path' in address

/** What is wrong about hosts in front of this one. */
export const PEER_RULES: readonly Rule[] = [
  {
    about: ['smtp.lmtp_listen', 'smtp.listen', 'http.listen'],
    broken({ smtp, http }) {
      const named = { 'smtp.listen': smtp.listen, 'http.listen': http.listen }
      return smtp.lmtpListen.flatMap((address) => {
        if (isSocket(address) || address.port === 0) return []
        const written = formatListen(address)
        return Object.entries(named)
          .filter(([, listen]) => listen.some((other) => formatListen(other) === written))
          .map(([name]) => `smtp.lmtp_listen: ${written} is also in ${name}.`)
      })
    },
  },
  {
    about: ['smtp.lmtp_listen'],
    broken: ({ smtp }) =>
      smtp.lmtpListen.some((address) => !isSocket(address) && address.port === 25)
        ? 'smtp.lmtp_listen: LMTP must not be spoken on port 25 (RFC 2033 5). Use another port, or a socket.'
        : '',
  },
  {
    about: ['smtp.lmtp_listen', 'smtp.trusted_relays'],
    broken: ({ smtp }) =>
      smtp.trustedRelays.length === 0 && smtp.lmtpListen.some((address) => !isSocket(address))
        ? 'smtp.trusted_relays: must name the mail servers that hand mail on by LMTP, because smtp.lmtp_listen has an address. On this machine: ["127.0.0.1", "::1"].'
        : '',
  },
  ...(['proxyProtocolFrom', 'trustedRelays'] as const).map((key) => everybody(key)),
  {
    about: ['smtp.proxy_protocol_from', 'smtp.trusted_relays'],
    broken({ smtp: { proxyProtocolFrom, trustedRelays } }) {
      const both = trustedRelays.find((relay) => proxyProtocolFrom.some((proxy) => overlap(relay, proxy)))
      return both === undefined
        ? ''
        : `smtp.trusted_relays: ${both} is also in smtp.proxy_protocol_from, where a PROXY header is expected of it. Name it in one of both; a mail server beside a load balancer on the same host can use a socket in smtp.lmtp_listen.`
    },
  },
]

/** Networks for private use are no shorter: 10.0.0.0/8 and fc00::/7. */
const SHORTEST = { v4: 8, v6: 7 }

/** Whoever names everybody believes everybody. */
function everybody(key: 'proxyProtocolFrom' | 'trustedRelays'): Rule {
  const name = key === 'trustedRelays' ? 'smtp.trusted_relays' : 'smtp.proxy_protocol_from'
  const harm = key === 'trustedRelays' ? '' : ', and those that send no header would be refused'
  return {
    about: [name],
    broken: ({ smtp }) =>
      smtp[key]
        .filter((block) => partsOf(block).prefix < SHORTEST[isIPv6(partsOf(block).base) ? 'v6' : 'v4'])
        .map(
          (block) =>
            `${name}: ${block} is more than a network of your own: strangers in it could name another client${harm}. Name your own hosts.`,
        ),
  }
}

function partsOf(block: string): { base: string; prefix: number } {
  const [base = '', prefix] = block.split('/')
  return { base, prefix: Number(prefix) }
}

function overlap(one: string, other: string): boolean {
  return holds(one, partsOf(other).base) || holds(other, partsOf(one).base)
}

function holds(block: string, address: string): boolean {
  const { base, prefix } = partsOf(block)
  const family = (text: string) => (isIPv6(text) ? 'ipv6' : 'ipv4')
  const list = new BlockList()
  list.addSubnet(base, prefix, family(base))
  return family(base) === family(address) && list.check(address, family(address))
}
