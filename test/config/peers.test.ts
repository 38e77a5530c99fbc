import { describe, expect, test } from 'bun:test'
import { configOf, problemsOf } from './loading.ts'

const DOMAIN = '[smtp]\ndomain = "in.example.com"\n'

const written = (lines: string) => `${DOMAIN}${lines}`

describe('hosts in front of this one', () => {
  test('are addresses and blocks, and sockets are paths', () => {
    const { smtp } = configOf(
      written(
        'lmtp_listen = ["/run/mailgauge/lmtp", "[::1]:2424"]\nlmtp_socket_mode = "666"\nproxy_protocol_from = ["10.0.0.0/8"]\ntrusted_relays = ["127.0.0.1", "::1"]',
      ),
    )
    expect(smtp).toMatchObject({
      lmtpListen: [{ path: '/run/mailgauge/lmtp' }, { host: '::1', port: 2424 }],
      lmtpSocketMode: 0o666,
      proxyProtocolFrom: ['10.0.0.0/8'],
      trustedRelays: ['127.0.0.1/32', '::1/128'],
      relaysMustTell: false,
    })
  })

  test('there are none by default', () => {
    expect(configOf(DOMAIN).smtp).toMatchObject({
      lmtpListen: [],
      lmtpSocketMode: 0o660,
      proxyProtocolFrom: [],
      trustedRelays: [],
    })
  })

  test.each([
    ['lmtp_listen = [":25"]', 'smtp.lmtp_listen: :25 is also in smtp.listen.'],
    [
      'lmtp_listen = ["127.0.0.1:8080"]\ntrusted_relays = ["127.0.0.1"]',
      'smtp.lmtp_listen: 127.0.0.1:8080 is also in http.listen.',
    ],
    [
      'lmtp_listen = ["127.0.0.1:25"]',
      'smtp.lmtp_listen: LMTP must not be spoken on port 25 (RFC 2033 5). Use another port, or a socket.',
    ],
    [
      'lmtp_listen = ["127.0.0.1:2424"]',
      'smtp.trusted_relays: must name the mail servers that hand mail on by LMTP, because smtp.lmtp_listen has an address. On this machine: ["127.0.0.1", "::1"].',
    ],
    [
      'trusted_relays = ["0.0.0.0/0"]',
      'smtp.trusted_relays: 0.0.0.0/0 is more than a network of your own: strangers in it could name another client. Name your own hosts.',
    ],
    [
      'proxy_protocol_from = ["::/0"]',
      'smtp.proxy_protocol_from: ::/0 is more than a network of your own: strangers in it could name another client, and those that send no header would be refused. Name your own hosts.',
    ],
    [
      'proxy_protocol_from = ["10.0.0.0/24"]\ntrusted_relays = ["10.0.0.7"]',
      'smtp.trusted_relays: 10.0.0.7/32 is also in smtp.proxy_protocol_from, where a PROXY header is expected of it. Name it in one of both; a mail server beside a load balancer on the same host can use a socket in smtp.lmtp_listen.',
    ],
  ])('%p', (lines, problem) => {
    expect(problemsOf({ file: written(lines) })).toContain(problem)
  })

  test.each([
    ['lmtp_socket_mode = "rw"', 'lmtp_socket_mode'],
    ['lmtp_socket_mode = "0999"', 'lmtp_socket_mode'],
    ['trusted_relays = ["relay.example.org"]', 'trusted_relays'],
    [`lmtp_listen = ["/${'x'.repeat(101)}"]`, 'lmtp_listen'],
  ])('%p is no value', (lines, option) => {
    const problems = problemsOf({ file: written(lines) })
    expect(problems).toHaveLength(1)
    expect(problems[0]).toStartWith(`smtp.${option} (mailgauge.toml`)
  })

  test('a relay and a load balancer beside each other are no contradiction', () => {
    const lines =
      'proxy_protocol_from = ["10.0.0.0/24", "fd00::/8"]\ntrusted_relays = ["10.0.1.7", "fc00::1"]'
    expect(configOf(written(lines)).smtp.trustedRelays).toEqual(['10.0.1.7/32', 'fc00::1/128'])
  })
})
